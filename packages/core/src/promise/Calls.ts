import { Cause, type Effect, Exit, type Fiber, type Layer, ManagedRuntime } from "effect"
import { PublicRecords } from "../PublicRecords.ts"
import { InvalidOptions, PublicRecordsError } from "../PublicRecordsError.ts"

/** Where in the caller's code something was asked: an error whose stack is read only if the call fails. */
export type CallSite = Error

/** The frames of a stack, without the line on top that some engines put there. */
const framesOf = (site: CallSite): string => (site.stack ?? "").replace(/^\w*Error[^\n]*\n/, "")

/**
 * An error whose stack leads to who asked; where it was made inside is of no use to them. Printed by Node.js, Bun or Deno, it
 * looks like any other error.
 */
const askedAt = (error: PublicRecordsError, site: CallSite): PublicRecordsError => {
  const stack = `${error.name}: ${error.message}\n${framesOf(site)}`
  return Object.defineProperties(error, {
    stack: { value: stack, configurable: true, writable: true },
    [Symbol.for("nodejs.util.inspect.custom")]: { value: () => stack },
    [Symbol.for("Deno.customInspect")]: { value: () => stack }
  })
}

/** Something was asked of a client, or of a stream, that is past its use. */
export const misuse = (operation: string, message: string, site: CallSite): PublicRecordsError =>
  askedAt(new PublicRecordsError({ operation, reason: new InvalidOptions({ message }) }), site)

/** Stops something because the client is closed. */
type Stop = (error: PublicRecordsError) => Promise<void>

/** The calls of one client: effects that run as promises, until they end, their signal says so, or the client is closed. */
export class Calls {
  readonly records: PublicRecords["Service"]
  readonly #runtime: ManagedRuntime.ManagedRuntime<PublicRecords, PublicRecordsError>
  readonly #stops = new Map<Stop, CallSite>()
  #isClosed = false
  #closing: Promise<void> | undefined

  /** **Throws** `PublicRecordsError` where the layer cannot be built. */
  constructor(layer: Layer.Layer<PublicRecords, PublicRecordsError>, site: CallSite) {
    this.#runtime = ManagedRuntime.make(layer)
    const built = this.#runtime.runSyncExit(PublicRecords)
    if (Exit.isFailure(built)) throw thrown(built.cause, site)
    this.records = built.value
  }

  /** Begins an effect. **Throws** `PublicRecordsError` where the client is closed, and the signal's reason. */
  begin<A>(
    effect: Effect.Effect<A, unknown>,
    signal: AbortSignal | undefined,
    site: CallSite
  ): Fiber.Fiber<A, unknown> {
    if (this.#isClosed) throw closed(site)
    signal?.throwIfAborted()
    return this.#runtime.runFork(effect)
  }

  /** What comes of a fiber. An aborted signal interrupts it, and rejects with its reason at once. */
  outcome<A>(fiber: Fiber.Fiber<A, unknown>, signal: AbortSignal | undefined, site: CallSite): Promise<A> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        reject(signal?.reason)
        fiber.interruptUnsafe()
      }
      signal?.addEventListener("abort", abort, { once: true })
      fiber.addObserver((exit) => {
        signal?.removeEventListener("abort", abort)
        if (Exit.isSuccess(exit)) resolve(exit.value)
        else reject(this.#isClosed ? closed(site) : thrown(exit.cause, site))
      })
      // The effect may have come as far as to abort its own signal before anyone listened.
      if (signal?.aborted === true) abort()
    })
  }

  /** Runs an effect as a promise. */
  async run<A>(effect: Effect.Effect<A, unknown>, signal: AbortSignal | undefined, site: CallSite): Promise<A> {
    return this.outcome(this.begin(effect, signal, site), signal, site)
  }

  /** Has something that was asked for stopped when the client is closed; the result takes that back. */
  whenClosed(site: CallSite, stop: Stop): () => void {
    this.#stops.set(stop, site)
    return () => this.#stops.delete(stop)
  }

  /** Interrupts all that is under way. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#stops].map(([stop, site]) => stop(closed(site))))
    await this.#runtime.dispose()
  }
}

const thrown = (cause: Cause.Cause<unknown>, site: CallSite): unknown => {
  const error = Cause.squash(cause)
  return error instanceof PublicRecordsError ? askedAt(error, site) : error
}

const closed = (site: CallSite): PublicRecordsError =>
  misuse("Use a closed client", "This client was closed, and asks nothing more. Create another one.", site)
