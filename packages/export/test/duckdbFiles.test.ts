import { assert, describe, it } from "@effect/vitest"
import { version } from "@public-records/core"
import { Effect, Fiber } from "effect"
import { createHash, randomUUID } from "node:crypto"
import { existsSync, statSync, writeFileSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setImmediate, setTimeout } from "node:timers/promises"
import { type TypedColumn } from "@public-records/files/parquetFile"
import { writeParquet } from "../src/writeParquet.ts"
import { asked, columnsOf } from "./duckdbQueries.ts"
import { useTimeZone } from "../../core/test/timeZones.ts"
import { bytesOf, folder, namesIn } from "./exporting.ts"

/** Creates a Parquet file of these lines. */
const written = Effect.fnUntraced(function* (
  lines: ReadonlyArray<string>,
  columns: ReadonlyArray<TypedColumn>,
  note?: string
) {
  const path = yield* folder
  const [from, to] = [join(path, "records.ndjson"), join(path, "records.parquet")]
  yield* Effect.promise(() => writeFile(from, lines.map((line) => `${line}\n`).join("")))
  yield* writeParquet({ from, to, columns, note })
  return { to }
})

/** Creates a Parquet file with one column and returns the values that DuckDB reads, as the SQL expression formats them. */
const valuesRead = Effect.fnUntraced(function* (
  type: TypedColumn["type"],
  values: ReadonlyArray<unknown>,
  expression = "field"
) {
  const lines = values.map((field) => JSON.stringify({ field }))
  const { to } = yield* written(lines, [{ name: "field", type }])
  return (yield* asked(`SELECT ${expression} FROM '${to}'`)).map(([value]) => value)
})

useTimeZone("Asia/Tokyo")

describe("a Parquet file", () => {
  for (const rows of [0, 1, 122_880, 122_881, 300_000]) {
    it.effect(`holds ${rows} rows in their order`, () =>
      Effect.gen(function* () {
        const lines = Array.from({ length: rows }, (_, row) => `{"id":"${row}"}`)
        const { to } = yield* written(lines, [{ name: "id", type: "text" }])
        const order = `SELECT count(*), count(*) FILTER (id::INT = file_row_number) FROM read_parquet('${to}', file_row_number = true)`
        assert.deepStrictEqual(yield* asked(order), [[String(rows), String(rows)]])
      })
    )
  }

  it.effect("is identical for the same lines", () =>
    Effect.gen(function* () {
      const columns = [{ name: "id", type: "text" }] as const
      const lines = Array.from({ length: 130_000 }, (_, row) => `{"id":"${row}"}`)
      const first = yield* written(lines, columns)
      const second = yield* written(lines, columns)
      assert.isTrue((yield* bytesOf(first.to)).equals(yield* bytesOf(second.to)))
    })
  )

  it.effect("has the records of its own file, even if the name is a pattern", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const from = join(path, "[a]*.ndjson")
      const to = join(path, "[a]*.parquet")
      writeFileSync(from, '{"id":"1"}\n')
      writeFileSync(join(path, "ab.ndjson"), '{"id":"2"}\n')
      yield* writeParquet({ from, to, columns: [{ name: "id", type: "text" }], note: undefined })
      assert.deepStrictEqual(yield* namesIn(path), ["[a]*.ndjson", "[a]*.parquet", "ab.ndjson"])
      assert.deepStrictEqual(yield* asked(`SELECT id FROM '${to}'`), [["1"]])
    })
  )

  it.effect("replaces a longer file", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const [from, to] = [join(path, "a.ndjson"), join(path, "a.parquet")]
      yield* Effect.promise(async () => {
        await writeFile(from, '{"id":"1"}\n')
        await writeFile(to, "x".repeat(10_000))
      })
      yield* writeParquet({ from, to, columns: [{ name: "id", type: "text" }], note: undefined })
      assert.isBelow((yield* bytesOf(to)).length, 10_000)
      assert.deepStrictEqual(yield* asked(`SELECT id FROM '${to}'`), [["1"]])
    })
  )

  it.effect("names its program, is compressed with Zstandard, and has a note if there is one", () =>
    Effect.gen(function* () {
      const columns = [{ name: "id", type: "text" }] as const
      const noted = yield* written(['{"id":"1"}'], columns, "isn't verified")
      const plain = yield* written(['{"id":"1"}'], columns)
      const notesOf = (file: string) => asked(`SELECT decode(key), decode(value) FROM parquet_kv_metadata('${file}')`)
      const program = ["program", `public-records version ${version}`]
      assert.deepStrictEqual(yield* notesOf(noted.to), [program, ["note", "isn't verified"]])
      assert.deepStrictEqual(yield* notesOf(plain.to), [program])
      assert.deepStrictEqual(yield* asked(`SELECT compression FROM parquet_metadata('${noted.to}')`), [["ZSTD"]])
    })
  )

  it.effect("fails with its name if it cannot be written", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const to = join(path, "none", "b")
      const failure = yield* Effect.flip(writeParquet({ from: path, to, columns: [], note: undefined }))
      assert.include(failure.message, `${to} cannot be written: its folder does not exist`)
    })
  )

  it.effect.skipIf(!existsSync("/dev/full"))("fails with advice if the disk is full", () =>
    Effect.gen(function* () {
      const from = join(yield* folder, "a.ndjson")
      writeFileSync(from, "{}\n")
      const columns = [{ name: "id", type: "text" }] as const
      const failure = yield* Effect.flip(writeParquet({ from, to: "/dev/full", columns, note: undefined }))
      assert.include(
        failure.message,
        "/dev/full cannot be written: there is no space left (ENOSPC). The records written"
      )
    })
  )

  it.effect("is removed by an interruption", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const [from, to] = [join(path, "a.ndjson"), join(path, "a.parquet")]
      writeFileSync(from, Array.from({ length: 500_000 }, () => `{"id":"${randomUUID()}"}\n`).join(""))
      const columns = [{ name: "id", type: "text" }] as const
      const fiber = yield* Effect.forkChild(writeParquet({ from, to, columns, note: undefined }))
      yield* Effect.promise(async () => {
        while ((statSync(to, { throwIfNoEntry: false })?.size ?? 0) === 0) await setImmediate()
      })
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(yield* namesIn(path), ["a.ndjson"])
      yield* Effect.promise(() => setTimeout(200))
      assert.deepStrictEqual(yield* namesIn(path), ["a.ndjson"])
    })
  )
})

describe("a column of a Parquet file", () => {
  it.effect("has its type, and may be empty", () =>
    Effect.gen(function* () {
      const columns: ReadonlyArray<TypedColumn> = [
        { name: "text", type: "text" },
        { name: "texts", type: "texts" },
        { name: "boolean", type: "boolean" },
        { name: "date", type: "date" },
        { name: "moment", type: "moment" },
        { name: "instant", type: "instant" }
      ]
      const { to } = yield* written(["{}"], columns)
      assert.deepStrictEqual(yield* columnsOf(to), {
        text: "VARCHAR",
        texts: "VARCHAR[]",
        boolean: "BOOLEAN",
        date: "DATE",
        moment: "TIMESTAMP",
        instant: "TIMESTAMP WITH TIME ZONE"
      })
      assert.deepStrictEqual(yield* asked(`SELECT * FROM '${to}'`), [columns.map(() => null)])
    })
  )

  it.effect("converts other values to JSON if its type is text", () =>
    Effect.gen(function* () {
      const values = ["a", "", null, "ñ 😀", 7, { a: [1] }]
      assert.deepStrictEqual(yield* valuesRead("text", values), ["a", "", null, "ñ 😀", "7", '{"a":[1]}'])
      const lists = [[], ["a", ""], [{ name: "x" }, 7, null]]
      assert.deepStrictEqual(yield* valuesRead("texts", lists), [[], ["a", ""], ['{"name":"x"}', "7", null]])
    })
  )

  it.effect("ignores the time if its type is date", () =>
    Effect.gen(function* () {
      const values = ["1969-12-31", "1970-01-01", "2024-02-29T23:59:59+00:00", "2021-07-07 23:59:59"]
      assert.deepStrictEqual(yield* valuesRead("date", values, "field::VARCHAR"), [
        "1969-12-31",
        "1970-01-01",
        "2024-02-29",
        "2021-07-07"
      ])
    })
  )

  it.effect("keeps civil times without a zone, in any time zone of this machine", () =>
    Effect.gen(function* () {
      const values = [
        "2021-07-07 10:00:00",
        "2021-03-14 02:30:00",
        "1969-12-31 23:59:59",
        "2021-07-07",
        "2021-07-07T10:00:00.25",
        "2021-07-07 10:00:00.123456",
        "2021-07-07T10:00:00+05:30"
      ]
      assert.deepStrictEqual(yield* valuesRead("moment", values, "field::VARCHAR"), [
        "2021-07-07 10:00:00",
        "2021-03-14 02:30:00",
        "1969-12-31 23:59:59",
        "2021-07-07 00:00:00",
        "2021-07-07 10:00:00.25",
        "2021-07-07 10:00:00.123456",
        "2021-07-07 10:00:00"
      ])
    })
  )

  it.effect("converts times with an offset to instants, and assumes UTC without one", () =>
    Effect.gen(function* () {
      const values = [
        "2021-07-07T10:00:00Z",
        "2021-07-07T10:00:00+05:30",
        "2021-07-07 10:00:00-0400",
        "2021-07-07T10:00:00",
        "2021-07-07 10:00:00",
        "2021-07-07",
        "2021-07-07T10:00:00.5-01:00"
      ]
      const instants = yield* valuesRead("instant", values, "make_timestamp(epoch_us(field))::VARCHAR")
      assert.deepStrictEqual(instants, [
        "2021-07-07 10:00:00",
        "2021-07-07 04:30:00",
        "2021-07-07 14:00:00",
        "2021-07-07 10:00:00",
        "2021-07-07 10:00:00",
        "2021-07-07 00:00:00",
        "2021-07-07 11:00:00.5"
      ])
    })
  )
})
