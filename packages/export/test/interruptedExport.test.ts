import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type FileHandle, readFile, truncate, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { interruptedExport } from "../src/interruptedExport.ts"
import { complaintsTo, folder, namesIn, reportOf, run, service } from "./exporting.ts"
import { onOpen } from "./recordedDisk.ts"

layer(service(), { excludeTestServices: true })("an interrupted export", (it) => {
  it.effect("reports the progress that it would resume from, and changes no file", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const job = yield* complaintsTo(join(path, "all.ndjson"), "ndjson")
      assert.isUndefined(yield* interruptedExport(job))
      assert.deepStrictEqual(yield* namesIn(path), [])
      yield* run(job, 2)
      const names = yield* namesIn(path)
      const left = yield* interruptedExport(job)
      assert.strictEqual(left?.progress.written, 99)
      assert.isFalse(left?.hasEveryPage)
      assert.deepStrictEqual(yield* namesIn(path), names)
      assert.isUndefined(yield* interruptedExport({ ...job, restart: true }))
    })
  )

  it.effect("of a file for spreadsheets has one byte order mark, whenever it was interrupted", () =>
    Effect.gen(function* () {
      const path = yield* folder
      for (const events of [1, 2, 3]) {
        const job = yield* complaintsTo(join(path, `${events}.csv`), "csv", { spreadsheetSafe: true })
        yield* run(job, events)
        yield* run(job)
        const text = yield* Effect.promise(() => readFile(job.target.file, "utf8"))
        assert.deepStrictEqual([text.lastIndexOf("\uFEFF"), text.trimEnd().split("\r\n").length], [0, 231], `${events}`)
      }
    })
  )

  it.effect("has its files closed after it was reported or refused", () =>
    Effect.gen(function* () {
      const job = yield* complaintsTo(join(yield* folder, "all.ndjson"), "ndjson")
      yield* run(job, 2)
      const opened: Array<FileHandle> = []
      const report = Effect.all([interruptedExport(job), Effect.flip(interruptedExport({ ...job, max: 7 }))])
      yield* onOpen((handle) => void opened.push(handle), report)
      assert.isNotEmpty(opened)
      for (const { fd } of opened) assert.strictEqual(fd, -1)
    })
  )

  it.effect("reports whether every page was read: of the list, or up to the maximum", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const all = yield* complaintsTo(join(path, "all.ndjson"), "ndjson")
      yield* run(all, 5)
      assert.isTrue((yield* interruptedExport(all))?.hasEveryPage)
      const some = yield* complaintsTo(join(path, "some.ndjson"), "ndjson", { max: 99 })
      yield* run(some, 1)
      assert.isFalse((yield* interruptedExport(some))?.hasEveryPage)
      yield* run(some, 1)
      assert.isTrue((yield* interruptedExport(some))?.hasEveryPage)
    })
  )

  it.effect("refuses the checkpoint of an earlier version, names the flag that discards it, and keeps the files", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const job = yield* complaintsTo(join(path, "all.ndjson"), "ndjson")
      yield* run(job, 2)
      const { checkpoint } = job.target
      const identity = '"collection":"complaints","query":"","format":"ndjson","spreadsheetSafe":false,"max":null'
      const opening = `{"_tag":"Opening","identity":{"form":2,${identity}},"source":"a test","startedAt":"2026-07-01T00:00:00Z"}`
      const page = '{"_tag":"Page","met":{"withId":"AAAA","withoutId":""}}'
      const text = `${opening}\n${page}\n`
      yield* Effect.promise(() => writeFile(checkpoint, text))
      const names = yield* namesIn(path)
      for (const refused of [yield* Effect.flip(interruptedExport(job)), yield* Effect.flip(run(job, 2))]) {
        assert.strictEqual(refused._tag === "ExportFailure" ? refused.reason : undefined, "TargetConflict")
        assert.include(refused.message, "was written by another version of this program")
        assert.include(refused.message, "--restart")
      }
      assert.deepStrictEqual(yield* namesIn(path), names)
      assert.strictEqual(yield* Effect.promise(() => readFile(checkpoint, "utf8")), text)
      const report = reportOf(yield* run({ ...job, restart: true }))
      assert.strictEqual(report?.written, 230)
    })
  )

  it.effect("stores the id of each record that it saw in its checkpoint", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const job = yield* complaintsTo(join(path, "all.ndjson"), "ndjson")
      yield* run(job, 2)
      const records = (yield* Effect.promise(() => readFile(job.target.partial, "utf8"))).trim().split("\n")
      const checkpoint = yield* Effect.promise(() => readFile(job.target.checkpoint, "utf8"))
      assert.strictEqual(records.length, 99)
      const seen = [...checkpoint.matchAll(/"seen":(\[[^\]]*\])/g)].flatMap(([, ids = ""]) => JSON.parse(ids))
      assert.deepStrictEqual(
        seen,
        records.map((record) => JSON.parse(record).id)
      )
    })
  )

  it.effect("starts over if its records are lost", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const job = yield* complaintsTo(join(path, "all.ndjson"), "ndjson")
      yield* run(job, 2)
      yield* Effect.promise(() => truncate(job.target.partial, 10))
      assert.isUndefined(yield* interruptedExport(job))
    })
  )
})
