import { execFile } from "node:child_process"
import { chmod, mkdir, readdir, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { assert, describe, it, vi } from "@effect/vitest"
import { Mirror, mirrorOfRecords } from "@public-records/mirror"
import { Context, Effect, Layer, Stream } from "effect"
import { everyAnswer } from "./sharing/everyQuestion.ts"
import { daily, makeMemoryMirror, makeMirror, row, writeRealDay } from "./mirrors.ts"

const program = fileURLToPath(new URL("sharing/readOnlyFile.ts", import.meta.url))

const inMemory = Effect.map(Layer.build(Layer.fresh(Mirror.layerInMemory)), (context) => Context.get(context, Mirror))

const notice = JSON.stringify({
  id: "1",
  title: "20210001: Bolt; Nut",
  transactionNumber: "20210001",
  acquiringParty: "Bolt",
  acquiredParty: "Nut",
  acquiredEntities: ["Nut"],
  date: "2021-01-04",
  created: "2021-01-04T10:00:00Z",
  updated: "2021-01-04T10:00:00Z"
})

/** The files with the records of a mirror. */
const writeFiles = Effect.fnUntraced(function* (folder: string) {
  const notices = join(folder, "notices.ndjson")
  yield* Effect.promise(() => writeFile(notices, notice))
  return [yield* writeRealDay(folder), notices]
})

describe("a mirror in memory", () => {
  it.live("answers as one in a file, and so do its copy and a file that nobody may write, to several processes", () =>
    Effect.gen(function* () {
      const { file, folder, importPaths, mirror } = yield* makeMirror
      const paths = yield* writeFiles(folder)
      const memory = yield* inMemory
      yield* Stream.runDrain(memory.importFiles(paths))
      const expected = yield* everyAnswer(memory)

      yield* importPaths(paths)
      assert.strictEqual(yield* everyAnswer(mirror), expected)

      const copy = join(folder, "copy.duckdb")
      yield* memory.copyTo(copy)
      const answersOfCopy = Effect.provide(Effect.flatMap(Mirror, everyAnswer), Mirror.layer({ file: copy }))
      assert.strictEqual(yield* answersOfCopy, expected)
      assert.include((yield* Effect.flip(memory.copyTo(copy))).message, "exists already")

      yield* mirror.compact
      const sample = join(folder, "read-only")
      yield* Effect.promise(async () => {
        await mkdir(sample)
        await rename(file, join(sample, "sample.duckdb"))
        await chmod(join(sample, "sample.duckdb"), 0o444)
        await chmod(folder, 0o755)
        await chmod(sample, 0o555)
      })
      const ask = () => promisify(execFile)(process.execPath, [program, join(sample, "sample.duckdb")])
      const answers = yield* Effect.promise(() => Promise.all([ask(), ask(), ask()]))
      yield* Effect.promise(() => chmod(sample, 0o755))
      for (const { stderr, stdout } of answers) assert.deepStrictEqual([stdout, stderr], [expected, ""])
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(sample)), ["sample.duckdb"])
    }).pipe(Effect.scoped)
  )

  it.effect("is empty at first, belongs to nobody else, and leaves nothing on the disk", () =>
    Effect.gen(function* () {
      const { folder } = yield* makeMirror
      const temporary = join(folder, "temporary")
      yield* Effect.promise(() => mkdir(temporary))
      vi.stubEnv("TMPDIR", temporary)
      const [first, second] = [yield* inMemory, yield* inMemory]
      yield* Stream.runDrain(first.importFiles(yield* writeFiles(folder)))
      const records = Effect.fnUntraced(function* ({ compact, status }: Mirror["Service"]) {
        const { bytes, path, records: count } = yield* status
        return [path, count, bytes, yield* compact]
      })
      const size = { before: 0, after: 0 }
      assert.deepStrictEqual(yield* records(first), ["in memory", 14_034, 0, size])
      assert.deepStrictEqual(yield* records(second), ["in memory", 0, 0, size])
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(temporary)), [])
    }).pipe(Effect.scoped, Effect.ensuring(Effect.sync(() => vi.unstubAllEnvs())))
  )

  it.effect("lists what was imported between two pages, twice", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMemoryMirror
      const total = (offset: number) =>
        Effect.map(mirror.records.complaints.page({ offset, limit: 5 }), (page) => page.total)
      const rows = Array.from({ length: 20 }, (_, index) => row({ city: `City ${index}` }))
      yield* importText("a.csv", daily(...rows))
      assert.deepStrictEqual([yield* total(0), yield* total(5)], [20, 20])
      yield* importText("b.csv", daily(row({ created: "2021-07-08 10:00:00" })))
      assert.deepStrictEqual([yield* total(5), yield* total(10)], [21, 21])
      yield* importText("c.csv", daily(row({ created: "2021-07-09 10:00:00" })))
      assert.strictEqual(yield* total(10), 22)
    }).pipe(Effect.scoped)
  )
})

describe("a mirror of loaded records", () => {
  it.live("answers from these only, and has them as partial days", () =>
    Effect.gen(function* () {
      const { folder } = yield* makeMirror
      const all = yield* inMemory
      yield* Stream.runDrain(all.importFiles(yield* writeFiles(folder)))
      const { complaints, notices } = all.records
      const [page, next] = [yield* complaints.page({ limit: 50 }), yield* complaints.page({ limit: 50, offset: 50 })]
      const loaded = { complaints: page.records, notices: (yield* notices.page({})).records }
      const some = yield* mirrorOfRecords(loaded)
      assert.deepStrictEqual((yield* some.records.complaints.page({ limit: 50 })).records, page.records)
      assert.deepStrictEqual((yield* some.records.notices.page({})).records, loaded.notices)
      const { coverage, value } = yield* some.trends({ by: "day" })
      assert.deepStrictEqual([value.rows.map(({ records }) => records), coverage.partial], [[50], ["2021-07-07"]])
      // More was loaded, and a record came twice.
      const more = yield* mirrorOfRecords({
        complaints: [...page.records, ...next.records, ...page.records.slice(0, 1)]
      })
      assert.strictEqual((yield* more.count({})).value.records, 100)
      assert.strictEqual((yield* some.count({})).value.records, 50)
      assert.strictEqual((yield* (yield* mirrorOfRecords({})).count({})).value.records, 0)
    }).pipe(Effect.scoped)
  )
})
