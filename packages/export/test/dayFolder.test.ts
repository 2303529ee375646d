import { assert, describe, it } from "@effect/vitest"
import { CivilDate, ComplaintQuery } from "@public-records/core"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { existsSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import {
  checkParts,
  currentPart,
  type DayFolder,
  lockFolder,
  readParts,
  type SourceDay,
  writeFolderManifest,
  writePart
} from "../src/DayFolder.ts"
import { writeFailed } from "../src/ExportFailure.ts"
import { folder, namesIn, textOf } from "./exporting.ts"

const sourceDay = (day: string, version = "a", state: SourceDay["state"] = "complete"): SourceDay => ({
  day: CivilDate.make(day),
  state,
  version
})

const [july1, july2, july6] = [sourceDay("2021-07-01"), sourceDay("2021-07-02"), sourceDay("2021-07-06")]

const newFolder = Effect.map(folder, (path): DayFolder => ({
  folder: join(path, "calls"),
  format: "csv",
  query: ComplaintQuery.default,
  source: "a test",
  writtenBy: "a test"
}))

/** Writes a text as a day. */
const write = (asked: DayFolder, day: SourceDay, text = `${day.day} ${day.version}`) =>
  writePart(asked, day.day, (path) =>
    Effect.sync(() => {
      writeFileSync(path, text)
      return { ...day, records: text.length }
    })
  )

const dayFolder = ({ folder }: DayFolder, { day }: SourceDay) => join(folder, `created_date=${day}`)
const partIn = (asked: DayFolder, day: SourceDay) => join(dayFolder(asked, day), "part-0.csv")
const manifestIn = (asked: DayFolder, day: SourceDay) => join(dayFolder(asked, day), "_part-0.csv.manifest.json")
const folderManifest = ({ folder }: DayFolder) => JSON.parse(readFileSync(join(folder, "_manifest.json"), "utf8"))

/** Returns whether a part has what the source has of a day. */
const isCurrent = ({ folder }: DayFolder, day: SourceDay) =>
  Effect.map(readParts(folder), (parts) => currentPart(parts, day) !== undefined)

const conflict = (asked: DayFolder, replaced: ReadonlyArray<string> = []) =>
  Effect.flatMap(readParts(asked.folder), (parts) => Effect.flip(checkParts(asked, parts, replaced)))

describe("a day in a folder", () => {
  it.effect("is current until the source has another version, or has the rest of it, and is then replaced", () =>
    Effect.gen(function* () {
      const asked = yield* newFolder
      assert.isFalse(yield* isCurrent(asked, july1))
      const versions = [
        sourceDay(july1.day, "a", "partial"),
        sourceDay(july1.day, "a", "complete"),
        sourceDay(july1.day, "b", "complete")
      ]
      for (const version of versions) {
        yield* write(asked, version)
        for (const other of versions) assert.strictEqual(yield* isCurrent(asked, other), other === version)
        assert.strictEqual(yield* textOf(partIn(asked, july1)), `2021-07-01 ${version.version}`)
      }
      assert.deepStrictEqual(yield* namesIn(dayFolder(asked, july1)), ["_part-0.csv.manifest.json", "part-0.csv"])
    })
  )

  it.effect("is written again if its file or its manifest is gone or damaged", () =>
    Effect.gen(function* () {
      const asked = yield* newFolder
      for (const damage of [
        () => truncateSync(partIn(asked, july1), 3),
        () => writeFileSync(manifestIn(asked, july1), "{}"),
        () => writeFileSync(manifestIn(asked, july1), "")
      ]) {
        yield* write(asked, july1)
        assert.isTrue(yield* isCurrent(asked, july1))
        damage()
        assert.isFalse(yield* isCurrent(asked, july1))
      }
    })
  )

  it.effect("has a manifest with the query of the day and the digest of the file", () =>
    Effect.gen(function* () {
      const asked = yield* newFolder
      yield* write(asked, july1)
      const { bytes, coverage, query, records, sha256 } = JSON.parse(yield* textOf(manifestIn(asked, july1)))
      const content = readFileSync(partIn(asked, july1))
      assert.deepStrictEqual(
        [bytes, sha256, records],
        [content.length, createHash("sha256").update(content).digest("hex"), content.length]
      )
      assert.match(query, /created_date_from=%222021-07-01%22&created_date_to=%222021-07-01%22/)
      assert.deepStrictEqual(coverage, { from: july1.day, to: july1.day, complete: 1, partial: [], missing: [] })
    })
  )

  it.effect("stays as it was if it cannot be written, or if the source does not have it", () =>
    Effect.gen(function* () {
      const asked = yield* newFolder
      const failure = writeFailed("a path", new Error("the disk is full"))
      const failing = writePart(asked, july1.day, (path) => {
        writeFileSync(path, "the first half")
        return Effect.fail(failure)
      })
      const gone = writePart(asked, july1.day, () => Effect.undefined)
      assert.strictEqual(yield* Effect.flip(failing), failure)
      assert.deepStrictEqual(yield* namesIn(dayFolder(asked, july1)), [])
      yield* write(asked, july1)
      const { ino } = statSync(partIn(asked, july1))
      assert.strictEqual(yield* Effect.flip(failing), failure)
      assert.isUndefined(yield* gone)
      assert.isTrue(yield* isCurrent(asked, july1))
      assert.strictEqual(statSync(partIn(asked, july1)).ino, ino)
      assert.lengthOf(yield* namesIn(dayFolder(asked, july1)), 2)
    })
  )

  it.effect("is not written through a symbolic link", () =>
    Effect.gen(function* () {
      const asked = yield* newFolder
      const precious = join(asked.folder, "..", "precious")
      writeFileSync(precious, "precious")
      yield* write(asked, july1)
      symlinkSync(precious, join(dayFolder(asked, july1), "_part-0.csv.partial"))
      assert.include((yield* Effect.flip(write(asked, july1))).message, "symbolic link")
      assert.strictEqual(yield* textOf(precious), "precious")
    })
  )
})

describe("a folder by days", () => {
  it.effect("has one format", () =>
    Effect.gen(function* () {
      const asked = yield* newFolder
      yield* write(asked, july1)
      const refused = yield* conflict({ ...asked, format: "parquet" }, [july1.day])
      assert.strictEqual(refused.reason, "TargetConflict")
      assert.include(refused.message, "--format csv")
    })
  )

  it.effect("has one query for all days, whatever their range is, unless the days of another query are replaced", () =>
    Effect.gen(function* () {
      const asked = yield* newFolder
      for (const day of [july1, july2]) yield* write(asked, day)
      const parts = yield* readParts(asked.folder)
      const range = { createdFrom: july1.day, createdTo: july6.day }
      yield* checkParts({ ...asked, query: { ...asked.query, ...range, limit: 10 } }, parts, [])
      const ohio = { ...asked, query: { ...asked.query, state: "Ohio" as const } }
      for (const replaced of [[], [july1.day]]) {
        const refused = yield* conflict(ohio, replaced)
        assert.strictEqual(refused.reason, "TargetConflict")
        assert.include(refused.message, replaced.length === 0 ? july1.day : july2.day)
        assert.include(refused.message, "state=Ohio")
        assert.include(refused.message, "--restart")
      }
      yield* checkParts(ohio, parts, [july1.day, july2.day])
      assert.include((yield* conflict({ ...asked, query: { ...asked.query, sort: "asc" } })).message, "sort_order=ASC")
    })
  )

  it.effect(
    "has a manifest that lists its days and what lies between them, and does not change with the next run",
    () =>
      Effect.gen(function* () {
        const asked = yield* newFolder
        yield* write(asked, july6)
        yield* write(asked, sourceDay(july2.day, "a", "partial"))
        yield* writeFolderManifest(asked)
        const { coverage, files, partitionedBy, query, records } = folderManifest(asked)
        assert.deepStrictEqual(
          files.map(({ path }: { readonly path: string }) => path),
          ["created_date=2021-07-02/part-0.csv", "created_date=2021-07-06/part-0.csv"]
        )
        assert.deepStrictEqual(coverage, {
          from: "2021-07-02",
          to: "2021-07-06",
          complete: 1,
          partial: ["2021-07-02"],
          missing: [{ from: "2021-07-03", to: "2021-07-05" }]
        })
        assert.deepStrictEqual([partitionedBy, query, records], ["created_date", "sort_order=DESC&offset=0", 24])
        const before = yield* textOf(join(asked.folder, "_manifest.json"))
        yield* writeFolderManifest(asked)
        assert.strictEqual(yield* textOf(join(asked.folder, "_manifest.json")), before)
      })
  )

  it.effect("has no manifest while a day is written, so that an interrupted export is seen", () =>
    Effect.gen(function* () {
      const asked = yield* newFolder
      const path = join(asked.folder, "_manifest.json")
      for (const day of [july1, july2]) {
        yield* write(asked, day)
        assert.isFalse(existsSync(path))
        yield* writeFolderManifest(asked)
        assert.isTrue(existsSync(path))
      }
    })
  )

  it.effect("is written by one export at a time", () =>
    Effect.gen(function* () {
      const { folder: path } = yield* newFolder
      for (const episode of ["first", "second"]) {
        const refused = yield* Effect.scoped(Effect.andThen(lockFolder(path), Effect.flip(lockFolder(path))))
        assert.strictEqual(refused.reason, "TargetConflict", episode)
        assert.include(refused.message, `Another export is writing to ${path}.`)
        assert.deepStrictEqual(yield* namesIn(path), [])
      }
    })
  )
})
