import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { NoticeQuery, PublicRecords, type StreamOptions, UnexpectedAnswer, type WalkReport } from "../src/index.ts"
import { ComplaintQuery } from "../src/queries/ComplaintQuery.ts"
import { type Page } from "../src/records/Page.ts"
import { type SortOrder } from "../src/queries/QueryInput.ts"
import { defaultRememberedRecords, walk } from "../src/walk/walk.ts"
import { clientOf, fakeService, pageOfIds } from "./FakeService.ts"
import { firstWeek, queryFor, range } from "./ranges.ts"
import { numbered } from "./walked.ts"

const week = (order: SortOrder = "DESC") => queryFor({ _tag: "CreatedRange", created: firstWeek }, order)

interface Row {
  readonly id: string
  readonly at: string
}

/** So many records on each day of the first week of July, oldest first. */
const rowsOfWeek = (perDay: number): ReadonlyArray<Row> =>
  Array.from({ length: 7 * perDay }, (_, index) => {
    const day = Math.floor(index / perDay) + 1
    return { id: `day-${day}-${index % perDay}`, at: `2021-07-0${day} 10:00:00` }
  })

/** Answers from rows, as the service would; `delay` makes it take its time. */
const service = (
  rows: ReadonlyArray<Row>,
  delay: (query: ComplaintQuery) => Effect.Effect<void> = () => Effect.void
) => {
  const asked: Array<ComplaintQuery> = []
  const found = new Map<string, ReadonlyArray<Row>>()
  const search = ({ filter, order }: ComplaintQuery): ReadonlyArray<Row> => {
    const { from, to } = "created" in filter ? filter.created : range("0000-01-01", "9999-12-31")
    const some = rows.filter(({ at }) => at >= from.padEnd(19, " 00:00:00") && at <= to.padEnd(19, " 23:59:59"))
    return order === "DESC" ? some.toReversed() : some
  }
  const matching = (query: ComplaintQuery): ReadonlyArray<Row> => {
    const question = JSON.stringify([query.filter, query.order])
    const all = found.get(question) ?? search(query)
    found.set(question, all)
    return all
  }
  const pageOf = (query: ComplaintQuery): Effect.Effect<Page<Row>> =>
    Effect.gen(function* () {
      asked.push(query)
      yield* delay(query)
      const all = matching(query)
      const records = all.slice(query.offset, query.offset + query.limit)
      return { records, rejected: [], offset: query.offset, received: records.length, total: Option.some(all.length) }
    })
  return { asked, pageOf }
}

const fromOf = ({ filter }: ComplaintQuery): string => ("created" in filter ? filter.created.from : "")

/** Walks to the end, or to where it fails. */
const walked = <E>(
  query: ComplaintQuery,
  pageOf: (query: ComplaintQuery) => Effect.Effect<Page<Row>, E>,
  options: StreamOptions,
  take = Number.POSITIVE_INFINITY
) =>
  Effect.gen(function* () {
    const reports: Array<WalkReport> = []
    const ids: Array<string> = []
    const onReport = (report: WalkReport) => Effect.sync(() => reports.push(report))
    const exit = yield* walk(query, pageOf, { ...options, onReport }).pipe(
      Stream.take(take),
      Stream.runForEach(({ id }) => Effect.sync(() => ids.push(id))),
      Effect.result
    )
    assert.strictEqual(reports.length, 1, "told once")
    return { ids, failure: exit._tag === "Failure" ? exit.failure : undefined, report: reports[0] }
  })

describe("walk by day", () => {
  it.effect("hands on the same records in the same order as a walk that is not split", () =>
    Effect.gen(function* () {
      const rows = rowsOfWeek(70)
      for (const order of ["DESC", "ASC"] as const) {
        const plain = yield* walked(week(order), service(rows).pageOf, {})
        assert.strictEqual(plain.ids.length, 490)
        for (const concurrency of [2, 3, 100]) {
          const { ids } = yield* walked(week(order), service(rows).pageOf, { concurrency })
          assert.deepStrictEqual(ids, plain.ids)
        }
      }
    })
  )

  it.effect("reports each day, and all of them together", () =>
    Effect.gen(function* () {
      const rows = rowsOfWeek(70)
      const { report } = yield* walked(week("ASC"), service(rows).pageOf, { concurrency: 3 })
      const windows = Array.from({ length: 7 }, (_, index) => ({
        from: `2021-07-0${index + 1}`,
        to: `2021-07-0${index + 1}`,
        records: 70,
        claimedTotal: Option.some(70),
        agrees: Option.some(true)
      }))
      assert.deepStrictEqual(report, {
        records: 490,
        requests: 14,
        duplicates: 0,
        rejected: 0,
        claimedTotal: Option.some(490),
        agrees: Option.some(true),
        forgotten: 0,
        windows
      })
    })
  )

  it.effect("names the day that does not agree with its own total", () =>
    Effect.gen(function* () {
      const { pageOf } = service(rowsOfWeek(3))
      const { report } = yield* walked(
        week(),
        (query) =>
          Effect.map(pageOf(query), (page) => ({
            ...page,
            total:
              fromOf(query) === "2021-07-04"
                ? Option.some(99)
                : fromOf(query) === "2021-07-02"
                  ? Option.none()
                  : page.total
          })),
        { concurrency: 2 }
      )
      assert.deepStrictEqual(
        report?.windows.map(({ from, agrees }) => `${from} ${Option.getOrElse(agrees, () => "unknown")}`),
        ["07 true", "06 true", "05 true", "04 false", "03 true", "02 unknown", "01 true"].map((day) => `2021-07-${day}`)
      )
      assert.deepStrictEqual([report?.claimedTotal, report?.agrees], [Option.none(), Option.none()])
    })
  )

  it.effect("reads as many days at the same time as it was told, and no more", () =>
    Effect.gen(function* () {
      const { asked, pageOf } = service(rowsOfWeek(3), () => Effect.sleep("1 second"))
      const fiber = yield* Effect.forkChild(walked(week(), pageOf, { concurrency: 3 }))
      const begun: Array<number> = []
      for (let second = 0; second < 3; second++) {
        yield* TestClock.adjust(second === 0 ? 0 : "1 second")
        begun.push(asked.length)
      }
      assert.deepStrictEqual(begun, [3, 6, 7])
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(fiber)).ids.length, 21)
    })
  )

  it.effect("is not split with a concurrency of 1, an offset, or a range within a day", () =>
    Effect.gen(function* () {
      const rows = rowsOfWeek(20)
      const oneDay = queryFor({ _tag: "CreatedRange", created: range("2021-07-03", "2021-07-03") })
      for (const [query, options] of [
        [week(), {}],
        [week(), { concurrency: 1 }],
        [week().withOffset(5), { concurrency: 4 }],
        [oneDay, { concurrency: 4 }],
        [ComplaintQuery.default, { concurrency: 4 }]
      ] as const) {
        const { asked, pageOf } = service(rows)
        const { report } = yield* walked(query, pageOf, options)
        assert.deepStrictEqual(report?.windows, [])
        assert.isTrue(asked.every(({ filter }) => JSON.stringify(filter) === JSON.stringify(query.filter)))
      }
    })
  )

  it.effect("hands on a record once that is served in two days", () =>
    Effect.gen(function* () {
      const { pageOf } = service(rowsOfWeek(3))
      const stranger = { id: "everywhere", at: "2021-07-04 00:00:00" }
      const broken = { reason: "broken", raw: { id: "broken everywhere" } }
      const rejected: Array<unknown> = []
      const dropped: Array<string> = []
      const { ids, report } = yield* walked(
        week("ASC"),
        (query) =>
          Effect.map(pageOf(query), (page) =>
            query.offset > 0
              ? page
              : { ...page, records: [stranger, ...page.records], rejected: [broken], received: page.received + 2 }
          ),
        {
          concurrency: 4,
          onRejected: ({ raw }) => Effect.sync(() => rejected.push(raw)),
          onDropped: (id) => Effect.sync(() => dropped.push(id))
        }
      )
      assert.strictEqual(ids.filter((id) => id === "everywhere").length, 1)
      assert.strictEqual(ids[0], "everywhere")
      assert.deepStrictEqual(rejected, [broken.raw])
      assert.deepStrictEqual(new Set(dropped), new Set(["everywhere"]))
      assert.deepStrictEqual([report?.records, report?.rejected, report?.duplicates], [22, 1, 12])
    })
  )

  it.effect("fails after what came before the day that failed, and gives up the days behind it", () =>
    Effect.gen(function* () {
      const { asked, pageOf } = service(rowsOfWeek(60), (query) =>
        Effect.sleep(fromOf(query) === "2021-07-03" ? "1 second" : "1 minute")
      )
      const lost = new UnexpectedAnswer({ said: "" })
      const fiber = yield* Effect.forkChild(
        walked(
          week("ASC"),
          (query) =>
            Effect.flatMap(pageOf(query), (page) =>
              fromOf(query) === "2021-07-03" ? Effect.fail(lost) : Effect.succeed(page)
            ),
          { concurrency: 5 }
        )
      )
      yield* TestClock.adjust("10 minutes")
      const { ids, failure, report } = yield* Fiber.join(fiber)
      assert.strictEqual(failure, lost)
      assert.deepStrictEqual(
        ids,
        rowsOfWeek(60)
          .slice(0, 120)
          .map(({ id }) => id)
      )
      assert.deepStrictEqual(
        asked.map(fromOf).toSorted(),
        [1, 1, 2, 2, 3, 4, 5].map((day) => `2021-07-0${day}`)
      )
      assert.deepStrictEqual(report?.agrees, Option.none())
    })
  )

  it.effect("interrupts every day when its reader leaves", () =>
    Effect.gen(function* () {
      let interrupted = 0
      const isFirst = (query: ComplaintQuery) => fromOf(query) === "2021-07-01"
      const { pageOf } = service(rowsOfWeek(60), (query) =>
        isFirst(query) ? Effect.void : Effect.onInterrupt(Effect.never, () => Effect.sync(() => interrupted++))
      )
      const { ids, report } = yield* walked(week("ASC"), pageOf, { concurrency: 4 }, 10)
      assert.strictEqual(ids.length, 10)
      assert.strictEqual(interrupted, 3)
      assert.deepStrictEqual(report?.agrees, Option.none())
    })
  )

  it.effect("does not say that all agrees where its reader leaves before the last day was begun", () =>
    Effect.gen(function* () {
      const reports: Array<WalkReport> = []
      yield* walk(week("ASC"), service(rowsOfWeek(3)).pageOf, {
        concurrency: 2,
        onReport: (report) => Effect.sync(() => reports.push(report))
      }).pipe(
        // Both days that were begun are read by then.
        Stream.tap(() => Effect.forEach(numbered(100), () => Effect.yieldNow)),
        Stream.take(1),
        Stream.runDrain
      )
      assert.deepStrictEqual(
        reports.map(({ agrees, claimedTotal, windows }) => [agrees, claimedTotal, windows.map(({ agrees }) => agrees)]),
        [[Option.none(), Option.none(), [Option.some(true), Option.some(true)]]]
      )
    })
  )

  it.effect("reads a bounded way ahead of a slow reader, who gets everything", () =>
    Effect.gen(function* () {
      const perPage = 5
      const perDay = 600 * perPage
      const { asked, pageOf } = service(rowsOfWeek(perDay))
      const mayGoOn = yield* Deferred.make<void>()
      let count = 0
      const fiber = yield* walk(week("ASC").withLimit(perPage), pageOf, { concurrency: 2 }).pipe(
        Stream.runForEachArray((some) => {
          count += some.length
          return Deferred.await(mayGoOn)
        }),
        Effect.forkChild
      )
      for (let turn = 0; turn < 2000; turn++) yield* Effect.yieldNow
      assert.strictEqual(count, perPage)
      // Each of two days: 400 pages that wait, one that waits to be put there, and the one in the reader's hands.
      assert.isAtLeast(asked.length, 802)
      assert.isAtMost(asked.length, 804)
      yield* Deferred.succeed(mayGoOn, undefined)
      yield* Fiber.join(fiber)
      assert.strictEqual(count, 7 * perDay)
    })
  )

  it.effect("refuses settings that make no sense, before anything is sent", () =>
    Effect.gen(function* () {
      const bad: ReadonlyArray<StreamOptions> = [
        { concurrency: 0 },
        { concurrency: 1.5 },
        { concurrency: Number.NaN },
        { concurrency: Number.POSITIVE_INFINITY },
        { rememberedRecords: -1 },
        { rememberedRecords: 999 },
        { rememberedRecords: 100_000_001 },
        { rememberedRecords: Number.NaN }
      ]
      for (const options of bad) {
        const { asked, pageOf } = service(rowsOfWeek(3))
        const { failure } = yield* walked(week(), pageOf, options)
        assert.strictEqual(failure?._tag, "InvalidOptions")
        assert.match(failure?.message ?? "", /whole number/)
        assert.strictEqual(asked.length, 0)
      }
      const good: ReadonlyArray<StreamOptions> = [
        { concurrency: Number.MAX_SAFE_INTEGER },
        { rememberedRecords: 1000 },
        { rememberedRecords: 100_000_000 }
      ]
      for (const options of good) {
        assert.strictEqual((yield* walked(week(), service(rowsOfWeek(1)).pageOf, options)).ids.length, 7)
      }
      assert.strictEqual(defaultRememberedRecords, 2_000_000)
    })
  )
})

describe("the client", () => {
  it.effect("asks for each day by its date, or says what is wrong with the options", () =>
    Effect.gen(function* () {
      const list = fakeService((url) =>
        pageOfIds([url.searchParams.get("created_date_from") ?? ""], { "records-total": 1 })
      )
      const ids = yield* PublicRecords.use(({ complaints }) =>
        Stream.runCollect(Stream.map(complaints.stream(week(), { concurrency: 3 }), ({ id }) => id))
      ).pipe(Effect.provide(clientOf(list)))
      assert.deepStrictEqual<ReadonlyArray<string>>(
        ids,
        [7, 6, 5, 4, 3, 2, 1].map((day) => `"2021-07-0${day}"`)
      )
      const failure = yield* PublicRecords.use(({ notices }) =>
        Stream.runDrain(notices.stream(NoticeQuery.default, { concurrency: 0 }))
      ).pipe(Effect.provide(clientOf(list)), Effect.flip)
      assert.strictEqual(failure.reason._tag, "InvalidOptions")
      assert.strictEqual(list.arrivals.length, 7)
    })
  )
})

describe("walk whose reader asks for duplicates or for rejected records only", () => {
  it.effect("tells of them, and not of the others", () =>
    Effect.gen(function* () {
      const told: Array<unknown> = []
      const tell = (what: unknown) => Effect.sync(() => told.push(what))
      const broken = { reason: "broken", raw: { id: "broken" } }
      const pageOf = ({ offset }: ComplaintQuery): Effect.Effect<Page<Row>> => {
        const [records, rejected] =
          offset === 0
            ? [
                [
                  { id: "a", at: "" },
                  { id: "a", at: "" }
                ],
                [broken]
              ]
            : [[], []]
        return Effect.succeed({ records, rejected, offset, received: 3, total: Option.some(2) })
      }
      for (const options of [{ onDropped: tell }, { onRejected: tell }]) {
        assert.deepStrictEqual((yield* walked(ComplaintQuery.default, pageOf, options)).ids, ["a"])
      }
      assert.deepStrictEqual(told, ["a", broken])
    })
  )
})

describe("walk of more than it remembers", () => {
  it.effect("says how many records it no longer remembered", () =>
    Effect.gen(function* () {
      const { pageOf } = service(rowsOfWeek(300))
      const { ids, report } = yield* walked(ComplaintQuery.default, pageOf, { rememberedRecords: 1000 })
      assert.strictEqual(ids.length, 2100)
      assert.strictEqual(report?.forgotten, 1100)
    })
  )
})
