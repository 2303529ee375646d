import { assert, layer } from "@effect/vitest"
import { CivilDate, ComplaintQuery, PublicRecords } from "@public-records/core"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { existsSync, statSync, truncateSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { identityOf } from "../src/ExportJob.ts"
import {
  completePart,
  type FolderDay,
  folderDay,
  folderPlan,
  isStillEmpty,
  makeFolder
} from "../src/PartitionedFolder.ts"
import { dayTarget } from "../src/TargetFiles.ts"
import { complaintsTo, folder, namesIn, reportOf, run, textOf } from "./exporting.ts"
import { countingEstimates, serviceOf } from "./servedDays.ts"

const counts = { "2021-07-01": 120, "2021-07-02": 3, "2021-07-03": 0, "2021-07-04": 49 } as const
const days = ["2021-07-01", "2021-07-02", "2021-07-03", "2021-07-04"] as const

/** Returns the query for some days. */
const createdIn = (from: string, to: string) =>
  Effect.orDie(ComplaintQuery.fromInput({ createdFrom: from, createdTo: to, sort: "ASC" }))

/** Returns the job for one day of a folder. */
const dayJob = Effect.fnUntraced(function* (path: string, day: string, asked: Partial<FolderDay["job"]> = {}) {
  const { complaints } = yield* PublicRecords
  const target = dayTarget(path, day, "parquet")
  const job = yield* complaintsTo(target.file, "parquet", { target, manifest: true }, yield* createdIn(day, day))
  return { ...job, collection: complaints, ...asked }
})

/** Exports a day, or only its first pages. */
const exportDay = Effect.fnUntraced(function* (job: FolderDay["job"], pages?: number) {
  yield* makeFolder(job.target.file)
  return yield* run(job, pages)
})

const foundDays = (path: string, which: ReadonlyArray<string> = days) =>
  Effect.forEach(which, (day) => Effect.flatMap(dayJob(path, day), (job) => folderDay(CivilDate.make(day), job)))

layer(serviceOf(counts))("a day of a partitioned folder", (it) => {
  it.effect("is missing, then interrupted, then complete", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const job = yield* dayJob(path, days[0])
      const day = CivilDate.make(days[0])
      assert.deepStrictEqual(yield* folderDay(day, job), { day, job, manifest: undefined, interrupted: undefined })
      yield* exportDay(job, 1)
      const interrupted = yield* folderDay(day, job)
      assert.isUndefined(interrupted.manifest)
      assert.strictEqual(interrupted.interrupted?.progress.written, 50)
      yield* run(job)
      const complete = yield* folderDay(day, job)
      assert.strictEqual(complete.manifest?.records, 120)
      assert.isUndefined(complete.interrupted)
      assert.deepStrictEqual(yield* namesIn(dirname(job.target.file)), [
        "_part-0.parquet.manifest.json",
        "part-0.parquet"
      ])
    })
  )

  it.effect("is not complete if its file is gone, has another length, or is being replaced", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const job = yield* dayJob(path, days[1])
      const { checkpoint, file } = job.target
      yield* exportDay(job)
      const { size } = statSync(file)
      assert.strictEqual((yield* completePart(job))?.bytes, size)
      assert.isUndefined(yield* completePart({ ...job, restart: true }))
      writeFileSync(checkpoint, "")
      assert.isUndefined(yield* completePart(job))
      yield* run({ ...job, restart: true })
      assert.isDefined(yield* completePart(job))
      truncateSync(file, size - 1)
      assert.isUndefined(yield* completePart(job))
      yield* run({ ...job, restart: true })
      writeFileSync(job.target.manifest, "{}")
      assert.isUndefined(yield* completePart(job))
    })
  )

  it.effect("is not written again if its manifest cannot be read", () =>
    Effect.gen(function* () {
      const job = yield* dayJob(yield* folder, days[1])
      const { manifest } = job.target
      yield* makeFolder(join(manifest, "file"))
      assert.include((yield* Effect.flip(completePart(job))).message, manifest)
    })
  )

  it.effect("is refused if it holds the records of another query, unless it is written again", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const job = yield* dayJob(path, days[1])
      yield* exportDay(job)
      const query = { ...(yield* createdIn(days[1], days[1])), sort: "desc" as const }
      for (const other of [
        { ...job, query },
        { ...job, max: 2 },
        { ...job, spreadsheetSafe: true }
      ]) {
        const refused = yield* Effect.flip(completePart(other))
        assert.strictEqual(refused.reason, "TargetConflict")
        assert.include(refused.message, job.target.file)
        assert.include(refused.message, identityOf(job).query)
        assert.include(refused.message, identityOf(other).query)
        assert.include(refused.message, "--restart")
        assert.isUndefined(yield* completePart({ ...other, restart: true }))
      }
      // The size of a page does not change the records.
      const inSmallPages = { ...job.query, limit: 10 }
      assert.isDefined(yield* completePart({ ...job, query: inSmallPages }))
    })
  )

  it.effect("gets its folder and the missing parents", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const file = join(path, "a", "b", "c", "part")
      yield* makeFolder(file)
      yield* makeFolder(file)
      assert.isTrue(statSync(dirname(file)).isDirectory())
      writeFileSync(join(path, "file"), "")
      const below = yield* Effect.flip(makeFolder(join(path, "file", "b", "part")))
      assert.include(below.message, `${join(path, "file", "b")} cannot be written`)
      assert.include(below.message, "ENOTDIR")
    })
  )

  it.effect("fails if its folder cannot be created", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(makeFolder("/proc/public-records/a/part"))
      assert.include(failure.message, "/proc/public-records/a cannot be written")
      assert.isFalse(existsSync("/proc/public-records"))
    })
  )
})

layer(serviceOf({ "2021-07-01": 2 }))("a published day", (it) => {
  it.effect("is still empty if the service reports that it has no records within a day of its publication", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const found = (day: string) => Effect.flatMap(dayJob(path, day), (job) => folderDay(CivilDate.make(day), job))
      const [withRecords, empty] = [yield* found("2021-07-01"), yield* found("2021-06-30")]
      yield* TestClock.setTime(Date.parse("2021-07-01T16:00:00Z"))
      assert.isTrue(yield* isStillEmpty(empty))
      assert.isFalse(yield* isStillEmpty(withRecords))
      const { collection } = empty.job
      const estimate: typeof collection.estimate = (...options) =>
        Effect.map(collection.estimate(...options), (found) => ({ ...found, records: Option.none() }))
      const unknown = { ...empty, job: { ...empty.job, collection: { ...collection, estimate } } }
      assert.isFalse(yield* isStillEmpty(unknown))
      yield* TestClock.setTime(Date.parse("2021-07-02T16:00:00Z"))
      assert.isFalse(yield* isStillEmpty(empty))
      assert.isFalse(yield* isStillEmpty(withRecords))
    })
  )
})

layer(serviceOf(counts), { excludeTestServices: true })("the plan of a partitioned folder", (it) => {
  it.effect("counts the records of all days with one request, and at most one request too many for each day", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const { estimates, records } = yield* countingEstimates
      const found = yield* foundDays(path)
      const plan = Option.getOrThrow(yield* folderPlan(records, found))
      assert.strictEqual(estimates(), 1)
      assert.strictEqual(plan.records, 172)
      let requests = 0
      for (const { job } of found) requests += reportOf(yield* exportDay(job))?.requests ?? 0
      assert.isAtLeast(plan.requests, requests)
      assert.isAtMost(plan.requests, requests + days.length)
    })
  )

  it.effect("excludes complete days, and the records already read of interrupted ones", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const { estimates, records } = yield* countingEstimates
      const planned = Effect.gen(function* () {
        const plan = Option.getOrThrow(yield* folderPlan(records, yield* foundDays(path)))
        return [plan.records, plan.requests]
      })
      yield* exportDay(yield* dayJob(path, days[1]))
      // 120 and 49 records in three days.
      assert.deepStrictEqual(yield* planned, [169, 6])
      yield* exportDay(yield* dayJob(path, days[0]), 2)
      assert.deepStrictEqual(yield* planned, [169 - 99, 4])
      yield* exportDay(yield* dayJob(path, days[0]), 1)
      // Every page of the first day was read. Days before the first unread one do not count.
      assert.deepStrictEqual(yield* planned, [49, 3])
      yield* exportDay(yield* dayJob(path, days[3]))
      assert.deepStrictEqual(yield* planned, [0, 1])
      const before = estimates()
      yield* exportDay(yield* dayJob(path, days[2]))
      assert.deepStrictEqual(yield* planned, [0, 0])
      assert.strictEqual(estimates(), before)
    })
  )

  it.effect("excludes complete days after the last unread one, and rejected records", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const records = yield* PublicRecords
      for (const day of days.slice(1)) yield* exportDay(yield* dayJob(path, day))
      yield* exportDay(yield* dayJob(path, days[0]), 1)
      const [first, ...others] = yield* foundDays(path)
      const interrupted = first?.interrupted
      if (first === undefined || interrupted === undefined) return assert.fail("no day was interrupted")
      const { progress } = interrupted
      const report = { ...progress.report, records: 45, rejected: 5 }
      const withRejected = { ...first, interrupted: { ...interrupted, progress: { ...progress, report } } }
      const plan = yield* folderPlan(records, [withRejected, ...others])
      assert.strictEqual(Option.getOrThrow(plan).records, 120 - 50)
    })
  )

  it.effect("is the same for days in either order", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const records = yield* PublicRecords
      yield* exportDay(yield* dayJob(path, days[0]))
      const found = yield* foundDays(path)
      const [reversed, plan] = yield* Effect.forEach([found.toReversed(), found], (days) =>
        Effect.map(folderPlan(records, days), (plan) => ({ ...Option.getOrThrow(plan), time: "measured" }))
      )
      assert.deepStrictEqual(reversed, plan)
    })
  )

  it.effect("is never negative, even if a complete day has lost records since", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const job = yield* dayJob(path, days[2])
      yield* exportDay(yield* dayJob(path, days[1]))
      const manifest = JSON.parse(yield* textOf(dayTarget(path, days[1], "parquet").manifest))
      writeFileSync(dayTarget(path, days[1], "parquet").manifest, JSON.stringify({ ...manifest, claimedTotal: 1000 }))
      const found = [...(yield* foundDays(path, [days[0], days[1]])), yield* folderDay(CivilDate.make(days[2]), job)]
      const plan = yield* folderPlan(yield* PublicRecords, found)
      assert.strictEqual(Option.getOrThrow(plan).records, 0)
    })
  )

  it.effect("counts the records of a complete day if the service reported no total", () =>
    Effect.gen(function* () {
      const path = yield* folder
      yield* exportDay(yield* dayJob(path, days[1]))
      const { manifest: file } = dayTarget(path, days[1], "parquet")
      const manifest = JSON.parse(yield* textOf(file))
      writeFileSync(file, JSON.stringify({ ...manifest, claimedTotal: null, records: 2, rejected: 5 }))
      const found = yield* foundDays(path, [days[0], days[1], days[2]])
      const plan = yield* folderPlan(yield* PublicRecords, found)
      assert.strictEqual(Option.getOrThrow(plan).records, 123 - 7)
    })
  )
})
