import { Channel, Effect, Exit, Fiber, Pull, Scope, Stream } from "effect"
import { type StreamOptions } from "../CallOptions.ts"
import { type CallSite, type Calls, misuse } from "./Calls.ts"
import { plainReport, type WalkReport } from "./plain.ts"

/**
 * The records of a query, each once, in the order of the query; a page is fetched only when it is needed.
 *
 * **Fails with** `PublicRecordsError` from the loop, and with the reason of an aborted signal.
 *
 * **Gotchas** a stream is one walk: it is read once, and a second loop over it fails. Ask for another stream to walk anew.
 */
export interface RecordStream<Record> extends AsyncIterable<Record> {
  /**
   * What the walk did: when it ended, when it failed, and when it was left. It rejects only where no walk began, as for an
   * invalid query, and need not be awaited.
   */
  readonly report: Promise<WalkReport>
}

type Records<Record> = ReadonlyArray<Record>

/** What a walk is made of. */
export interface WalkPlan<Record> {
  readonly calls: Calls
  readonly signal: AbortSignal | undefined
  readonly site: CallSite
  readonly records: (onReport: NonNullable<StreamOptions["onReport"]>) => Stream.Stream<Record, unknown>
}

const over = { done: true, value: undefined } as const

/** One walk, read record by record. */
class RecordIterator<Record> implements AsyncIterator<Record, undefined> {
  readonly #plan: WalkPlan<Record>
  readonly #report: PromiseWithResolvers<WalkReport>
  readonly #scope = Scope.makeUnsafe()
  readonly #leaving = new AbortController()
  #pull: Effect.Effect<Records<Record> | undefined, unknown>
  #stopListening = (): void => {}
  #fiber: Fiber.Fiber<unknown, unknown> | undefined
  #ready: Iterator<Record, undefined> = [].values()
  #fetching: Promise<void> | undefined
  #ended: Promise<void> | undefined
  #failure: { readonly error: unknown } | undefined

  constructor(plan: WalkPlan<Record>, report: PromiseWithResolvers<WalkReport>) {
    this.#plan = plan
    this.#report = report
    this.#pull = Effect.suspend(() => this.#open())
  }

  /** The next record. Whoever asks while a page is on its way waits for it too, and is served in turn. */
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
    return over
  }

  /** Leaves the walk, and stops what is under way for it. */
  async return(): Promise<IteratorResult<Record, undefined>> {
    await this.#end()
    return over
  }

  #open(): Effect.Effect<Records<Record> | undefined, unknown> {
    const { calls, records, signal, site } = this.#plan
    const abort = (): void => void this.#end({ error: signal?.reason })
    signal?.addEventListener("abort", abort, { once: true })
    const forget = calls.whenClosed(site, (error) => this.#end({ error }))
    this.#stopListening = () => {
      signal?.removeEventListener("abort", abort)
      forget()
    }
    const stream = records((report) => Effect.sync(() => this.#report.resolve(plainReport(report))))
    return Effect.flatMap(Channel.toPullScoped(Stream.toChannel(stream), this.#scope), (pull) => {
      this.#pull = Pull.catchDone(pull, () => Effect.succeed(undefined))
      return this.#pull
    })
  }

  async #fetch(): Promise<void> {
    const { calls, signal, site } = this.#plan
    try {
      const fiber = calls.begin(this.#pull, signal, site)
      this.#fiber = fiber
      const records = await calls.outcome(fiber, this.#leaving.signal, site)
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
    this.#leaving.abort()
    const stopped = this.#fiber === undefined ? Effect.void : Fiber.interrupt(this.#fiber)
    await Effect.runPromise(Effect.andThen(stopped, Scope.close(this.#scope, Exit.void)))
    // Without a walk there is no report; with one, it came before this.
    this.#report.reject(failure?.error ?? unread(this.#plan.site))
  }
}

const unread = (site: CallSite): Error =>
  misuse("Read a stream", "It was left before a record was asked for, so there is nothing to report.", site)

/** The records of a walk that begins when the first of them is asked for. */
export const recordStream = <Record>(plan: WalkPlan<Record>): RecordStream<Record> => {
  const report = Promise.withResolvers<WalkReport>()
  // Nobody has to await the report; who does sees it reject all the same.
  report.promise.catch(() => {})
  let isRead = false
  return {
    report: report.promise,
    [Symbol.asyncIterator]: () => {
      if (isRead) {
        throw misuse(
          "Read a stream",
          "It was read already; ask for another one to walk the list anew.",
          new Error("read")
        )
      }
      isRead = true
      return new RecordIterator(plan, report)
    }
  }
}
