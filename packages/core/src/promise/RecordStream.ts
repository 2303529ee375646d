import * as Channel from "effect/Channel"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Predicate from "effect/Predicate"
import * as Pull from "effect/Pull"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { CallListener } from "../CallListener.ts"
import type { StreamOptions } from "../CallOptions.ts"
import { type CallRunner, type CallSite, type RunOptions, usageError } from "./CallRunner.ts"
import type { PageStream, RecordStream, WalkReport } from "./api.ts"

interface StreamSource<Item> extends RunOptions {
  readonly calls: CallRunner
  readonly items: (onReport: NonNullable<StreamOptions["onReport"]>) => Stream.Stream<Item, unknown>
}

const endResult = { done: true, value: undefined } as const

class ItemIterator<Item> implements AsyncIterator<Item, undefined> {
  readonly #source: StreamSource<Item>
  readonly #report: PromiseWithResolvers<WalkReport>
  readonly #scope = Scope.makeUnsafe()
  readonly #cancellation = new AbortController()
  #pull: Effect.Effect<ReadonlyArray<Item> | undefined, unknown>
  #stopListening = (): void => {}
  #fiber: Fiber.Fiber<unknown, unknown> | undefined
  #ready: Iterator<Item, undefined> = [].values()
  #fetching: Promise<void> | undefined
  #ended: Promise<void> | undefined
  #failure: { readonly error: unknown } | undefined

  constructor(source: StreamSource<Item>, report: PromiseWithResolvers<WalkReport>) {
    this.#source = source
    this.#report = report
    this.#pull = Effect.suspend(() => this.#open())
  }

  /** Returns the next record. Concurrent callers wait for the same page and get its records in order. */
  async next(): Promise<IteratorResult<Item, undefined>> {
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

  async return(): Promise<IteratorResult<Item, undefined>> {
    await this.#end()
    return endResult
  }

  #open(): Effect.Effect<ReadonlyArray<Item> | undefined, unknown> {
    const { calls, items, listener, signal, site } = this.#source
    const abort = (): void => void this.#end({ error: signal?.reason })
    signal?.addEventListener("abort", abort)
    const forget = calls.onClose(site, (error) => this.#end({ error }))
    this.#stopListening = () => {
      signal?.removeEventListener("abort", abort)
      forget()
    }
    const onReport = (report: WalkReport) => Effect.sync(() => this.#report.resolve(report))
    const stream = Stream.provideService(items(onReport), CallListener, listener)
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

/** Returns the items of a walk, which starts with the request for the first item. */
export const pageStream = <Item>(source: StreamSource<Item>): PageStream<Item> => {
  const report = Promise.withResolvers<WalkReport>()
  // Prevents an unhandled rejection if the caller does not await the report.
  report.promise.catch(() => {})
  let isRead = false
  return {
    report: report.promise,
    [Symbol.asyncIterator]: () => {
      if (isRead) {
        const message = "The stream was already consumed. Create another one."
        throw usageError("Read a stream", message, new Error())
      }
      isRead = true
      return new ItemIterator(source, report)
    }
  }
}

const firstOf = async <Item>(items: AsyncIterable<Item>, options: unknown, site: CallSite): Promise<Array<Item>> => {
  const limit = Predicate.hasProperty(options, "limit") ? options.limit : undefined
  if (!Predicate.isNumber(limit) || !Number.isSafeInteger(limit) || limit < 1) {
    const message = "toArray needs a limit, an integer of 1 or more, such as { limit: 1000 }."
    throw usageError("Read a stream", message, site)
  }
  const first: Array<Item> = []
  for await (const item of items) if (first.push(item) === limit) break
  return first
}

/** Returns the records of a walk. */
export const recordStream = <Record>(source: StreamSource<Record>): RecordStream<Record> => {
  const stream = pageStream(source)
  return { ...stream, toArray: (options) => firstOf(stream, options, new Error()) }
}
