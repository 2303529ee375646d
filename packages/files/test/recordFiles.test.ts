import fs, { writeFile } from "node:fs/promises"
import { syncBuiltinESMExports } from "node:module"
import { join } from "node:path"
import { Readable } from "node:stream"
import { gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import type { FileFacts } from "@public-records/files/FileFacts"
import { RecordFileError } from "@public-records/files/RecordFileError"
import { readRecordFile, readRecords } from "@public-records/files/readRecordFile"
import { Effect } from "effect"
import { vi } from "vitest"
import { collectingSink, header, readFileOf, row, temporaryFolder } from "./recordFiles.ts"
import { openFilesOf } from "./openFiles.ts"

/** Records each file handle that is opened, until the scope closes. */
const openedHandles = Effect.gen(function* () {
  const handles: Array<fs.FileHandle> = []
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      const { open } = fs
      const spy = vi.spyOn(fs, "open").mockImplementation(async (path, flags, mode) => {
        const handle = await open(path, flags, mode)
        handles.push(handle)
        return handle
      })
      syncBuiltinESMExports()
      return spy
    }),
    (spy) =>
      Effect.sync(() => {
        spy.mockRestore()
        syncBuiltinESMExports()
      })
  )
  return handles
})

const complaintJson = JSON.stringify({
  type: "dnc_complaint",
  id: "a",
  attributes: { "created-date": "2021-07-07 10:00:00", "violation-date": "2021-07-07 10:00:00" }
})
const noticeJson = JSON.stringify({
  id: "n",
  transactionNumber: "20200001",
  acquiringParty: "A",
  acquiredParty: "B",
  date: "2020-01-02",
  created: "2020-01-02T10:00:00+00:00",
  updated: "2020-01-02T10:00:00+00:00"
})

const binary = "it is compressed, binary or UTF-16; unpack it, or save it as CSV or JSON in UTF-8"
const webPage = "it is a web page saved under the name of a data file; download the file again"

const unusable: ReadonlyArray<readonly [name: string, content: string | Uint8Array, reason: string]> = [
  ["day.csv.gz", gzipSync(header), binary],
  [
    "export.parquet",
    "PAR1",
    "it is Parquet, which needs public-records mirror import export.parquet and then public-records serve --mirror"
  ],
  ["DNC_Complaint_Numbers_2021-07-08.csv", "<!DOCTYPE html>\n<h1>403</h1>", webPage],
  ["page.csv", "\uFEFF\r\n <html lang=en>", webPage],
  ["empty.json", "\n \n", "it is empty"]
]

describe("a record file", () => {
  it.effect.each(unusable)(
    "is rejected with its name and the reason if it is unusable: %s",
    ([name, content, reason]) =>
      Effect.gen(function* () {
        const message = yield* Effect.flip(readFileOf(name, content))
        assert.strictEqual(message, `The data file ${name} cannot be used: ${reason}.`)
      })
  )

  it.effect("is passed to the caller's reader if it is a Parquet file", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const read: Array<string> = []
      const readParquet = ({ path }: FileFacts) => Effect.sync(() => void read.push(path))
      for (const [name, content] of [
        ["a", "PAR1"],
        ["b.parquet", `${header}\n${row}\n`]
      ] as const) {
        yield* Effect.promise(() => writeFile(join(folder, name), content))
        yield* readRecordFile(join(folder, name), collectingSink().sink, undefined, readParquet)
      }
      assert.deepStrictEqual(read, [join(folder, "a")])
    })
  )

  it.effect("may be an empty NDJSON file, which is an export of no records", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* readFileOf("none.ndjson", ""), {
        complaints: [],
        rows: [],
        notices: [],
        invalid: [],
        skipped: []
      })
    })
  )

  const formats: ReadonlyArray<readonly [name: string, content: string]> = [
    ["response.json", `{"data":[${complaintJson},${noticeJson}],"meta":{}}`],
    ["list.json", `\uFEFF[${complaintJson},${noticeJson}]`],
    ["pages.json", `[{"data":[${complaintJson}]},{"data":[]},{"data":[${noticeJson}],"meta":{}}]`],
    ["pages.ndjson", `{"data":[${complaintJson}]}\n{"data":[${noticeJson}]}\n`],
    ["lines.ndjson", `${complaintJson}\r\n\r\n${noticeJson}\r\n`],
    ["lines.jsonl", `${complaintJson}\n${noticeJson}`],
    ["lines-without-ending", `${complaintJson}\n${noticeJson}\n`],
    ["list-without-ending", ` [${complaintJson},${noticeJson}]`]
  ]

  it.effect.each(formats)("is read in its format: %s", ([name, content]) =>
    Effect.gen(function* () {
      const { complaints, invalid, notices } = yield* readFileOf(name, content)
      assert.deepStrictEqual(invalid, [])
      assert.deepStrictEqual(
        [complaints.map(({ id }) => id), notices.map(({ title }) => title)],
        [["a"], ["20200001: A; B"]]
      )
    })
  )

  it.effect("is CSV if it has no extension and is not JSON", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* readFileOf("day", `${header}\n${row}`)).rows.length, 1)
    })
  )

  const invalid: ReadonlyArray<readonly [name: string, content: string, location: string, reason: string]> = [
    ["a.json", `[${complaintJson},3]`, "a.json, record 2", "this is not a record"],
    ["a.json", '{"data":null}', "a.json, record 1", "this is not a record"],
    ["a.json", '{"data":[{"type":"x"}]}', "a.json, record 1", "this is neither a complaint nor a notice"],
    ["a.json", '[{"type":"dnc_complaint"}]', "a.json, record 1", "the record has no id"],
    ["a.ndjson", `{"a":"${"x".repeat(600_000)}"}`, "a.ndjson, line 1", "the line has more than 500000 characters"],
    [
      "a.json",
      `[${noticeJson.replace('"A"', `"${"x".repeat(10_001)}"`)}]`,
      "a.json, record 1",
      "a field has 10001 characters; at most 10000 are read"
    ],
    ["a.ndjson", `${complaintJson}\n\n{`, "a.ndjson, line 3", "this is not JSON"],
    [
      "a.ndjson",
      complaintJson.replace('"attributes":{', '"attributes":{"consumer-city":["x"],'),
      "a.ndjson, line 1",
      "consumer-city is not a string"
    ],
    [
      "a.ndjson",
      noticeJson.replace("2020-01-02", "2020-02-30"),
      "a.ndjson, line 1",
      'the date "2020-02-30" is not a valid date'
    ]
  ]

  it.effect.each(invalid)("reports invalid records by file and number: %s %s", ([name, content, ...expected]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* readFileOf(name, content)).invalid, [expected])
    })
  )

  const raws: ReadonlyArray<readonly [name: string, content: string, raw: ReadonlyArray<string>]> = [
    ["a.json", `[{"type":"x","tags":[{"a":"é"}]},3]`, ['{"type":"x","tags":[{"a":"é"}]}', "3"]],
    [
      "a.ndjson",
      `{"id":\r\n${noticeJson.replace("2020-01-02", "x")}`,
      ['{"id":', noticeJson.replace("2020-01-02", "x")]
    ],
    [
      "day.csv",
      `${header}\n${row.replace("2021-07-06", "2021-13-06")}\n1,é\n`,
      [row.replace("-07-06", "-13-06"), "1,é"]
    ],
    [
      "quotation.csv",
      `${header}\n${row.replace("Cleveland", '"Cleve"land').replace("Other", 'Oth"er"')}\n`,
      [row.replace("Cleveland", '"Cleve"land').replace("Other", 'Oth"er"')]
    ],
    ["long.csv", `${header}\n${"x".repeat(9_000)}\n`, [`${"x".repeat(2_000)}…`]],
    ["day.csv", `${header}\n${row}\n${row.slice(0, -1)}`, [row.slice(0, -1)]]
  ]

  it.effect.each(raws)("passes on the text of invalid records: %s", ([name, content, raw]) =>
    Effect.gen(function* () {
      const found: Array<string> = []
      const sink = {
        ...collectingSink().sink,
        addInvalid: (_: string, __: string, text: string) => void found.push(text)
      }
      yield* Effect.promise(() => readRecords(Readable.from(Buffer.from(content), { objectMode: false }), name, sink))
      assert.deepStrictEqual(found, raw)
    })
  )

  it.effect("is only opened as a stream if it is not a regular file, because a pipe ends with its first reader", () =>
    Effect.gen(function* () {
      const handles = yield* openedHandles
      const { message } = yield* Effect.flip(readRecordFile("/dev/null", collectingSink().sink))
      assert.include(message, "/dev/null cannot be used: it is empty")
      assert.isEmpty(handles)
    })
  )

  it.effect("is closed after it was read or refused", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const handles = yield* openedHandles
      const contents = [`${header}\n${row}\n`, "<!DOCTYPE html>", `${header}\n`.repeat(100_000), "PAR1"]
      for (const [index, content] of contents.entries()) {
        const path = join(folder, `${index}.csv`)
        yield* Effect.promise(() => writeFile(path, content))
        const { sink } = collectingSink()
        const stop = (): never => {
          throw new RecordFileError({ message: "too many problems" })
        }
        yield* Effect.exit(readRecordFile(path, { ...sink, addInvalid: stop }, undefined, () => Effect.void))
      }
      assert.deepStrictEqual(
        handles.map(({ fd }) => fd),
        contents.map(() => -1)
      )
      yield* Effect.promise(() => vi.waitFor(() => assert.deepStrictEqual(openFilesOf(folder), []), { interval: 1 }))
    })
  )

  it.effect("is rejected if it is not JSON, with the line if known", () =>
    Effect.gen(function* () {
      const message = yield* Effect.flip(readFileOf("cut.json", `[${complaintJson}`))
      assert.match(message, /^cut\.json, (line 1|at its end): this is not JSON\.$/)
    })
  )
})
