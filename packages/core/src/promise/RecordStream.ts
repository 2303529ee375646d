import * as Channel from "effect/Channel"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Pull from "effect/Pull"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { StreamOptions } from "../CallOptions.ts"
import { type CallRunner, type CallSite, usageError } from "./CallRunner.ts"
import { toPlain, type WalkReport } from "./plain.ts"

/**
 * The records of a query, each once, in the order of the query. Pages are fetched on demand.
 *
 * **Fails with** `PublicRecordsError`, or with the reason of an aborted signal. The loop throws it.
 *
 * **Gotchas** a stream can be consumed only once. A second loop over it fails.
 */
export interface RecordStream<Record> extends AsyncIterable<Record> {
  /** The report of the walk, even if it failed or its consumer stopped. Rejects only if the walk did not start. */
  readonly report: Promise<WalkReport>
}

interface StreamSource<Record> {
  readonly calls: CallRunner
  readonly signal: AbortSignal | undefined
  readonly site: CallSite
  readonly records: (onReport: NonNullable<StreamOptions["onReport"]>) => Stream.Stream<Record, unknown>
}

const endResult = { done: true, value: undefined } as const

class RecordIterator<Record> implements AsyncIterator<Record, undefined> {
  readonly #source: StreamSource<Record>
  readonly #report: PromiseWithResolvers<WalkReport>
  readonly #scope = Scope.makeUnsafe()
  readonly #cancellation = new AbortController()
  #pull: Effect.Effect<ReadonlyArray<Record> | undefined, unknown>
  #stopListening = (): void => {}
  #fiber: Fiber.Fiber<unknown, unknown> | undefined
  #ready: Iterator<Record, undefined> = [].values()
  #fetching: Promise<void> | undefined
  #ended: Promise<void> | undefined
  #failure: { readonly error: unknown } | undefined

  constructor(source: StreamSource<Record>, report: PromiseWithResolvers<WalkReport>) {
    this.#source = source
    this.#report = report
    this.#pull = Effect.suspend(() => this.#open())
  }

  /** Returns the next record. Concurrent callers wait for the same page and get its records in order. */
  async next(): Promise<IteratorResult<Record, undefined>> {
    while (this.#ended === undefined) {
      const ready = this.#ready.next()
      if (ready.done !== true) return ready
      this.#fetching ??= this.#fetch()
      await this.#fetching
    }
    await this.#ended
    const failure = this.#failure
    this.#failure = undefined
    if (failure !== undefined) throw failure.error
    return endResult
  }

  async return(): Promise<IteratorResult<Record, undefined>> {
    await this.#end()
    return endResult
  }

  #open(): Effect.Effect<ReadonlyArray<Record> | undefined, unknown> {
    const { calls, records, signal, site } = this.#source
    const abort = (): void => void this.#end({ error: signal?.reason })
    signal?.addEventListener("abort", abort, { once: true })
    const forget = calls.onClose(site, (error) => this.#end({ error }))
    this.#stopListening = () => {
      signal?.removeEventListener("abort", abort)
      forget()
    }
    const stream = records((report) => Effect.sync(() => this.#report.resolve(toPlain(report))))
    return Effect.flatMap(Channel.toPullScoped(Stream.toChannel(stream), this.#scope), (pull) => {
      this.#pull = Pull.catchDone(pull, () => Effect.succeed(undefined))
      return this.#pull
    })
  }

  async #fetch(): Promise<void> {
    const { calls, signal, site } = this.#source
    try {
      const fiber = calls.fork(this.#pull, signal, site)
      this.#fiber = fiber
      const records = await calls.toPromise(fiber, this.#cancellation.signal, site)
      if (records === undefined) void this.#end()
      else this.#ready = records.values()
    } catch (error) {
      void this.#end({ error })
    } finally {
      this.#fetching = undefined
    }
  }

  #end(failure?: { readonly error: unknown }): Promise<void> {
    this.#ended ??= this.#close(failure)
    return this.#ended
  }

  async #close(failure: { readonly error: unknown } | undefined): Promise<void> {
    this.#failure = failure
    this.#stopListening()
    this.#cancellation.abort()
    const stopped = this.#fiber === undefined ? Effect.void : Fiber.interrupt(this.#fiber)
    await Effect.runPromise(Effect.andThen(stopped, Scope.close(this.#scope, Exit.void)))
    const message = "The stream was closed before its first record was read, so there is no report."
    const unread = usageError("Read a stream", message, this.#source.site)
    // If the walk started, its report is already resolved, and this has no effect.
    this.#report.reject(failure?.error ?? unread)
  }
}

/** Returns the records of a walk, which starts with the request for the first record. */
export const recordStream = <Record>(source: StreamSource<Record>): RecordStream<Record> => {
  const report = Promise.withResolvers<WalkReport>()
  // Prevents an unhandled rejection if the caller does not await the report.
  report.promise.catch(() => {})
  let isRead = false
  return {
    report: report.promise,
    [Symbol.asyncIterator]: () => {
      if (isRead) {
        const message = "The stream was already consumed. Call stream() again."
        throw usageError("Read a stream", message, new Error("read"))
      }
      isRead = true
      return new RecordIterator(source, report)
    }
  }
}
