import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { type ImportedDay, type SyncEvent, type SyncReport } from "@public-records/mirror"
import { Effect, Result } from "effect"
import { checkSync, showEvent } from "../src/commands/mirrorSync.ts"
import { type Format } from "../src/flags.ts"
import { makeEventPrinter } from "../src/output/mirrorEvents.ts"
import { makeStatusOutput } from "../src/output/StatusOutput.ts"
import { hostIn, recordedStream } from "./inProcess.ts"

const day = CivilDate.make("2021-07-07")

const stored: ImportedDay = {
  _tag: "Day",
  day,
  state: "complete",
  records: 120,
  duplicates: 2,
  setAside: 1,
  source: "service",
  origin: "https://service.test",
  outcome: "stored",
  why: null,
  reasons: []
}
const failed = { _tag: "Failed", list: day, message: "The service is unavailable." } as const
const refused = { _tag: "Refused", file: "a.csv", message: "It is empty.", isIoFailure: false } as const
const cutOff = { _tag: "CutOff", file: "b.csv", message: "It was cut off." } as const
const notices = { _tag: "Notices", changed: 3, gone: 1, readToTheEnd: true } as const
const report: SyncReport = {
  _tag: "Report",
  requests: 5,
  records: 120,
  duplicates: 2,
  setAside: 1,
  reasons: [],
  notices: 3,
  days: { stored: 1, replaced: 0, unchanged: 0, held: 0, partial: 0, failed: 1 },
  left: { days: 1, requests: 4, nextTryAt: null }
}

/** Prints the events of a sync in a format. */
const printed = Effect.fnUntraced(function* (format: Format) {
  const { layer, written } = hostIn()
  const printing = Effect.flatMap(makeEventPrinter(format), (print) =>
    Effect.forEach([refused, cutOff, stored, failed, notices, report], print)
  )
  yield* Effect.provide(printing, layer)
  return written().stdout
})

const jsonLines = (text: string): ReadonlyArray<unknown> =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))

describe("the output of an import or a sync", () => {
  it.effect("has a line for each day, for the notices and for the numbers as a table", () =>
    Effect.gen(function* () {
      assert.match(
        yield* printed("table"),
        /^2021-07-07 .*120 rows.*\nnotices .*3 new or changed, 1 gone\n5 requests: 120 complaints.*\n$/
      )
    })
  )

  it.effect("has each event as NDJSON, all of them in one document as JSON, and only the days as CSV", () =>
    Effect.gen(function* () {
      const { _tag: _day, ...dayFields } = stored
      const { _tag: _report, ...reportFields } = report
      const lines = jsonLines(yield* printed("ndjson"))
      assert.deepStrictEqual(lines, [
        { file: "a.csv", message: "It is empty.", isIoFailure: false, outcome: "refused" },
        { file: "b.csv", message: "It was cut off.", outcome: "cut off" },
        dayFields,
        { list: day, message: "The service is unavailable.", outcome: "failed" },
        { list: "notices", changed: 3, gone: 1, readToTheEnd: true },
        { report: true, ...reportFields }
      ])
      const { events, report: numbers } = JSON.parse(yield* printed("json"))
      assert.deepStrictEqual([...events, numbers], lines)
      assert.strictEqual(
        yield* printed("csv"),
        "day,state,records,duplicates,setAside,source,origin,outcome,why\r\n2021-07-07,complete,120,2,1,service,https://service.test,stored,\r\n"
      )
    })
  )
})

describe("the progress of a sync", () => {
  /** Returns what these events print to standard error on a terminal. */
  const shown = Effect.fnUntraced(function* (...events: ReadonlyArray<SyncEvent>) {
    const { stream, text } = recordedStream(100)
    const show = showEvent({
      requestsPerHour: 900,
      status: makeStatusOutput({ stdout: stream, stderr: stream }, { quiet: false, showsProgress: true })
    })
    yield* Effect.forEach(events, show)
    return text()
  })
  const page = { _tag: "Page", list: day, records: 1_050, total: 2_000, requests: 21 } as const

  it.effect("counts the records and the requests, of the numbers that are known", () =>
    Effect.gen(function* () {
      const days = { new: 1, again: 0, missing: 0 }
      const plan = { _tag: "Plan", from: day, to: day, days, notices: false, requests: 41 } as const
      assert.include(yield* shown(page), "2021-07-07: 1,050 of 2,000 records, request 21")
      assert.notInclude(yield* shown(page), "of about")
      assert.include(yield* shown({ ...page, total: null }), "2021-07-07: 1,050 records, request 21")
      assert.include(yield* shown({ ...page, records: 1, total: null }), "2021-07-07: 1 record, request 21")
      assert.include(yield* shown({ ...page, records: 1, total: 1 }), "2021-07-07: 1 of 1 record, request 21")
      const planned = yield* shown(plan, page)
      assert.include(planned, "Plan: 1 new day")
      assert.include(planned, "request 21 of about 41")
    })
  )

  it.effect("names the list that failed, and no other", () =>
    Effect.gen(function* () {
      assert.include(yield* shown(page, failed), "2021-07-07: The service is unavailable.\n")
      assert.strictEqual(yield* shown(stored, notices, report), "")
    })
  )

  it.effect("is erased before every event that is printed", () =>
    Effect.gen(function* () {
      const counted = yield* shown(page)
      for (const event of [stored, notices, report]) {
        assert.strictEqual(yield* shown(page, event), `${counted}\r\u001B[K`, event._tag)
      }
    })
  )
})

describe("the end of a sync", () => {
  const waiting = { ...report, left: { ...report.left, nextTryAt: new Date("2021-07-08T12:00:00Z") } }

  it.effect("fails if the next request would have to wait, unless nothing may wait", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(checkSync({ noWait: false, pages: 1 }, waiting, []))
      assert.strictEqual(failure.exitCode, 4)
      assert.strictEqual(failure.nextTryAt, Date.parse("2021-07-08T12:00:00Z"))
      yield* checkSync({ noWait: true, pages: 1 }, waiting, [])
      yield* checkSync({ noWait: false, pages: 1 }, report, [])
      yield* checkSync({ noWait: false, pages: 1 }, undefined, [])
    })
  )

  it.effect.each([
    ["partial", 115, 5, 6],
    ["partial", 0, 1, 6],
    ["partial", 115, 0, 6],
    // The service may be late.
    ["partial", 0, 0, 0],
    // A record of another day.
    ["complete", 119, 1, 0]
  ] as const)(
    "fails if a day was read only in part: %s, %i records, %i set aside",
    ([state, records, setAside, code]) =>
      Effect.gen(function* () {
        const day = { ...stored, state, records, setAside, why: state === "partial" ? "the reason" : null }
        const end = yield* Effect.result(checkSync({ noWait: false, pages: 1 }, report, [day]))
        assert.strictEqual(Result.isFailure(end) ? end.failure.exitCode : 0, code)
        if (Result.isFailure(end)) assert.include(end.failure.message, "2021-07-07: the reason")
      })
  )

  it.effect("fails with the days that were held back", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(
        checkSync({ noWait: false, pages: 1 }, report, [{ ...stored, outcome: "held" }])
      )
      assert.strictEqual(failure.exitCode, 6)
      assert.include(failure.message, "2021-07-07")
      const early = yield* Effect.flip(
        checkSync({ noWait: false, pages: 1 }, waiting, [{ ...stored, outcome: "held" }])
      )
      assert.strictEqual(early.exitCode, 4)
    })
  )
})
