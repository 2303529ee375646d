import { Effect, Exit, Fiber, Option, Queue, type Scope, Stream } from "effect"
import { type DayWindow } from "../queries/dayWindows.ts"
import { type Page } from "../records/Page.ts"
import { type Identified, type News, newsOf, PageReader } from "./PageReader.ts"
import { type WalkStalled } from "../PublicRecordsError.ts"
import { SeenRecords } from "./SeenRecords.ts"
import { type Ask } from "./WalkState.ts"
import { type PlainReport, type WalkReport } from "../WalkReport.ts"

/** How many pages of a day wait for a slow reader: 20,000 records, 50 a page. */
const mostPagesWaiting = 400

/** What is walked day by day: how many days at the same time, and how a page is fetched. */
export interface DaysToWalk<Query, Record, E> {
  readonly days: Iterator<DayWindow<Query>>
  readonly concurrency: number
  readonly limit: number
  readonly rememberedRecords: number
  readonly pageAt: (query: Query, ask: Ask) => Effect.Effect<Page<Record>, E>
}

/** What a day's walk hands over: its news, and at last how it ended. */
type Handed<Record, E> =
  | { readonly _tag: "News"; readonly news: News<Record> }
  | { readonly _tag: "End"; readonly exit: Exit.Exit<void, E> }

/** A day that is being read, in its turn or ahead of it. */
interface OpenDay<Record extends Identified, E> {
  readonly window: DayWindow<unknown>
  readonly reader: PageReader<Record>
  readonly handed: Queue.Queue<Handed<Record, E | WalkStalled>>
  fiber: Fiber.Fiber<void> | undefined
}

interface ClosedDay {
  readonly window: DayWindow<unknown>
  readonly report: PlainReport
}

const sum = (counts: ReadonlyArray<number>): number => counts.reduce((total, count) => total + count, 0)

/**
 * A walk that is split into days: several are read at the same time, and handed on one after the other.
 *
 * A day that fails ends the walk when its turn comes, after all that stands before it was handed on; the days behind it
 * are given up at once.
 */
export class DaysReader<Query, Record extends Identified, E> {
  readonly #toWalk: DaysToWalk<Query, Record, E>
  readonly #seen: SeenRecords
  readonly #open: Array<OpenDay<Record, E>> = []
  readonly #closed: Array<ClosedDay> = []
  #hasMoreDays = true
  #isEveryDayBegun = false
  /** What came in two days. */
  readonly #again = { records: 0, rejected: 0 }

  constructor(toWalk: DaysToWalk<Query, Record, E>) {
    this.#toWalk = toWalk
    this.#seen = new SeenRecords(toWalk.rememberedRecords)
  }

  /** What the days bring, in their order. Whoever leaves interrupts all of them. */
  get news(): Stream.Stream<News<Record>, E | WalkStalled> {
    return Stream.scoped(Stream.paginate(undefined, () => this.#next()))
  }

  #next(): Effect.Effect<
    readonly [ReadonlyArray<News<Record>>, Option.Option<undefined>],
    E | WalkStalled,
    Scope.Scope
  > {
    return Effect.gen({ self: this }, function* () {
      while (this.#hasMoreDays && this.#open.length < this.#toWalk.concurrency) yield* this.#openDay()
      const [day] = this.#open
      if (day === undefined) return [[], Option.none()]
      const handed = yield* Queue.take(day.handed)
      if (handed._tag === "News") return [[this.#unmet(handed.news)], Option.some(undefined)]
      yield* handed.exit
      this.#open.shift()
      this.#closed.push({ window: day.window, report: day.reader.report() })
      return [[], Option.some(undefined)]
    })
  }

  #openDay(): Effect.Effect<void, never, Scope.Scope> {
    return Effect.gen({ self: this }, function* () {
      const { days, limit, pageAt, rememberedRecords } = this.#toWalk
      const next = days.next()
      if (next.done === true) {
        this.#hasMoreDays = false
        this.#isEveryDayBegun = true
        return
      }
      const { query } = next.value
      const handed = yield* Queue.bounded<Handed<Record, E | WalkStalled>>(mostPagesWaiting)
      const start = { offset: 0, limit }
      const reader = new PageReader<Record>(start, new SeenRecords(rememberedRecords))
      const day: OpenDay<Record, E> = { window: next.value, reader, handed, fiber: undefined }
      this.#open.push(day)
      day.fiber = yield* newsOf(reader, start, (ask) => pageAt(query, ask)).pipe(
        Stream.runForEach((news) => Queue.offer(handed, { _tag: "News", news })),
        Effect.exit,
        Effect.tap((exit) => (Exit.isFailure(exit) ? this.#giveUpAfter(day) : Effect.void)),
        Effect.flatMap((exit) => Queue.offer(handed, { _tag: "End", exit })),
        Effect.asVoid,
        Effect.forkScoped
      )
    })
  }

  #giveUpAfter(day: OpenDay<Record, E>): Effect.Effect<void> {
    this.#hasMoreDays = false
    const behind = this.#open.slice(this.#open.indexOf(day) + 1)
    return Fiber.interruptAll(behind.flatMap(({ fiber }) => (fiber === undefined ? [] : [fiber])))
  }

  #unmet({ records, rejected, dropped }: News<Record>): News<Record> {
    const metBefore: Array<string> = []
    const unmet = {
      records: records.filter(({ id }) => {
        const isNew = this.#seen.add(id)
        if (!isNew) metBefore.push(id)
        return isNew
      }),
      rejected: rejected.filter((record) => this.#seen.addRejected(record)),
      dropped: dropped.concat(metBefore)
    }
    this.#again.records += records.length - unmet.records.length
    this.#again.rejected += rejected.length - unmet.rejected.length
    return unmet
  }

  readonly report = (): WalkReport => {
    const open = this.#open.map(({ window, reader }) => ({ window, report: reader.report() }))
    const days = [...this.#closed, ...open]
    const reports = days.map(({ report }) => report)
    const total = (count: (report: PlainReport) => number): number => sum(reports.map(count))
    const ofAll = <A>(member: (report: PlainReport) => Option.Option<A>): Option.Option<ReadonlyArray<A>> =>
      this.#isEveryDayBegun ? Option.all(reports.map(member)) : Option.none()
    return {
      records: total(({ records }) => records) - this.#again.records,
      requests: total(({ requests }) => requests),
      duplicates: total(({ duplicates }) => duplicates) + this.#again.records + this.#again.rejected,
      rejected: total(({ rejected }) => rejected) - this.#again.rejected,
      claimedTotal: Option.map(
        ofAll(({ claimedTotal }) => claimedTotal),
        sum
      ),
      agrees: Option.map(
        ofAll(({ agrees }) => agrees),
        (agreed) => agreed.every(Boolean)
      ),
      forgotten: this.#seen.forgotten,
      windows: days.map(({ window: { from, to }, report: { records, claimedTotal, agrees } }) => ({
        from,
        to,
        records,
        claimedTotal,
        agrees
      }))
    }
  }
}
