import { assert, layer } from "@effect/vitest"
import { CivilDate, ComplaintQuery, PublicRecords } from "@public-records/core"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { dayCoverage } from "../src/ExportCoverage.ts"
import { type ExportFormat } from "../src/ExportFormat.ts"
import { identityOf } from "../src/ExportJob.ts"
import { checkFolder, removeFolderManifest, writeFolderManifest } from "../src/FolderManifest.ts"
import { completePart, type FolderDay, folderDay, makeFolder } from "../src/PartitionedFolder.ts"
import { dayTarget } from "../src/TargetFiles.ts"
import { complaintsTo, folder, namesIn, run, textOf } from "./exporting.ts"
import { serviceOf } from "./servedDays.ts"

const by = { writtenBy: "a test", note: "a note" }

/** Returns the job for one day of a folder. */
const dayJob = Effect.fnUntraced(function* (
  path: string,
  day: string,
  format: ExportFormat = "csv",
  asked: Partial<FolderDay["job"]> = {}
) {
  const { complaints } = yield* PublicRecords
  const query = yield* Effect.orDie(ComplaintQuery.fromInput({ createdFrom: day, createdTo: day }))
  const target = dayTarget(path, day, format)
  const job = yield* complaintsTo(target.file, format, { target, manifest: true }, query)
  return { ...job, collection: complaints, ...asked }
})

/** Exports a day, or only its first pages. */
const exportDay = Effect.fnUntraced(function* (job: FolderDay["job"], pages?: number) {
  yield* makeFolder(job.target.file)
  return yield* run(job, pages)
})

const manifestOf = (path: string) => JSON.parse(readFileSync(join(path, "_manifest.json"), "utf8"))

layer(serviceOf({ "2021-07-01": 120, "2021-07-02": 3, "2021-07-06": 1 }))("the manifest of a folder", (it) => {
  it.effect("lists the complete parts with their SHA-256, and is the same after each run", () =>
    Effect.gen(function* () {
      const path = yield* folder
      for (const day of ["2021-07-06", "2021-07-02"]) yield* exportDay(yield* dayJob(path, day))
      yield* exportDay(yield* dayJob(path, "2021-07-01"), 1)
      yield* writeFolderManifest(path, by)
      const manifest = manifestOf(path)
      const files = ["2021-07-02", "2021-07-06"].map((day) => {
        const name = `created_date=${day}/part-0.csv`
        const content = readFileSync(join(path, name))
        const sha256 = createHash("sha256").update(content).digest("hex")
        return { path: name, records: day === "2021-07-02" ? 3 : 1, bytes: content.length, sha256 }
      })
      assert.deepStrictEqual(manifest.files, files)
      assert.strictEqual(manifest.records, 4)
      assert.strictEqual(manifest.query, "sort_order=DESC&offset=0")
      assert.strictEqual(manifest.partitionedBy, "created_date")
      assert.deepStrictEqual(manifest.coverage, {
        from: "2021-07-02",
        to: "2021-07-06",
        complete: 2,
        partial: [],
        missing: [{ from: "2021-07-03", to: "2021-07-05" }]
      })
      assert.deepStrictEqual([manifest.note, manifest.writtenBy], ["a note", "a test"])
      const text = yield* textOf(join(path, "_manifest.json"))
      yield* removeFolderManifest(path)
      assert.notInclude(yield* namesIn(path), "_manifest.json")
      yield* writeFolderManifest(path, by)
      assert.strictEqual(yield* textOf(join(path, "_manifest.json")), text)
    })
  )

  it.effect("does not exist if the folder has no complete part", () =>
    Effect.gen(function* () {
      const path = yield* folder
      yield* writeFolderManifest(join(path, "new"), by)
      yield* exportDay(yield* dayJob(path, "2021-07-01"), 1)
      yield* exportDay(yield* dayJob(path, "2021-07-02"))
      rmSync(dayTarget(path, "2021-07-02", "csv").file)
      const replaced = yield* dayJob(path, "2021-07-06")
      yield* exportDay(replaced)
      writeFileSync(replaced.target.checkpoint, "")
      yield* writeFolderManifest(path, by)
      const days = ["created_date=2021-07-01", "created_date=2021-07-02", "created_date=2021-07-06"]
      assert.deepStrictEqual(yield* namesIn(path), days)
    })
  )

  it.effect("names days with other totals, rejected records, or of a mirror that has only a part of them", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const days = ["2021-07-01", "2021-07-02", "2021-07-06"] as const
      const changes = [{ claimedTotal: 121 }, { rejected: 1 }, { coverage: dayCoverage("2021-07-06", false) }]
      for (const [index, day] of days.entries()) {
        const job = yield* dayJob(path, day)
        yield* exportDay(job)
        const { manifest } = job.target
        yield* writeFolderManifest(path, by)
        assert.deepInclude(manifestOf(path).coverage, { complete: 1, partial: days.slice(0, index) })
        const text = JSON.parse(readFileSync(manifest, "utf8"))
        writeFileSync(manifest, JSON.stringify({ ...text, ...changes[index] }))
      }
      yield* writeFolderManifest(path, by)
      assert.deepStrictEqual(manifestOf(path).coverage, {
        from: "2021-07-01",
        to: "2021-07-06",
        complete: 0,
        partial: [...days],
        missing: [{ from: "2021-07-03", to: "2021-07-05" }]
      })
      assert.strictEqual(manifestOf(path).records, 124)
    })
  )

  it.effect(
    "takes a day as complete if its total is unknown or the mirror has all of it, and ends with its last export",
    () =>
      Effect.gen(function* () {
        const path = yield* folder
        const days = ["2021-07-01", "2021-07-02", "2021-07-06"] as const
        const changes = [
          { claimedTotal: null, endedAt: "2021-07-08T10:00:00.000Z" },
          { coverage: dayCoverage("2021-07-02", true), endedAt: "2021-07-10T10:00:00.000Z" },
          { endedAt: "2021-07-09T10:00:00.000Z" }
        ]
        for (const [index, day] of days.entries()) {
          const job = yield* dayJob(path, day)
          yield* exportDay(job)
          const { manifest } = job.target
          const text = JSON.parse(readFileSync(manifest, "utf8"))
          writeFileSync(manifest, JSON.stringify({ ...text, ...changes[index] }))
        }
        yield* writeFolderManifest(path, by)
        const { coverage, endedAt } = manifestOf(path)
        assert.deepInclude(coverage, { complete: 3, partial: [] })
        assert.strictEqual(endedAt, "2021-07-10T10:00:00.000Z")
      })
  )
})

layer(serviceOf({ "2021-07-01": 2, "2021-07-02": 3 }))("a partitioned folder", (it) => {
  it.effect("has one format, and one query for all days", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const job = yield* dayJob(path, "2021-07-01")
      yield* exportDay(job)
      const { query } = identityOf(yield* dayJob(path, "2021-07-02"))
      const asked = { folder: path, format: "csv", query, days: ["2021-07-02"] } as const
      yield* checkFolder(asked)
      const ohio = { ...asked, query: `${query}&state=%22Ohio%22` }
      for (const [other, named] of [
        [{ ...asked, format: "parquet" }, "--format csv"],
        [ohio, "2021-07-01"]
      ] as const) {
        const refused = yield* Effect.flip(checkFolder(other))
        assert.strictEqual(refused.reason, "TargetConflict")
        assert.include(refused.message, named)
      }
      // Its days are compared one by one.
      yield* checkFolder({ ...ohio, days: ["2021-07-01", "2021-07-02"] })
    })
  )

  it.effect("has a day again if a mirror has another version of it, and does not resume one", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const at = (version: string | undefined, isComplete: boolean) =>
        dayJob(path, "2021-07-01", "csv", { version, coverage: dayCoverage("2021-07-01", isComplete) })
      yield* exportDay(yield* at("a", true))
      assert.isDefined(yield* completePart(yield* at("a", true)))
      assert.isUndefined(yield* completePart(yield* at("b", true)))
      assert.isDefined(yield* completePart(yield* at(undefined, true)))
      yield* exportDay(yield* at("b", false))
      assert.isDefined(yield* completePart(yield* at("b", false)))
      // The service has the complete day.
      assert.isUndefined(yield* completePart(yield* at(undefined, true)))
      const other = yield* at("c", true)
      yield* exportDay(other, 1)
      assert.isUndefined((yield* folderDay(CivilDate.make("2021-07-01"), other)).interrupted)
    })
  )
})
