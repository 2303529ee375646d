import { assert, layer } from "@effect/vitest"
import { type Complaint, ComplaintQuery, PublicRecords } from "@public-records/core"
import { Effect, Fiber, Option, Stream } from "effect"
import { chmod, copyFile, type FileHandle, mkdir, rmdir, stat, truncate, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { type ExportJob } from "../src/ExportJob.ts"
import { exportRecords } from "../src/exportRecords.ts"
import { lengthOf } from "../src/files.ts"
import { lineWriter } from "../src/ExportFormat.ts"
import { complaintLayout } from "../src/complaintLayout.ts"
import { interruptedExport } from "../src/interruptedExport.ts"
import { bytesOf, complaintsTo, folder, namesIn, reportOf, run, service, textOf } from "./exporting.ts"
import { onOpen } from "./recordedDisk.ts"

const pagesOfAll = 5
const formats = ["ndjson", "csv", "parquet"] as const

/** Numbers that look random and are the same for a seed. */
const seeded = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Interrupts an export while it writes to a file, or flushes a folder, for the first time. */
const interruptedIn = Effect.fnUntraced(function* (
  job: ExportJob<ComplaintQuery, Complaint>,
  path: string,
  method: "sync" | "write"
) {
  const [called, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const hold = (handle: FileHandle, opened: string): void => {
    if (opened !== path) return
    const original = handle[method]
    const value = async (...parameters: ReadonlyArray<unknown>): Promise<unknown> => {
      called.resolve()
      await released.promise
      const result: unknown = await Reflect.apply(original, handle, parameters)
      return result
    }
    Object.defineProperty(handle, method, { value })
  }
  const interrupted = Effect.gen(function* () {
    const running = yield* Effect.forkChild(run(job))
    yield* Effect.promise(() => called.promise)
    const interrupting = yield* Effect.forkChild(Fiber.interrupt(running), { startImmediately: true })
    released.resolve()
    yield* Fiber.join(interrupting)
  })
  yield* onOpen(hold, interrupted)
})

layer(service(), { excludeTestServices: true })("an export", (it) => {
  it.effect("writes every record in the order of the service and leaves no other files", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const all = yield* PublicRecords.use(({ complaints }) =>
        Stream.runCollect(complaints.stream(ComplaintQuery.default))
      )
      for (const format of ["ndjson", "csv"] as const) {
        const file = join(path, `all.${format}`)
        const report = reportOf(yield* run(yield* complaintsTo(file, format)))
        const { lines, opening } = lineWriter(complaintLayout, format, false)
        assert.strictEqual(yield* textOf(file), opening + lines(all))
        assert.strictEqual(report?.written, 230)
        assert.strictEqual(report?.requests, pagesOfAll)
        assert.deepStrictEqual(report?.report.agrees, true)
      }
      assert.deepStrictEqual(yield* namesIn(path), ["all.csv", "all.ndjson"])
    })
  )

  for (const format of formats) {
    it.effect(`writes an identical ${format} file after an interruption at any page`, () =>
      Effect.gen(function* () {
        const path = yield* folder
        const whole = join(path, "whole")
        yield* run(yield* complaintsTo(whole, format))
        for (let pages = 1; pages <= pagesOfAll; pages++) {
          const file = join(path, `left-${pages}`)
          const job = yield* complaintsTo(file, format)
          yield* run(job, pages)
          assert.strictEqual(yield* lengthOf(file), undefined, "the name is for the whole file")
          const report = reportOf(yield* run(job))
          assert.deepStrictEqual(yield* bytesOf(file), yield* bytesOf(whole))
          assert.strictEqual(report?.written, 230)
          assert.strictEqual(report?.requests, pagesOfAll)
          assert.deepStrictEqual(report?.report.agrees, true)
        }
      })
    )
  }

  it.effect("writes an identical file after the partial file and the checkpoint were truncated at any position", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const whole = join(path, "whole")
      yield* run(yield* complaintsTo(whole, "ndjson"))
      const expected = yield* bytesOf(whole)
      const left = join(path, "left")
      yield* run(yield* complaintsTo(left, "ndjson"), 4)
      const random = seeded(7)
      for (let round = 0; round < 20; round++) {
        const file = join(path, `torn-${round}`)
        for (const ending of ["partial", "checkpoint"]) {
          const length = (yield* lengthOf(`${left}.${ending}`)) ?? 0
          yield* Effect.promise(() => copyFile(`${left}.${ending}`, `${file}.${ending}`))
          if (random(3) > 0) yield* Effect.promise(() => truncate(`${file}.${ending}`, random(length)))
        }
        yield* run(yield* complaintsTo(file, "ndjson"))
        assert.deepStrictEqual(yield* bytesOf(file), expected)
      }
    })
  )

  it.effect("completes the page that it is writing when it is interrupted", () =>
    Effect.gen(function* () {
      const job = yield* complaintsTo(join(yield* folder, "all.ndjson"), "ndjson")
      yield* interruptedIn(job, job.target.partial, "write")
      assert.strictEqual((yield* interruptedExport(job))?.progress.written, 50)
    })
  )

  it.effect("completes the file if it is interrupted after all records were written", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const job = yield* complaintsTo(join(path, "all.ndjson"), "ndjson", { manifest: true })
      // The folder is flushed after the file was renamed.
      yield* interruptedIn(job, path, "sync")
      assert.deepStrictEqual(yield* namesIn(path), ["all.ndjson", "all.ndjson.manifest.json"])
      assert.strictEqual((yield* textOf(job.target.file)).split("\n").length, 231)
    })
  )

  it.effect("sends no request if it was interrupted after the file was renamed", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const file = join(path, "all.ndjson")
      const job = yield* complaintsTo(file, "ndjson", { manifest: true })
      // A folder at the manifest's path makes the export fail after the file was renamed.
      yield* Effect.promise(() => mkdir(job.target.manifest))
      const failed = yield* Effect.flip(run(job))
      assert.include(failed.message, job.target.manifest)
      yield* Effect.promise(() => rmdir(job.target.manifest))
      const [, startedAt = ""] = /"startedAt":"([^"]+)"/.exec(yield* textOf(job.target.checkpoint)) ?? []
      const events = yield* run({ ...job, source: "another test" })
      assert.deepStrictEqual(
        events.map(({ _tag }) => _tag),
        ["Started", "Done"]
      )
      assert.isTrue(events[0]?._tag === "Started" && events[0].source === "a test")
      const counts = { written: 230, writtenNow: 0, requests: pagesOfAll, requestsNow: 0 }
      assert.deepInclude(reportOf(events), { ...counts, startedAt })
      assert.strictEqual(JSON.parse(yield* textOf(job.target.manifest)).records, 230)
      assert.deepStrictEqual(yield* namesIn(path), ["all.ndjson", "all.ndjson.manifest.json"])
    })
  )

  it.effect("refuses the checkpoint of a different query, and a second export to the same file", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const file = join(path, "all.ndjson")
      const job = yield* complaintsTo(file, "ndjson")
      yield* run(job, 2)
      const other = { ...job, query: { ...ComplaintQuery.default, sort: "asc" as const } }
      const refused = yield* Effect.flip(run(other))
      assert.include(refused.message, "--restart")
      yield* run({ ...other, restart: true }, 1)
      const busy = yield* exportRecords(other).pipe(
        Stream.filter(({ _tag }) => _tag === "Page"),
        Stream.mapEffect(() => Effect.flip(run(other))),
        Stream.runHead
      )
      assert.include(Option.getOrThrow(busy).message, "Another export is writing to")
    })
  )

  it.effect("ends at the maximum number of records, even if it was interrupted", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const [whole, file, part] = [join(path, "whole"), join(path, "file"), join(path, "part")]
      yield* run(yield* complaintsTo(whole, "ndjson"))
      const report = reportOf(yield* run(yield* complaintsTo(file, "ndjson", { max: 120 })))
      const job = yield* complaintsTo(part, "ndjson", { max: 120 })
      yield* run(job, 2)
      yield* run(job)
      const first = (yield* textOf(whole)).split("\n").slice(0, 120).join("\n")
      assert.strictEqual(yield* textOf(file), `${first}\n`)
      assert.deepStrictEqual(yield* bytesOf(part), yield* bytesOf(file))
      assert.isTrue(report?.reachedMax)
      assert.strictEqual(report?.requests, 3)
    })
  )

  it.effect("removes the rejected records and the temporary files of earlier exports to the same file", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const job = yield* complaintsTo(join(path, "all.ndjson"), "ndjson")
      const { converting, rejected } = job.target
      for (const time of ["first", "second"]) {
        for (const left of [converting, rejected]) {
          yield* Effect.promise(() => writeFile(left, "left by an earlier export"))
        }
        assert.isUndefined(reportOf(yield* run(job))?.rejectedFile, time)
        assert.deepStrictEqual(yield* namesIn(path), ["all.ndjson"])
      }
    })
  )

  it.effect("contains no discarded records after a restart", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const file = join(path, "all.ndjson")
      yield* run(yield* complaintsTo(file, "ndjson"), 4)
      yield* run(yield* complaintsTo(file, "ndjson", { max: 10, restart: true }))
      assert.strictEqual((yield* textOf(file)).split("\n").length, 11)
    })
  )

  it.effect("writes an empty file, or only a header, if there are no records", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const query = yield* ComplaintQuery.fromInput({ createdDate: "1999-01-01" })
      for (const [format, text] of [
        ["ndjson", ""],
        ["csv", `${complaintLayout.csv.header.join(",")}\r\n`]
      ] as const) {
        const file = join(path, `none.${format}`)
        yield* run(yield* complaintsTo(file, format, {}, query))
        assert.strictEqual(yield* textOf(file), text)
      }
    })
  )

  it.effect("keeps the permissions of the manifest that it replaces", () =>
    Effect.gen(function* () {
      const job = yield* complaintsTo(join(yield* folder, "all.ndjson"), "ndjson", { manifest: true })
      const { manifest } = job.target
      yield* Effect.promise(() => writeFile(manifest, "before"))
      yield* Effect.promise(() => chmod(manifest, 0o400))
      yield* run(job)
      const { mode } = yield* Effect.promise(() => stat(manifest))
      assert.strictEqual(mode & 0o777, 0o400)
      assert.strictEqual(JSON.parse(yield* textOf(manifest)).records, 230)
    })
  )
})

layer(service({ synthetic: 230, quirks: { overlaps: 3 }, profile: "live" }), { excludeTestServices: true })(
  "records of overlapping pages",
  (it) => {
    it.effect("appear once in the file after an interruption at any page", () =>
      Effect.gen(function* () {
        const path = yield* folder
        const whole = join(path, "whole")
        const report = reportOf(yield* run(yield* complaintsTo(whole, "ndjson")))
        assert.strictEqual(report?.written, 230)
        assert.isAbove(report?.report.duplicates ?? 0, 0)
        for (let pages = 1; pages <= 4; pages++) {
          const file = join(path, `left-${pages}`)
          const job = yield* complaintsTo(file, "ndjson")
          yield* run(job, pages)
          const resumed = reportOf(yield* run(job))
          assert.deepStrictEqual(yield* bytesOf(file), yield* bytesOf(whole))
          assert.strictEqual(resumed?.report.duplicates, report?.report.duplicates)
        }
      })
    )
  }
)
