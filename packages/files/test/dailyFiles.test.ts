import { readFile } from "node:fs/promises"
import { Readable } from "node:stream"
import { brotliDecompressSync } from "node:zlib"
import { readRecords } from "@public-records/files/readRecordFile"
import { RowIds } from "@public-records/files/RowIds"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { collectingSink, complaint, header, readFileOf, row } from "./recordFiles.ts"

const readRealFile = async (url: URL) => {
  const { read, sink } = collectingSink()
  await readRecords(Readable.from(brotliDecompressSync(await readFile(url)), { objectMode: false }), "day.csv", sink)
  return read
}

const realFiles: ReadonlyArray<readonly [url: URL, rows: number, duplicates: number]> = [
  [new URL("../../server/data/DNC_Complaint_Numbers_2021-07-08.csv.br", import.meta.url), 14_034, 1],
  [new URL("data/DNC_Complaint_Numbers_2019-12-16.csv.br", import.meta.url), 20_532, 24]
]

describe("real daily files", () => {
  it.each(realFiles)("are read completely: %s", async (url, rows, duplicates) => {
    const read = await readRealFile(url)
    assert.strictEqual(read.rows.length, rows)
    assert.deepStrictEqual(read.invalid, [])
    assert.strictEqual(new Set(read.rows.map((one) => JSON.stringify(one))).size, rows - duplicates)
    const rowIds = new RowIds()
    assert.strictEqual(new Set(read.rows.map((one) => rowIds.next(one))).size, rows)
  })

  it("preserve odd phone numbers", async () => {
    const [, [url] = []] = realFiles
    const { rows } = await readRealFile(url ?? new URL("x:"))
    const numbers = rows.map(({ companyPhoneNumber }) => companyPhoneNumber)
    assert.isTrue(numbers.some((number) => number.startsWith("+1")))
    assert.isTrue(numbers.includes("__________"))
    assert.isTrue(numbers.includes(""))
  })
})

const latin = Buffer.from(`${header}\n${row.replace("Cleveland", "Ca\u00F1on \u0080")}\n`, "latin1")

const variants: ReadonlyArray<readonly [what: string, content: string | Uint8Array, expected: object]> = [
  ["CRLF", `${header}\r\n${row}\r\n`, {}],
  ["LF, and no line end after the last row", `${header}\n${row}`, {}],
  [
    "CRLF, and carriage returns and line feeds at the end of quoted fields",
    `${header}\r\n${row.replace("Y", '"Y\r"').replace("Cleveland", '"Cleveland\n"')}\r\n`,
    { consumerCity: "Cleveland\n" }
  ],
  ["a byte-order mark", `\uFEFF${header}\r\n${row}\r\n`, {}],
  ["lower-case names without underscores", `${header.toLowerCase().replaceAll("_", "")}\n${row}`, {}],
  ["names with spaces and quotation marks", `"${header.replaceAll("_", " ").replaceAll(",", '","')}"\n${row}`, {}],
  ["another order of columns", `${header.split(",").toReversed().join()}\n${row.split(",").toReversed().join()}`, {}],
  [
    "two columns in another order",
    `${header.replace("City,Consumer_State", "State,Consumer_City")}\n${row.replace("Cleveland,Ohio", "Ohio,Cleveland")}`,
    {}
  ],
  ["an additional column", `File,${header}\nday.csv,${row}`, {}],
  ["an additional column with the name of another", `${header},created date\n${row},2020-01-01`, {}],
  [
    "quoted fields",
    `${header}\r\n${row.replace("Y", '"Y"').replace("Cleveland", '"Cleve, ""land"""')}\r\n`,
    {
      consumerCity: 'Cleve, "land"'
    }
  ],
  ["UTF-8", `${header}\n${row.replace("Cleveland", "Thompson’s station")}`, { consumerCity: "Thompson’s station" }],
  ["Windows-1252", latin, { consumerCity: "Cañon €" }],
  ["dates with slashes", `${header}\n${row.replaceAll("2021-07-", "2021/07/")}`, {}],
  [
    "a no-break space as the number",
    `${header}\n${row.replace("2165550100", "\u00A0")}`,
    {
      companyPhoneNumber: "\u00A0"
    }
  ]
]

describe("a daily file", () => {
  it.effect.each(variants)("may have %s", ([, content, expected]) =>
    Effect.gen(function* () {
      const { invalid, rows } = yield* readFileOf("day.csv", content)
      assert.deepStrictEqual(invalid, [])
      assert.deepStrictEqual(rows, [{ ...complaint, ...expected }])
    })
  )

  it.effect("may mix UTF-8 and Windows-1252 rows", () =>
    Effect.gen(function* () {
      const utf8 = Buffer.from(`${header}\n${row.replace("Cleveland", "Cañon")}\n`)
      const { rows } = yield* readFileOf("day.csv", Buffer.concat([utf8, latin.subarray(header.length + 1)]))
      assert.deepStrictEqual(
        rows.map(({ consumerCity }) => consumerCity),
        ["Cañon", "Cañon €"]
      )
    })
  )

  const invalid: ReadonlyArray<readonly [what: string, second: string, reason: string]> = [
    ["too few columns", "1,2,3", "the row has 3 columns instead of 8"],
    ["too many columns", `${row},x`, "the row has 9 columns instead of 8"],
    [
      "a date that does not exist",
      row.replace("2021-07-06", "2021-02-30"),
      'the violation date "2021-02-30 09:00:00" is not a valid date and time (YYYY-MM-DD HH:MM:SS)'
    ],
    [
      "an empty date",
      row.replace("2021-07-07 10:00:00", ""),
      'the created date "" is not a valid date and time (YYYY-MM-DD HH:MM:SS)'
    ],
    [
      "the thirteenth month",
      row.replace("2021-07-07 10:00:00", "13/13/2021"),
      'the created date "13/13/2021" is not a valid date and time (YYYY-MM-DD HH:MM:SS)'
    ],
    [
      "a date as the phone number",
      row.replace("2165550100", "2021-07-07 10:00:00"),
      'the phone number is a date ("2021-07-07 10:00:00")'
    ],
    [
      "a misplaced quotation mark",
      row.replace("Cleveland", '"Cleve"land').replace("Other", 'Oth"er"'),
      "a quotation mark is missing or misplaced"
    ],
    ["a missing quotation mark", row.replace("Cleveland", '"Cleveland'), "a quotation mark is missing or misplaced"],
    [
      "a long field",
      row.replace("Cleveland", "x".repeat(10_001)),
      "a field has 10001 characters; at most 10000 are read"
    ],
    ["a long line", "x".repeat(600_000), "the row has more than 500000 characters"]
  ]

  it.effect.each(invalid)("reports a row with %s by its number and continues", ([, second, reason]) =>
    Effect.gen(function* () {
      const read = yield* readFileOf("day.csv", `${header}\n${row}\n${second}\n${row}`)
      assert.deepStrictEqual(read.invalid, [["day.csv, line 3", reason]])
      assert.strictEqual(read.rows.length, 2)
    })
  )

  it.effect("counts empty lines, as a spreadsheet does", () =>
    Effect.gen(function* () {
      const { invalid } = yield* readFileOf("day.csv", `\n${header}\n\n${row}\n\n1,2,3\n${row}\n`)
      assert.deepStrictEqual(invalid, [["day.csv, line 6", "the row has 3 columns instead of 8"]])
    })
  )

  it.effect("reports rows far from the start by their numbers", () =>
    Effect.gen(function* () {
      const rows = Array.from({ length: 5_000 }, () => row)
      const broken = row.replace("Cleveland", '"Cleve"land').replace("Other", 'Oth"er"')
      const read = yield* readFileOf("day.csv", [header, ...rows, broken, ...rows, "x"].join("\r\n"))
      assert.deepStrictEqual(read.invalid, [
        ["day.csv, line 5002", "a quotation mark is missing or misplaced"],
        ["day.csv, line 10003", "the row has 1 column instead of 8"]
      ])
      assert.strictEqual(read.rows.length, 10_000)
    })
  )

  const unknown = row.slice(0, -1)
  const ends: ReadonlyArray<readonly [what: string, text: string, rows: number, reasons: ReadonlyArray<string>]> = [
    ["a line end after an empty field", `${row}\n${unknown}\n`, 2, []],
    ["no line end after a complete row", `${unknown}\n${row}`, 2, []],
    ["no line end after an empty field", `${row}\n${unknown}`, 1, ["the file ends within the row"]],
    [
      "no line end after a value that begins like a complete one",
      `${row}\n${row}x`,
      1,
      ["the file ends within the row"]
    ],
    [
      "no line end after a value that ends like a complete one",
      `${row}\n${unknown}xY`,
      1,
      ["the file ends within the row"]
    ],
    ["no line end after too few columns", `${unknown}\n1,2`, 1, ["the row has 2 columns instead of 8"]]
  ]

  it.effect.each(ends)("may end within its last row: %s", ([, text, count, reasons]) =>
    Effect.gen(function* () {
      const { invalid, rows } = yield* readFileOf("day.csv", `${header}\n${text}`)
      assert.strictEqual(rows.length, count)
      assert.deepStrictEqual(
        invalid,
        reasons.map((reason) => ["day.csv, line 3", reason])
      )
    })
  )

  it.effect("is rejected with the name of the column if one is missing", () =>
    Effect.gen(function* () {
      const message = yield* Effect.flip(readFileOf("day.csv", `${header.replace("Subject", "Topic")}\n${row}`))
      assert.strictEqual(message, `day.csv, line 1: the header lacks Subject; that of a daily file is ${header}.`)
    })
  )
})
