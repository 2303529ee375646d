import { EventEmitter } from "node:events"
import { type PoolOptions, type PoolRunnerInitializer, type PoolWorker, ThreadsPoolWorker } from "vitest/node"

type Message = Parameters<PoolWorker["send"]>[0]

/** The thread of all runs, and whether it has been set up. */
interface Thread {
  readonly worker: ThreadsPoolWorker
  isSetUp: boolean
}
let thread: Thread | undefined

/**
 * A worker of Vitest for one run. Each run uses the same thread, in which the modules are loaded already. Vitest itself starts a thread
 * for each run, which takes longer than the tests of a mutant.
 */
class KeptWorker implements PoolWorker {
  readonly name = "kept"
  readonly #events = new EventEmitter()
  readonly #thread: Thread
  #config: unknown
  readonly #listeners = ["message", "error", "exit"].map((event) => ({
    event,
    listener: (value: unknown) => void this.#events.emit(event, value)
  }))

  constructor(options: PoolOptions) {
    this.#thread = thread ??= { worker: new ThreadsPoolWorker(options), isSetUp: false }
  }

  readonly on = (event: string, listener: (...values: Array<unknown>) => void): void =>
    void this.#events.on(event, listener)
  readonly off = (event: string, listener: (...values: Array<unknown>) => void): void =>
    void this.#events.off(event, listener)
  readonly deserialize = (data: unknown): unknown => data

  async start(): Promise<void> {
    const { isSetUp, worker } = this.#thread
    if (!isSetUp) {
      await worker.start()
      worker.on("exit", () => (thread = undefined))
    }
    for (const { event, listener } of this.#listeners) worker.on(event, listener)
  }

  send(message: Message): void {
    const { worker, isSetUp } = this.#thread
    if (message.type === "start") this.#config = message.context.config
    if (message.type === "run") {
      // Which tests run is in the configuration of the start, which the thread received for an earlier run.
      worker.send({ ...message, context: Object.assign(message.context, { config: this.#config }) })
    } else if (message.type === "stop" || (message.type === "start" && isSetUp)) {
      const type = message.type === "stop" ? "stopped" : "started"
      setImmediate(() => this.#events.emit("message", { type, __vitest_worker_response__: true }))
    } else {
      this.#thread.isSetUp = true
      worker.send(message)
    }
  }

  async stop(): Promise<void> {
    for (const { event, listener } of this.#listeners) this.#thread.worker.off(event, listener)
  }
}

export const keptWorkers: PoolRunnerInitializer = {
  name: "kept",
  createPoolWorker: (options) => new KeptWorker(options)
}
