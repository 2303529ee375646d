import { EventEmitter } from "node:events"
import { Predicate } from "effect"
import { type PoolOptions, type PoolRunnerInitializer, type PoolWorker, ThreadsPoolWorker } from "vitest/node"

type Message = Parameters<PoolWorker["send"]>[0]

type RunMessage = Extract<Message, { readonly type: "run" }>

/** Whether the thread has run all tests of a file without an error of its own. */
const isEndOfFile = (value: unknown): boolean =>
  Predicate.hasProperty(value, "type") &&
  value.type === "testfileFinished" &&
  !(Predicate.hasProperty(value, "error") && value.error !== undefined)

/** Whether the thread asks to skip the other tests, because one has failed. */
const isFailure = (value: unknown): boolean => Predicate.hasProperty(value, "m") && value.m === "onCancel"

/** The thread of all runs, and whether it has been set up. */
interface Thread {
  readonly worker: ThreadsPoolWorker
  isSetUp: boolean
}
let thread: Thread | undefined

/**
 * A worker of Vitest for one run. Each run uses the same thread, in which the modules are loaded already. Vitest itself starts a thread
 * for each run, which takes longer than the tests of a mutant.
 *
 * The thread receives one file at a time, until a test fails. Vitest itself loads the other files, too, and skips their tests.
 */
class KeptWorker implements PoolWorker {
  readonly name = "kept"
  readonly #events = new EventEmitter()
  readonly #thread: Thread
  #config: unknown
  #laterFiles: Array<RunMessage> = []
  readonly #listeners = ["message", "error", "exit"].map((event) => ({
    event,
    listener: (value: unknown) => this.#receive(event, value)
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
      this.#laterFiles = message.context.files.map((file) => ({
        ...message,
        context: Object.assign({ ...message.context, files: [file] }, { config: this.#config })
      }))
      this.#sendFile()
    } else if (message.type === "stop" || (message.type === "start" && isSetUp)) {
      const type = message.type === "stop" ? "stopped" : "started"
      setImmediate(() => this.#events.emit("message", { type, __vitest_worker_response__: true }))
    } else {
      this.#thread.isSetUp = true
      worker.send(message)
    }
  }

  #sendFile(): boolean {
    const message = this.#laterFiles.shift()
    if (message !== undefined) this.#thread.worker.send(message)
    return message !== undefined
  }

  #receive(event: string, value: unknown): void {
    if (isFailure(value)) this.#laterFiles = []
    if (isEndOfFile(value) && this.#sendFile()) return
    this.#events.emit(event, value)
  }

  async stop(): Promise<void> {
    for (const { event, listener } of this.#listeners) this.#thread.worker.off(event, listener)
  }
}

export const keptWorkers: PoolRunnerInitializer = {
  name: "kept",
  createPoolWorker: (options) => new KeptWorker(options)
}
