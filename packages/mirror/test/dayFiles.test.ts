import { existsSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { CivilDate, ComplaintQuery, readComplaintQuery } from "@public-records/core"
import { complaintLayout } from "@public-records/export/complaintLayout"
import { lineWriter } from "@public-records/export/ExportFormat"
import { writeParquet } from "@public-records/export/writeParquet"
import { Effect, Fiber, Stream } from "effect"
import { Choices } from "./comparison/Choices.ts"
import { complaintFiles } from "./comparison/records.ts"
import { askDuckDB } from "./duckDB.ts"
import { daily, july7, makeMemoryMirror, makeMirror, row, storeDays } from "./mirrors.ts"

const { note } = complaintLayout
const day = CivilDate.make("2021-07-07")

/** Returns the rows of Parquet files with the types of their columns, and the notes in them. */
const readParquet = (paths: ReadonlyArray<string>) =>
  Effect.promise(() =>
    askDuckDB(
      ":memory:",
      paths.flatMap((path) => [
        `select * from '${path}'`,
        `describe select * from '${path}'`,
        `select decode(key), decode(value) from parquet_kv_metadata('${path}')`
      ])
    )
  )

/** Returns a daily file whose complaints are all from one city. */
const rowsOf = (count: number, city: string) => daily(...Array.from({ length: count }, () => row({ city })))

describe("the complaints of a day", () => {
  it.effect("are the same in a Parquet file as in one of an export, whatever their spelling", () =>
    Effect.gen(function* () {
      for (const seed of [1, 2, 3, 4, 5]) {
        const { folder, importText, mirror } = yield* seed % 2 === 0 ? makeMemoryMirror : makeMirror
        for (const [name, text] of Object.entries(complaintFiles(new Choices(seed), 400))) {
          yield* importText(name, text)
        }
        for (const input of [{}, { state: "Ohio" }, { robocall: "unknown", sort: "asc" }] as const) {
          const query = yield* readComplaintQuery(input, "local")
          for (const { day, version } of yield* mirror.days()) {
            const [lines, exported, copied] = ["lines.ndjson", "exported.parquet", "copied.parquet"].map((name) =>
              join(folder, name)
            )
            const found = yield* mirror.readDay(day, query)
            if (found === undefined || lines === undefined || exported === undefined || copied === undefined) {
              return assert.fail(`${day} is missing`)
            }
            const listed = yield* Stream.runCollect(mirror.records.complaints.stream({ ...query, createdDate: day }))
            assert.deepStrictEqual(found.complaints, listed)
            const text = lineWriter(complaintLayout, "ndjson", false).lines(found.complaints)
            yield* Effect.promise(() => writeFile(lines, text))
            yield* writeParquet({ from: lines, to: exported, columns: complaintLayout.parquet, note })
            const { records, ...ofFile } = (yield* mirror.copyDay(day, query, { path: copied, note })) ?? {
              records: -1
            }
            assert.deepStrictEqual(
              [records, ofFile],
              [listed.length, { day, source: found.source, state: found.state, version }]
            )
            const results = yield* readParquet([exported, copied])
            assert.deepStrictEqual(results.slice(3), results.slice(0, 3), `${day} ${JSON.stringify(input)}`)
            assert.lengthOf(results[0] ?? [], listed.length)
          }
        }
      }
    }).pipe(Effect.scoped)
  )

  it.effect("do not say whether a call was a robocall if the service spells it in another way", () =>
    Effect.gen(function* () {
      const { file, folder, mirror } = yield* makeMirror
      yield* storeDays(file, [{ robocall: "y" }, { robocall: "Y" }, { robocall: "N" }], { from: day, to: day })
      const path = join(folder, "day.parquet")
      const query = { ...ComplaintQuery.default, sort: "asc" as const }
      const listed = (yield* mirror.readDay(day, query))?.complaints.map(({ isRobocall }) => isRobocall)
      yield* mirror.copyDay(day, query, { path, note })
      const [rows = []] = yield* Effect.promise(() => askDuckDB(":memory:", [`select isRobocall from '${path}'`]))
      assert.deepStrictEqual(rows.flat(), listed)
      assert.sameMembers(rows.flat(), [null, true, false])
    }).pipe(Effect.scoped)
  )

  it.effect("are those of one state of the mirror, also if the day is replaced meanwhile", () =>
    Effect.gen(function* () {
      const { folder, importText, mirror } = yield* makeMirror
      const versions = new Map<string | undefined, string>()
      for (const city of ["Akron", "Parma"]) {
        yield* importText(july7, rowsOf(500, city), { replace: true })
        const [found] = yield* mirror.days()
        versions.set(found?.version, city)
      }
      const replacing = yield* Effect.forkChild(
        Effect.forEach(["Akron", "Parma", "Akron", "Parma"], (city) =>
          importText(july7, rowsOf(500, city), { replace: true })
        )
      )
      const path = join(folder, "day.parquet")
      let read = 0
      while (replacing.pollUnsafe() === undefined || read < 5) {
        read += 1
        const found = yield* mirror.readDay(day, ComplaintQuery.default)
        const cities = new Set(found?.complaints.map(({ consumerCity }) => consumerCity))
        assert.deepStrictEqual([...cities], [versions.get(found?.version)])
        const copied = yield* mirror.copyDay(day, ComplaintQuery.default, { path, note })
        const [rows = []] = yield* Effect.promise(() =>
          askDuckDB(":memory:", [`select distinct consumerCity from '${path}'`])
        )
        assert.deepStrictEqual(rows.flat().map(String), [versions.get(copied?.version)])
      }
      yield* Fiber.join(replacing)
    }).pipe(Effect.scoped)
  )

  it.effect("are missing if the mirror does not have the day, and then no file is written", () =>
    Effect.gen(function* () {
      const { folder, importText, mirror } = yield* makeMirror
      yield* importText(july7, daily(row()))
      const other = CivilDate.make("2021-07-06")
      const path = join(folder, "day.parquet")
      assert.isUndefined(yield* mirror.readDay(other, ComplaintQuery.default))
      assert.isUndefined(yield* mirror.copyDay(other, ComplaintQuery.default, { path, note }))
      assert.isFalse(existsSync(path))
    }).pipe(Effect.scoped)
  )

  it.effect("fail with the code of the system if their file cannot be written, and the mirror stays usable", () =>
    Effect.gen(function* () {
      const { folder, importText, mirror } = yield* makeMirror
      yield* importText(july7, rowsOf(500, "Akron"))
      for (const [path, code] of [
        ["/dev/full", "ENOSPC"],
        [join(folder, "no such folder", "day.parquet"), undefined]
      ] as const) {
        const failure = yield* Effect.flip(mirror.copyDay(day, ComplaintQuery.default, { path, note }))
        if (failure._tag !== "ParquetFailure") return assert.fail(failure.message)
        assert.match(failure.message, /^\/.* cannot be written: .*IO Error: /)
        assert.include(failure.message, path)
        assert.strictEqual(Object(failure.cause).code, code)
      }
      const path = join(folder, `it's "quoted".parquet`)
      assert.strictEqual((yield* mirror.copyDay(day, ComplaintQuery.default, { path, note }))?.records, 500)
    }).pipe(Effect.scoped)
  )
})
