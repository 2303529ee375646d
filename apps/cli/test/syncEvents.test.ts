import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { type ImportedDay, type SyncEvent, type SyncPlan, type SyncReport } from "@public-records/mirror"
import { Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import { type Format } from "../src/flags.ts"
import { makeEventPrinter } from "../src/output/mirrorEvents.ts"
import { makeStatusOutput } from "../src/output/StatusOutput.ts"
import { checkSync, emptyRun, recordEvent } from "../src/sync/checkSync.ts"
import { showEvents } from "../src/sync/showEvents.ts"
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
const file = { _tag: "File", file: "c.csv", outcome: "stored", bytes: 1000, left: 3 } as const
const plan: SyncPlan = {
  _tag: "Plan",
  dailyFiles: null,
  from: day,
  to: day,
  days: { new: 1, again: 0, missing: 0 },
  notices: false,
  requests: 41
}
const report: SyncReport = {
  _tag: "Report",
  dailyFiles: null,
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
    Effect.forEach([plan, refused, cutOff, stored, file, failed, notices, report], print)
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
      const { _tag: _plan, ...planFields } = plan
      const { _tag: _file, ...fileFields } = file
      const { _tag: _report, ...reportFields } = report
      const lines = jsonLines(yield* printed("ndjson"))
      assert.deepStrictEqual(lines, [
        { plan: true, ...planFields },
        { file: "a.csv", message: "It is empty.", isIoFailure: false, outcome: "refused" },
        { file: "b.csv", message: "It was cut off.", outcome: "cut off" },
        dayFields,
        fileFields,
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

/** Returns what these events print to standard error, on a terminal or without one. */
const shown = Effect.fnUntraced(function* (progress: "line" | "lines", events: ReadonlyArray<SyncEvent>) {
  const { stream, text } = recordedStream(100)
  const streams = { stdout: stream, stderr: stream }
  const status = makeStatusOutput(streams, { quiet: false, showsProgress: progress === "line" })
  const show = showEvents({ requestsPerHour: 900, progress, status })
  yield* Effect.forEach(events, (event) => Effect.andThen(show(event), TestClock.adjust("3 seconds")))
  return text()
})

describe("the progress of a sync", () => {
  const onTerminal = (...events: ReadonlyArray<SyncEvent>) => shown("line", events)
  const page = { _tag: "Page", list: day, records: 1_050, total: 2_000, requests: 21 } as const

  it.effect("counts the records and the requests, of the numbers that are known", () =>
    Effect.gen(function* () {
      assert.include(yield* onTerminal(page), "2021-07-07: 1,050 of 2,000 records, request 21")
      assert.notInclude(yield* onTerminal(page), "of about")
      assert.include(yield* onTerminal({ ...page, total: null }), "2021-07-07: 1,050 records, request 21")
      assert.include(yield* onTerminal({ ...page, records: 1, total: null }), "2021-07-07: 1 record, request 21")
      assert.include(yield* onTerminal({ ...page, records: 1, total: 1 }), "2021-07-07: 1 of 1 record, request 21")
      const planned = yield* onTerminal(plan, page)
      assert.include(planned, "Plan: 1 new day")
      assert.include(planned, "request 21 of about 41")
    })
  )

  it.effect("names the list that failed, and no other", () =>
    Effect.gen(function* () {
      assert.include(yield* onTerminal(page, failed), "2021-07-07: The service is unavailable.\n")
      assert.strictEqual(yield* onTerminal(stored, notices, report), "")
    })
  )

  it.effect("is erased before every event that is printed", () =>
    Effect.gen(function* () {
      const counted = yield* onTerminal(page)
      for (const event of [stored, notices, report]) {
        assert.strictEqual(yield* onTerminal(page, event), `${counted}\r\u001B[K`, event._tag)
      }
    })
  )
})

describe("the progress of daily files", () => {
  const nameOf = (date: string) => `DNC_Complaint_Numbers_${date}.csv`
  const dailyFiles = { files: 3, megabytes: 4, minutes: 1, days: [{ from: day, to: day }] }
  const events: ReadonlyArray<SyncEvent> = [
    { ...plan, days: { new: 0, again: 0, missing: 0 }, requests: 0, dailyFiles },
    { _tag: "Fetching", file: nameOf("2021-07-08"), left: 3 },
    { ...stored, source: "file" },
    { ...file, file: nameOf("2021-07-08"), left: 2 },
    { _tag: "Fetching", file: nameOf("2021-07-07_0"), left: 2 },
    { _tag: "Refused", file: nameOf("2021-07-07_0"), message: "It is a web page." },
    { _tag: "Fetching", file: "another", left: 1 }
  ]

  it.effect("has the file, the last day, the rate and the time that is left on a terminal", () =>
    Effect.gen(function* () {
      const lines = (yield* shown("line", events)).split(/\r\u001B\[K|\n/).filter((line) => line !== "")
      assert.deepStrictEqual(lines, [
        "Plan: 3 daily files for 2021-07-07: about 4 MB, 1 min.",
        "File 1 of 3 (2021-07-08), 1 min left",
        "File 2 of 3 (2021-07-07_0), last day 2021-07-07, 7 a minute, 18 s left",
        "It is a web page.",
        "File 3 of 3 (another), last day 2021-07-07, 8 a minute, 8 s left"
      ])
    })
  )

  it.effect("is a line for each file elsewhere", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* shown("lines", events),
        [
          "Plan: 3 daily files for 2021-07-07: about 4 MB, 1 min.",
          "DNC_Complaint_Numbers_2021-07-08.csv: stored, 1.0 kB, 2 left",
          "It is a web page.",
          ""
        ].join("\n")
      )
    })
  )
})

describe("the end of a sync", () => {
  /** Checks a run with these events. */
  const check = (
    { noWait = false, pages = 1, print = (_line: string): void => undefined },
    ...events: ReadonlyArray<SyncEvent>
  ) => {
    const run = { ...emptyRun(), pages }
    for (const event of events) recordEvent(run, event)
    return checkSync({ noWait }, run, { print: (line) => Effect.sync(() => print(line)) })
  }

  const waiting = { ...report, left: { ...report.left, nextTryAt: new Date("2021-07-08T12:00:00Z") } }
  const heldDay = { ...stored, outcome: "held" } as const

  it.effect("fails if the next request would have to wait, unless nothing may wait", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(check({}, waiting))
      assert.strictEqual(failure.exitCode, 4)
      assert.strictEqual(failure.nextTryAt, Date.parse("2021-07-08T12:00:00Z"))
      yield* check({ noWait: true }, waiting)
      yield* check({}, report)
      yield* check({})
    })
  )

  it.effect.each([
    ["service", "partial", 115, 5, 6],
    ["service", "partial", 0, 1, 6],
    ["service", "partial", 115, 0, 6],
    // The service may be late.
    ["service", "partial", 0, 0, 0],
    // A record of another day.
    ["service", "complete", 119, 1, 0],
    // An earlier file may still come.
    ["file", "partial", 115, 0, 0]
  ] as const)(
    "fails if a day was read only in part: from %s, %s, %i records, %i set aside",
    ([source, state, records, setAside, code]) =>
      Effect.gen(function* () {
        const read = { ...stored, source, state, records, setAside, why: state === "partial" ? "the reason" : null }
        const end = yield* Effect.result(check({}, read, report))
        assert.strictEqual(Result.isFailure(end) ? end.failure.exitCode : 0, code)
        if (Result.isFailure(end)) assert.include(end.failure.message, "2021-07-07: the reason")
      })
  )

  it.effect("fails with the days that were held back, and says how they are accepted", () =>
    Effect.gen(function* () {
      const service = yield* Effect.flip(check({}, heldDay, report))
      assert.strictEqual(service.exitCode, 6)
      assert.match(service.message, /2021-07-07\. A run 12 hours later/)
      assert.strictEqual((yield* Effect.flip(check({}, heldDay, waiting))).exitCode, 4)
      const file = yield* Effect.flip(check({}, { ...heldDay, source: "file" }, report))
      assert.strictEqual(file.exitCode, 6)
      assert.include(file.message, 'run "public-records mirror sync --replace 2021-07-07".')
      assert.notInclude(file.message, "12 hours")
      const both = yield* Effect.flip(check({}, { ...heldDay, source: "file" }, heldDay, report))
      assert.match(both.message, /--replace 2021-07-07"\. A run 12 hours later/)
    })
  )

  it.effect(
    "fails with the reason if daily files were refused, and only says that the notices were, or that older files do not exist",
    () =>
      Effect.gen(function* () {
        const refusedFile = { _tag: "Refused", file: "a.csv", message: "a.csv was not stored: it is cut off." } as const
        const withFiles = (refused: number) => {
          const files = { stored: 0, unchanged: 0, held: 0, missing: 0, refused }
          return {
            ...report,
            dailyFiles: { requests: 1, bytes: 0, files, ended: "Twenty are missing.", nothingNew: null }
          }
        }
        const one = yield* Effect.flip(check({}, refusedFile, withFiles(1)))
        assert.deepStrictEqual([one.exitCode, one.summary], [6, "a.csv was not stored: it is cut off."])
        const two = yield* Effect.flip(check({}, refusedFile, refusedFile, withFiles(2)))
        assert.strictEqual(two.summary, "2 daily files were refused. a.csv was not stored: it is cut off.")
        const printed: Array<string> = []
        yield* check({ print: (line) => void printed.push(line) }, { ...refusedFile, file: "notices" }, withFiles(0))
        assert.deepStrictEqual(printed, ["Twenty are missing."])
      })
  )
})
