import { assert, describe, it } from "@effect/vitest"
import { ComplaintQuery, type Complaint, type QuotaState } from "@public-records/core"
import { type ExportEvent, initialProgress } from "@public-records/export/ExportEvent"
import { type PlannedJob } from "@public-records/export/plan"
import { fileTarget } from "@public-records/export/Target"
import { Effect, Exit, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { complaintKind } from "../src/output/kinds.ts"
import { runExport } from "../src/export/reporter.ts"
import { type Session } from "../src/source/session.ts"

const quota: QuotaState = {
  limit: Option.none(),
  remaining: Option.none(),
  requestsThisHour: 0,
  nextRequestAt: Option.none(),
  waiting: 0
}

const unused = Effect.die("not used by the report")

const collection = {
  page: () => unused,
  stream: () => Stream.fromEffect(unused),
  pages: () => Stream.fromEffect(unused),
  get: () => unused,
  estimate: ({ offset }: { readonly offset: number }) =>
    Effect.succeed({
      records: Option.some(1000 - offset),
      pages: Option.some(20),
      requests: Option.some(21),
      time: Option.none()
    }),
  nextPublication: unused
}

const job: PlannedJob<ComplaintQuery, Complaint> = {
  collection,
  query: ComplaintQuery.default,
  layout: complaintKind,
  format: "ndjson",
  target: fileTarget("all.ndjson"),
  source: "here",
  writtenBy: "test"
}

/** Creates a session that records its status output: lines, and progress that replaces a line. */
const recordedSession = (progress: Session["progress"], nextRequestAt: QuotaState["nextRequestAt"]) => {
  const lines: Array<string> = []
  const replaced: Array<string> = []
  const session: Session = {
    records: {
      complaints: collection,
      notices: { ...collection, page: () => unused, pages: () => Stream.fromEffect(unused) },
      quota: { get: Effect.succeed({ ...quota, nextRequestAt }), changes: Stream.empty },
      timeFor: () => Effect.succeed(Option.none())
    },
    status: {
      print: (line) => Effect.sync(() => void lines.push(line)),
      progress: (line) => Effect.sync(() => void replaced.push(line)),
      clearProgress: Effect.sync(() => void replaced.push(""))
    },
    progress,
    source: "here",
    requestsPerHour: 1000,
    isLocal: false,
    isMirror: false,
    clockProblem: () => undefined
  }
  return { session, lines, replaced }
}

const progressOf = (written: number, requestsNow = 5) => ({
  ...initialProgress,
  written,
  writtenNow: written,
  requests: requestsNow,
  requestsNow
})
const started: ExportEvent = { _tag: "Started", resumed: undefined, source: "here" }
const page = (written: number, requestsNow?: number): ExportEvent => ({
  _tag: "Page",
  progress: progressOf(written, requestsNow)
})
const done = (written: number): ExportEvent => ({
  _tag: "Done",
  report: {
    ...progressOf(written),
    file: "all.ndjson",
    bytes: 1,
    sha256: "",
    startedAt: "",
    endedAt: "",
    reachedMax: false,
    rejectedFile: undefined
  }
})

/** Emits events after pauses. **Units** milliseconds. */
const after = (...events: ReadonlyArray<readonly [millis: number, event: ExportEvent]>) =>
  Stream.fromIterable(events).pipe(Stream.mapEffect(([millis, event]) => Effect.as(TestClock.adjust(millis), event)))

const report = Effect.fnUntraced(function* (
  events: Stream.Stream<ExportEvent, string>,
  options: Parameters<typeof runExport>[3] = {},
  progress: Session["progress"] = "line",
  nextRequestAt: QuotaState["nextRequestAt"] = Option.none()
) {
  const { lines, replaced, session } = recordedSession(progress, nextRequestAt)
  const exit = yield* Effect.exit(runExport(session, job, events, options))
  return { lines, replaced, isSuccess: Exit.isSuccess(exit) }
})

const quiet = { printsPlan: false }

describe("the progress of an export", () => {
  it.effect("is shown four times a second on a terminal, and once a minute elsewhere", () =>
    Effect.gen(function* () {
      for (const [progress, interval] of [
        ["line", 250],
        ["lines", 60_000]
      ] as const) {
        const events = after(
          [0, started],
          [interval - 1, page(10)],
          [1, page(20)],
          [interval - 1, page(30)],
          [1, page(40)],
          [interval, done(50)]
        )
        const { lines, replaced } = yield* report(events, quiet, progress)
        const shown = (progress === "line" ? replaced : lines).map((line) => /^\d+ of [\d,]+/.exec(line)?.[0])
        assert.deepStrictEqual(
          shown.filter((start) => start !== undefined),
          ["20 of 1,020", "40 of 1,040"],
          progress
        )
        assert.strictEqual((progress === "line" ? lines : replaced).filter((line) => /^\d+ of /.test(line)).length, 0)
      }
    })
  )

  it.effect("is not shown if it is not requested", () =>
    Effect.gen(function* () {
      const events = after([0, started], [1e9, page(10)], [1e9, page(20)], [0, done(20)])
      const { lines, replaced } = yield* report(events, quiet, "none")
      assert.deepStrictEqual([lines.length, replaced], [2 + (complaintKind.note === undefined ? 0 : 1), [""]])
    })
  )

  it.effect("has the rate since the start, and the day of a partition", () =>
    Effect.gen(function* () {
      const events = after([5_000, started], [2_000, page(100)], [1_000, done(100)])
      const { lines, replaced } = yield* report(events, { ...quiet, day: "2021-07-07" })
      assert.match(replaced[0] ?? "", /^2021-07-07: 100 of 1,100 .*, 50 per second$/)
      assert.deepStrictEqual(lines.length, 1)
      assert.match(lines[0] ?? "", /^2021-07-07: 100 complaints /)
      const plain = yield* report(after([0, started], [2_000, page(100)], [0, done(100)]), quiet)
      assert.match(plain.replaced[0] ?? "", /^100 of /)
      assert.isAbove(plain.lines.length, 1)
    })
  )

  it.effect("states after the pages that the file is being written", () =>
    Effect.gen(function* () {
      const events = after([0, started], [0, page(1)], [0, { _tag: "Finishing" }], [0, done(1)])
      const { replaced } = yield* report(events, { ...quiet, day: "2021-07-07" })
      assert.match(replaced[0] ?? "", /^2021-07-07: \D+$/)
      assert.deepStrictEqual(replaced.slice(1), [""])
    })
  )
})

describe("the plan of an export", () => {
  it.effect("is printed once, if requested", () =>
    Effect.gen(function* () {
      const events = after([0, started], [0, page(10)], [0, page(20)], [0, done(20)])
      const plans = ({ lines }: { readonly lines: ReadonlyArray<string> }) =>
        lines.filter((line) => line.startsWith("Plan"))
      assert.lengthOf(plans(yield* report(events)), 1)
      assert.lengthOf(plans(yield* report(events, quiet)), 0)
    })
  )

  it.effect("is printed after the second response, or after the first one if the second request has to wait", () =>
    Effect.gen(function* () {
      const first = after([0, started], [0, page(50, 1)])
      const second = after([0, started], [0, page(50, 1)], [0, page(99, 2)])
      const waiting = Option.some(Date.UTC(2021, 6, 8, 12))
      const countOf = (...asked: Parameters<typeof report>) =>
        Effect.map(report(...asked), ({ lines }) => lines.filter((line) => line.startsWith("Plan")).length)
      assert.deepStrictEqual([yield* countOf(first), yield* countOf(second)], [0, 1])
      assert.strictEqual(yield* countOf(first, {}, "line", waiting), 1)
    })
  )
})

describe("an export that resumes", () => {
  const resumed = (source: string): ExportEvent => ({ _tag: "Started", resumed: progressOf(70), source })

  it.effect("has a plan for the records after those that are written", () =>
    Effect.gen(function* () {
      const before = { ...progressOf(70), report: { ...initialProgress.report, records: 70 } }
      const events: ReadonlyArray<readonly [number, ExportEvent]> = [
        [0, { _tag: "Started", resumed: before, source: "here" }],
        [0, page(120)],
        [0, done(120)]
      ]
      const { lines } = yield* report(after(...events))
      assert.match(lines.find((line) => line.startsWith("Plan")) ?? "", /^Plan for the rest: 930 complaints, /)
      const { lines: anew } = yield* report(after([0, started], [0, page(50)], [0, done(50)]))
      assert.match(anew.find((line) => line.startsWith("Plan")) ?? "", /^Plan: 1,000 complaints, /)
    })
  )

  it.effect("reports the number of written records, and their source if it differs", () =>
    Effect.gen(function* () {
      const same = yield* report(after([0, resumed("here")], [0, done(70)]), quiet)
      const other = yield* report(after([0, resumed("elsewhere")], [0, done(70)]), quiet)
      assert.match(same.lines[0] ?? "", /70 complaints/)
      assert.notInclude(same.lines[0], ", from ")
      assert.include(other.lines[0], "elsewhere")
      const ofDay = yield* report(after([0, resumed("here")], [0, done(70)]), { ...quiet, day: "2021-07-07" })
      assert.match(ofDay.lines[0] ?? "", /^2021-07-07: /)
    })
  )

  it.effect("reports that the list has changed", () =>
    Effect.gen(function* () {
      const moved = yield* report(after([0, resumed("here")], [0, { _tag: "ListChanged" }], [0, done(70)]), quiet)
      const still = yield* report(after([0, resumed("here")], [0, done(70)]), quiet)
      assert.strictEqual(moved.lines.length, still.lines.length + 1)
    })
  )
})

describe("an export that fails", () => {
  const failing = (...events: ReadonlyArray<ExportEvent>) =>
    Stream.concat(Stream.fromIterable(events), Stream.fail("the network is gone"))

  it.effect("reports the number of saved records, if there are any and it can be resumed", () =>
    Effect.gen(function* () {
      const kept = yield* report(failing(started, page(1), page(50)), quiet)
      assert.isFalse(kept.isSuccess)
      assert.deepStrictEqual(
        kept.lines.map((line) => /^\d+ complaints?/.exec(line)?.[0]),
        ["50 complaints"]
      )
      assert.deepStrictEqual(kept.replaced.at(-1), "")
      const one = yield* report(failing(started, page(1)), quiet)
      assert.match(one.lines[0] ?? "", /^1 complaint /)
      assert.deepStrictEqual((yield* report(failing(started), quiet)).lines, [])
      assert.deepStrictEqual((yield* report(failing(started, page(50)), { ...quiet, isResumable: false })).lines, [])
    })
  )

  it.effect("reports those of the runs before, even if it fails or is interrupted before its first page", () =>
    Effect.gen(function* () {
      const resumed: ExportEvent = { _tag: "Started", resumed: progressOf(70), source: "here" }
      const lines = [
        "Resuming an interrupted export: 70 complaints are already written.",
        "70 complaints are saved. Run the same command to resume."
      ]
      assert.deepStrictEqual((yield* report(failing(resumed), quiet)).lines, lines)
      const interrupted = Stream.concat(Stream.make(resumed), Stream.fromEffect(Effect.interrupt))
      assert.deepStrictEqual((yield* report(interrupted, quiet)).lines, lines)
    })
  )

  it.effect("reports them after an interruption, too", () =>
    Effect.gen(function* () {
      const events = Stream.concat(Stream.fromIterable([started, page(50)]), Stream.fromEffect(Effect.interrupt))
      const { isSuccess, lines, replaced } = yield* report(events, quiet)
      assert.isFalse(isSuccess)
      assert.deepStrictEqual(lines, ["50 complaints are saved. Run the same command to resume."])
      assert.strictEqual(replaced.at(-1), "")
    })
  )

  it.effect("is also one that ends without a result", () =>
    Effect.gen(function* () {
      assert.isFalse((yield* report(after([0, started], [0, page(1)]), quiet)).isSuccess)
      assert.isTrue((yield* report(after([0, started], [0, done(1)]), quiet)).isSuccess)
    })
  )
})
