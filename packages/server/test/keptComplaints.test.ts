import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { brotliCompressSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { keepComplaints } from "../scripts/keepComplaints.ts"
import { bundledFolder } from "../src/bundledFolder.ts"
import type { DataSet } from "../src/dataset/DataSet.ts"
import { keptFile } from "../src/dataset/keptComplaints.ts"
import { loadDataSet } from "../src/dataset/loadDataSet.ts"
import { header } from "./dailyFile.ts"
import { pageWriter } from "../src/store/PageWriter.ts"

const rows = "DNC_Complaint_Numbers_2021-07-08.csv.br"
const notices = "notices.json"

/** A folder with the bundled files, which goes with the test. */
const folderOfFiles: Effect.Effect<URL, never, Scope.Scope> = Effect.acquireRelease(
  Effect.promise(async () => {
    const folder = pathToFileURL(`${await mkdtemp(join(tmpdir(), "reference-server-"))}/`)
    for (const file of [rows, notices]) await copyFile(new URL(file, bundledFolder), new URL(file, folder))
    return folder
  }),
  (folder) => Effect.promise(() => rm(folder, { recursive: true }))
)

/** A folder with the bundled files and, beside them, what was kept. */
const folderWith = Effect.fnUntraced(function* (kept: Uint8Array) {
  const folder = yield* folderOfFiles
  yield* Effect.promise(() => writeFile(new URL(keptFile, folder), kept))
  return folder
})

const keptBytes = Effect.runSync(
  Effect.cached(
    Effect.scoped(
      Effect.gen(function* () {
        const folder = yield* folderOfFiles
        yield* Effect.promise(() => keepComplaints(folder))
        return yield* Effect.promise(() => readFile(new URL(keptFile, folder)))
      })
    )
  )
)

const everything = ({ complaints }: DataSet): string => {
  pageWriter.begin()
  complaints.write(
    Array.from({ length: complaints.size }, (_, ordinal) => ordinal),
    "https://example.test"
  )
  return Buffer.from(pageWriter.finish()).toString()
}

const conditions = [
  { state: "ohio" },
  { state: "Ohio", city: "CLEVELAND" },
  { areaCode: "216", isRobocall: true },
  { violation: { from: "2021-07-06 00:00:00", to: "2021-07-06 12:00:00" } },
  { created: { from: "2021-07-07 12:00:00", to: "2021-07-07 13:00:00" }, isRobocall: false }
]

const answers = ({ complaints }: DataSet) =>
  conditions.map((condition) => {
    const selection = complaints.select(condition)
    return [selection.total, selection.ascending(0, Math.min(50, selection.total))]
  })

describe("complaints that were kept as they lie in memory", () => {
  it.effect("are those of their file: all values, filters, ids and the version", () =>
    Effect.gen(function* () {
      const read = yield* loadDataSet({})
      const kept = yield* loadDataSet({ bundledData: yield* folderWith(yield* keptBytes) })
      assert.notStrictEqual(kept.complaints, read.complaints)
      assert.deepStrictEqual(kept.summary, read.summary)
      assert.strictEqual(kept.version, read.version)
      assert.isTrue(everything(kept) === everything(read), "a complaint differs")
      assert.deepStrictEqual(answers(kept), answers(read))
      const { id } = read.complaints.values(7_000)
      assert.strictEqual(kept.complaints.ordinalOf(id), 7_000)
      const newer = { ...read.complaints.values(0), id: "new", createdDate: "2021-07-08 10:00:00" }
      const later = kept.complaints.withNewest(newer)
      assert.strictEqual(later.ordinalOf("new"), 14_034)
    })
  )

  it.effect("are not used where they are cut short, or were made of other files", () =>
    Effect.gen(function* () {
      const kept = yield* keptBytes
      const { complaints } = yield* loadDataSet({ bundledData: yield* folderWith(kept.subarray(0, 1_000)) })
      assert.strictEqual(complaints.size, 14_034)
      const folder = yield* folderWith(kept)
      const otherRows = brotliCompressSync(
        `${header}\n2165550100,2021-07-07 10:00:00,2021-07-06 09:00:00,Cleveland,Ohio,216,Other,Y\n`
      )
      yield* Effect.promise(() => writeFile(new URL(rows, folder), otherRows))
      const others = yield* loadDataSet({ bundledData: folder })
      assert.strictEqual(others.complaints.size, 1)
    })
  )
})
