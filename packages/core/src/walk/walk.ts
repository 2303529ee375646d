import { Array, Effect, Option, Stream } from "effect"
import { type StreamOptions } from "../CallOptions.ts"
import { DaysReader } from "./DaysReader.ts"
import { type DayWindow } from "../queries/dayWindows.ts"
import { type Page } from "../records/Page.ts"
import { type Identified, type News, newsOf, PageReader } from "./PageReader.ts"
import { InvalidOptions, type WalkStalled } from "../PublicRecordsError.ts"
import { SeenRecords } from "./SeenRecords.ts"
import { type Ask } from "./WalkState.ts"
import { type WalkReport } from "../WalkReport.ts"

/** Unless another number is asked for. */
export const defaultRememberedRecords = 2_000_000
const fewestRememberedRecords = 1000
const mostRememberedRecords = 100_000_000

/** A query whose answer can be walked. */
export interface WalkableQuery<Self> {
  readonly offset: number
  readonly limit: number
  readonly withOffset: (offset: number) => Self
  readonly withLimit: (limit: number) => Self
  /** The same question for each day of its range, in its order; nothing where it has no range longer than a day. */
  readonly byDay?: () => Option.Option<Iterable<DayWindow<Self>>>
}

/** How a walk was asked for, defaults in place. */
interface WalkSettings {
  readonly concurrency: number
  readonly rememberedRecords: number
}

/** What a walk brings page by page, and what it has done so far. */
interface Walk<Record, E> {
  readonly news: Stream.Stream<News<Record>, E>
  readonly report: () => WalkReport
}

const isWholeNumber = (value: number, from: number, to = Number.MAX_SAFE_INTEGER): boolean =>
  Number.isSafeInteger(value) && value >= from && value <= to

/** What is wrong with the settings of a walk, as a sentence; nothing where all is well. */
const settingsProblem = ({ concurrency, rememberedRecords }: WalkSettings): string | undefined => {
  if (!isWholeNumber(concurrency, 1)) {
    return `concurrency is the number of days that are read at the same time, a whole number from 1, not ${concurrency}.`
  }
  return isWholeNumber(rememberedRecords, fewestRememberedRecords, mostRememberedRecords)
    ? undefined
    : `rememberedRecords is a whole number from ${fewestRememberedRecords} to ${mostRememberedRecords}, not ${rememberedRecords}.`
}

const walkOf = <Query extends WalkableQuery<Query>, Record extends Identified, E>(
  query: Query,
  pageOf: (query: Query) => Effect.Effect<Page<Record>, E>,
  settings: WalkSettings
): Walk<Record, E | InvalidOptions | WalkStalled> => {
  const start = { offset: query.offset, limit: query.limit }
  const problem = settingsProblem(settings)
  const pageAt = (part: Query, { offset, limit }: Ask): Effect.Effect<Page<Record>, E> =>
    pageOf(part.withLimit(limit).withOffset(offset))
  const days = settings.concurrency > 1 && query.offset === 0 ? query.byDay?.() : undefined
  if (problem === undefined && days !== undefined && Option.isSome(days)) {
    return new DaysReader({ ...settings, days: days.value[Symbol.iterator](), limit: query.limit, pageAt })
  }
  const reader = new PageReader<Record>(start, new SeenRecords(problem === undefined ? settings.rememberedRecords : 1))
  return {
    news:
      problem === undefined
        ? newsOf(reader, start, (ask) => pageAt(query, ask))
        : Stream.fail(new InvalidOptions({ message: problem })),
    report: () => ({ ...reader.report(), windows: [] })
  }
}

/**
 * Every record of a list once, though its pages overlap, repeat or come short; a page is fetched when the reader needs it.
 *
 * **Fails with** what a page fails with, `WalkStalled` when three pages in a row bring nothing new, and `InvalidOptions`,
 * before anything is sent.
 *
 * **Gotchas** rejected records are told of before the other records of their page, which come as one chunk.
 *
 * **Source** decisions, "The rules of a walk".
 */
export const walk = <Query extends WalkableQuery<Query>, Record extends Identified, E>(
  query: Query,
  pageOf: (query: Query) => Effect.Effect<Page<Record>, E>,
  { concurrency = 1, onDropped, onRejected, onReport, rememberedRecords = defaultRememberedRecords }: StreamOptions = {}
): Stream.Stream<Record, E | InvalidOptions | WalkStalled> =>
  Stream.suspend(() => {
    const { news, report } = walkOf(query, pageOf, { concurrency, rememberedRecords })
    const tell = ({ rejected, dropped }: News<Record>): Effect.Effect<void> =>
      Effect.andThen(
        onRejected === undefined ? Effect.void : Effect.forEach(rejected, onRejected, { discard: true }),
        onDropped === undefined ? Effect.void : Effect.forEach(dropped, onDropped, { discard: true })
      )
    return (onRejected === undefined && onDropped === undefined ? news : Stream.tap(news, tell)).pipe(
      Stream.map(({ records }) => records),
      Stream.filter(Array.isReadonlyArrayNonEmpty),
      Stream.flattenArray,
      Stream.ensuring(Effect.suspend(() => onReport?.(report()) ?? Effect.void))
    )
  })
