import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Context from "effect/Context"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type { Records } from "../PublicRecords.ts"
import { CallListener } from "../CallListener.ts"
import { InvalidOptions, PublicRecordsError, type ResponseInfo } from "../PublicRecordsError.ts"
import type { Answer, CallPromise } from "./api.ts"
import type { Listener } from "./listener.ts"

/** The location of a call in the caller's code: an error whose stack is read only if the call fails. */
export type CallSite = Error

/** Replaces the stack of an error by that of the call. Every runtime prints the error as usual. */
const withCallSite = (error: PublicRecordsError, site: CallSite): PublicRecordsError => {
  // Some engines begin a stack with the name and message of the error.
  const frames = (site.stack ?? "").replace(/^\w*Error[^\n]*\n/, "")
  const stack = `${error.name}: ${error.message}\n${frames}`
  return Object.defineProperties(error, {
    stack: { value: stack, configurable: true, writable: true },
    [Symbol.for("nodejs.util.inspect.custom")]: { value: () => stack },
    [Symbol.for("Deno.customInspect")]: { value: () => stack }
  })
}

export const usageError = (operation: string, message: string, site: CallSite): PublicRecordsError =>
  withCallSite(new PublicRecordsError({ operation, reason: new InvalidOptions({ message }) }), site)

const closedClientError = (site: CallSite): PublicRecordsError =>
  usageError("Use a closed client", "The client is closed. Create a new one.", site)

const toThrowable = (cause: Cause.Cause<unknown>, site: CallSite): unknown => {
  const error = Cause.squash(cause)
  return error instanceof PublicRecordsError ? withCallSite(error, site) : error
}

const callPromise = <A>(answer: Promise<Answer<A>>): CallPromise<A> => {
  const result = answer.then(({ data }) => data)
  const withResponse = (): Promise<Answer<A>> => {
    // The caller handles the rejection of the answer.
    result.catch(() => {})
    return answer
  }
  return Object.assign(result, { withResponse })
}

/** The listener, the signal and the location of a call. */
export interface RunOptions {
  readonly listener: Listener
  readonly signal: AbortSignal | undefined
  readonly site: CallSite
}

type CloseHandler = (error: PublicRecordsError) => Promise<void>

/** The records that a client calls. Its callers may pass any input, because their compiler may be off. */
export class CalledRecords extends Context.Service<CalledRecords, Records>()("@public-records/core/CalledRecords") {}

/** Runs the calls of a client as promises. A call stops when its signal is aborted or the client is closed. */
export class CallRunner {
  readonly records: Records
  readonly #runtime: ManagedRuntime.ManagedRuntime<CalledRecords, PublicRecordsError>
  readonly #closeHandlers = new Map<CloseHandler, CallSite>()
  #isClosed = false
  #closing: Promise<void> | undefined

  constructor(layer: Layer.Layer<CalledRecords, PublicRecordsError>, site: CallSite) {
    this.#runtime = ManagedRuntime.make(layer)
    const built = this.#runtime.runSyncExit(CalledRecords)
    if (Exit.isFailure(built)) throw toThrowable(built.cause, site)
    this.records = built.value
  }

  /** Starts an effect. **Throws** `PublicRecordsError` if the client is closed, or the reason of an aborted signal. */
  fork<A>(effect: Effect.Effect<A, unknown>, signal: AbortSignal | undefined, site: CallSite): Fiber.Fiber<A, unknown> {
    if (this.#isClosed) throw closedClientError(site)
    signal?.throwIfAborted()
    return this.#runtime.runFork(effect)
  }

  /** Returns the result of a fiber. An aborted signal interrupts the fiber, and its reason rejects the promise immediately. */
  toPromise<A>(fiber: Fiber.Fiber<A, unknown>, signal: AbortSignal | undefined, site: CallSite): Promise<A> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        reject(signal?.reason)
        fiber.interruptUnsafe()
      }
      signal?.addEventListener("abort", abort)
      fiber.addObserver((exit) => {
        signal?.removeEventListener("abort", abort)
        if (Exit.isSuccess(exit)) resolve(exit.value)
        else reject(this.#isClosed ? closedClientError(site) : toThrowable(exit.cause, site))
      })
      // The effect may have aborted its own signal before the listener was added.
      if (signal?.aborted === true) abort()
    })
  }

  /** Runs a call. Its events go to the listener. */
  run<A>(effect: Effect.Effect<A, unknown>, { listener, signal, site }: RunOptions): CallPromise<A> {
    let response: ResponseInfo | undefined
    const listen: Listener = (event) => {
      if (event._tag === "CallEnd") response = event.response
      return listener(event)
    }
    const start = async (): Promise<Answer<A>> => {
      const fiber = this.fork(Effect.provideService(effect, CallListener, listen), signal, site)
      return { data: await this.toPromise(fiber, signal, site), response }
    }
    return callPromise(start())
  }

  /** Adds a handler that is called when the client is closed. Returns a function that removes it. */
  onClose(site: CallSite, handler: CloseHandler): () => void {
    this.#closeHandlers.set(handler, site)
    return () => this.#closeHandlers.delete(handler)
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#closeHandlers].map(([handler, site]) => handler(closedClientError(site))))
    await this.#runtime.dispose()
  }
}
