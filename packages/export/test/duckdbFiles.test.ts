import { assert, describe, it } from "@effect/vitest"
import { version } from "@public-records/core"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { type TypedColumn } from "../src/RecordLayout.ts"
import { writeParquet } from "../src/parquet/writeParquet.ts"
import { asked, columnsOf } from "./duckdbQueries.ts"
import { bytesOf, folder } from "./exporting.ts"

/** Creates a Parquet file of these lines. */
const written = Effect.fnUntraced(function* (
  lines: ReadonlyArray<string>,
  columns: ReadonlyArray<TypedColumn>,
  note?: string
) {
  const path = yield* folder
  const [from, to] = [join(path, "records.ndjson"), join(path, "records.parquet")]
  yield* Effect.promise(() => writeFile(from, lines.map((line) => `${line}\n`).join("")))
  const digest = yield* writeParquet({ from, to, columns, note })
  return { to, digest }
})

/** Creates a Parquet file with one column and returns the values that DuckDB reads, as the SQL expression formats them. */
const valuesRead = Effect.fnUntraced(function* (
  type: TypedColumn["type"],
  values: ReadonlyArray<unknown>,
  expression = "field"
) {
  const lines = values.map((field) => JSON.stringify({ field }))
  const { to } = yield* written(lines, [{ name: "field", type, isRequired: type !== "text" && type !== "boolean" }])
  return (yield* asked(`SELECT ${expression} FROM '${to}'`)).map(([value]) => value)
})

describe("a Parquet file", () => {
  for (const [rows, groups] of [
    [0, []],
    [1, [1]],
    [19_999, [19_999]],
    [20_000, [20_000]],
    [20_001, [20_000, 1]],
    [40_000, [20_000, 20_000]]
  ] as const) {
    it.effect(`holds ${rows} rows in their order, in groups of at most 20,000`, () =>
      Effect.gen(function* () {
        const lines = Array.from({ length: rows }, (_, row) => `{"id":"${row}"}`)
        const { to } = yield* written(lines, [{ name: "id", type: "text", isRequired: true }])
        const order = `SELECT count(*), count(*) FILTER (id::INT = file_row_number) FROM read_parquet('${to}', file_row_number = true)`
        assert.deepStrictEqual(yield* asked(order), [[String(rows), String(rows)]])
        const sizes = `SELECT row_group_num_rows FROM parquet_metadata('${to}') ORDER BY row_group_id`
        assert.deepStrictEqual(
          (yield* asked(sizes)).map(([size]) => Number(size)),
          [...groups]
        )
      })
    )
  }

  it.effect("has the returned digest, and is identical for the same lines", () =>
    Effect.gen(function* () {
      const columns = [{ name: "id", type: "text", isRequired: true }] as const
      const lines = Array.from({ length: 20_001 }, (_, row) => `{"id":"${row}"}`)
      const first = yield* written(lines, columns)
      const second = yield* written(lines, columns)
      const bytes = yield* bytesOf(first.to)
      assert.deepStrictEqual(first.digest, {
        bytes: bytes.length,
        sha256: createHash("sha256").update(bytes).digest("hex")
      })
      assert.isTrue(bytes.equals(yield* bytesOf(second.to)))
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
      const { bytes } = yield* writeParquet({ from, to, columns: [{ name: "id", type: "text" }], note: undefined })
      assert.strictEqual((yield* bytesOf(to)).length, bytes)
      assert.deepStrictEqual(yield* asked(`SELECT id FROM '${to}'`), [["1"]])
    })
  )

  it.effect("names its program, is compressed with Zstandard, and has a note if there is one", () =>
    Effect.gen(function* () {
      const columns = [{ name: "id", type: "text" }] as const
      const noted = yield* written(['{"id":"1"}'], columns, "not verified")
      const plain = yield* written(['{"id":"1"}'], columns)
      const notesOf = (file: string) => asked(`SELECT key::VARCHAR, value::VARCHAR FROM parquet_kv_metadata('${file}')`)
      assert.deepStrictEqual(yield* notesOf(noted.to), [["note", "not verified"]])
      assert.deepStrictEqual(yield* notesOf(plain.to), [])
      assert.deepStrictEqual(yield* asked(`SELECT created_by FROM parquet_file_metadata('${noted.to}')`), [
        [`public-records version ${version}`]
      ])
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
})

describe("a column of a Parquet file", () => {
  it.effect("has its type, and may be empty unless every record has it", () =>
    Effect.gen(function* () {
      const columns: ReadonlyArray<TypedColumn> = [
        { name: "text", type: "text" },
        { name: "texts", type: "texts", isRequired: true },
        { name: "boolean", type: "boolean" },
        { name: "date", type: "date", isRequired: true },
        { name: "moment", type: "moment", isRequired: true },
        { name: "instant", type: "instant", isRequired: true }
      ]
      const date = "2021-07-07"
      const line = JSON.stringify({ date, moment: date, instant: date })
      const { to } = yield* written([line], columns)
      assert.deepStrictEqual(yield* columnsOf(to), {
        text: "VARCHAR",
        texts: "VARCHAR[]",
        boolean: "BOOLEAN",
        date: "DATE",
        moment: "TIMESTAMP",
        instant: "TIMESTAMP WITH TIME ZONE"
      })
      assert.deepStrictEqual(yield* asked(`SELECT text, texts, boolean FROM '${to}'`), [[null, [], null]])
      const repetitions = `SELECT name, repetition_type FROM parquet_schema('${to}') WHERE name IN ('text', 'date', 'texts')`
      assert.deepStrictEqual(yield* asked(repetitions), [
        ["text", "OPTIONAL"],
        ["texts", "REQUIRED"],
        ["date", "REQUIRED"]
      ])
    })
  )

  it.effect("converts other values to JSON if its type is text", () =>
    Effect.gen(function* () {
      const values = ["a", "", null, "ñ 😀", 7, { a: [1] }]
      assert.deepStrictEqual(yield* valuesRead("text", values), ["a", "", null, "ñ 😀", "7", '{"a":[1]}'])
      const lists = [[], ["a", ""], [{ name: "x" }, 7, null], "no list"]
      assert.deepStrictEqual(yield* valuesRead("texts", lists), [[], ["a", ""], ['{"name":"x"}', "7", "null"], []])
    })
  )

  it.effect("is empty for other values if its type is boolean", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* valuesRead("boolean", [true, false, null, "true"]), [true, false, null, null])
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
        "2021-07-07 10:00:00.123",
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
