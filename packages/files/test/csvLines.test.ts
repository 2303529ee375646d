import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { complaint, header, readFileOf, row } from "./recordFiles.ts"

const quoted = (text: string): string => row.replace("Cleveland", text)
const semicolons = (line: string): string => line.replaceAll(",", ";")
const stray = '"Cleveland'

/** Files, the number of their rows, the lines that are invalid, and the kinds of those that are skipped. */
const files: ReadonlyArray<
  readonly [what: string, lines: ReadonlyArray<string>, rows: number, invalid: ReadonlyArray<number>, skipped: object]
> = [
  ["CRLF first and LF later", [`${header}\r`, `${row}\r`, row, row, ""], 3, [], {}],
  ["LF first and CRLF later", [header, row, `${row}\r`, `${row}\r`, ""], 3, [], {}],
  ["a second header", [header, row, header, row, ""], 2, [], { "repeated header": 1 }],
  [
    "a second header with other columns",
    [header, row, `File,${header}`, `a.csv,${row}`, ""],
    2,
    [],
    { "repeated header": 1 }
  ],
  ["empty rows", [header, row, "", "  ", ",,,,,,,", '"","",,,,,,', row, ""], 2, [], { empty: 4 }],
  ["a last ^Z", [header, row, "\u001A"], 1, [], { "end mark": 1 }],
  ["a cell of three lines", [header, ...quoted('"Cle\nve\nland"').split("\n"), row, ""], 2, [], { "continued row": 2 }],
  ["a stray quotation mark", [header, row, quoted(stray), row, row, ""], 3, [3], {}],
  [
    "a stray quotation mark above a cell in quotation marks",
    [header, quoted(stray), row, row.replace("Other", '"Energy, solar"'), row, ""],
    3,
    [2],
    {}
  ],
  ["two stray quotation marks", [header, quoted(stray), row, quoted(stray), row, ""], 2, [2, 4], {}],
  ["a stray quotation mark in the last line", [header, row, quoted(stray), ""], 1, [3], {}],
  ["a stray quotation mark above a short line", [header, quoted(stray), "x", row, ""], 1, [2, 3], {}],
  ["semicolons", [header, row, ""].map(semicolons), 1, [], {}],
  ["tabs", [header, row, ""].map((line) => line.replaceAll(",", "\t")), 1, [], {}],
  ["sep=, above the header", ["sep=,", header, row, ""], 1, [], { "above the header": 1 }],
  ["sep=; above the header", ["sep=;", semicolons(header), semicolons(row), ""], 1, [], { "above the header": 1 }],
  ["a title", ["Complaints of July", "", header, row, ""], 1, [], { "above the header": 1, empty: 1 }],
  ["only garbage below the header", [header, "a", "b", ""], 0, [2, 3], {}]
]

const countOf = (skipped: ReadonlyArray<string>): object =>
  Object.fromEntries([...new Set(skipped)].map((kind) => [kind, skipped.filter((one) => one === kind).length]))

describe("each line of a CSV file is a record, invalid, or skipped with a reason", () => {
  it.effect.each(files)("%s", ([, lines, rows, invalid, skipped]) =>
    Effect.gen(function* () {
      const read = yield* readFileOf("day.csv", lines.join("\n"))
      assert.strictEqual(read.rows.length, rows)
      assert.deepStrictEqual(
        read.invalid.map(([location]) => location),
        invalid.map((line) => `day.csv, line ${line}`)
      )
      assert.deepStrictEqual(countOf(read.skipped), skipped)
      const count = lines.at(-1) === "" ? lines.length - 1 : lines.length
      assert.strictEqual(1 + read.rows.length + read.invalid.length + read.skipped.length, count)
    })
  )

  it.effect("also if all lines end with CR", () =>
    Effect.gen(function* () {
      const { invalid, rows } = yield* readFileOf("day.csv", [header, row, row, ""].join("\r"))
      assert.deepStrictEqual(invalid, [])
      assert.deepStrictEqual(rows, [complaint, complaint])
    })
  )

  it.effect("also if they are more than are read at once, with a cell of several lines at each border", () =>
    Effect.gen(function* () {
      const rows = Array.from({ length: 3_000 }, (_, index) => (index % 7 === 0 ? quoted('"Cle\nve\r\nland"') : row))
      const read = yield* readFileOf("day.csv", `${[header, ...rows].join("\r\n")}\r\n`)
      assert.deepStrictEqual(read.invalid, [])
      assert.strictEqual(read.rows.length, rows.length)
      const cities = new Set(read.rows.map(({ consumerCity }) => consumerCity))
      assert.deepStrictEqual([...cities], ["Cle\nve\r\nland", "Cleveland"])
    })
  )

  const problems: ReadonlyArray<readonly [what: string, text: string, message: string]> = [
    ["without a header", "a,b\n1,2\n", `day.csv, line 1: the header lacks ${header.replaceAll(",", ", ")}`],
    [
      "with semicolons and a column less",
      `Title\n${semicolons(header.replace(",Subject", ""))}\n`,
      "line 2: the header lacks Subject;"
    ],
    ["whose header comes too late", `${"x\n".repeat(10)}${header}\n`, "line 1: the header lacks Company_Phone_Number"]
  ]
  it.effect.each(problems)("a file is refused with the true reason: %s", ([, text, message]) =>
    Effect.gen(function* () {
      assert.include(yield* Effect.flip(readFileOf("day.csv", text)), message)
    })
  )
})

describe("the cells of a CSV file", () => {
  const cells: ReadonlyArray<readonly [what: string, line: string, expected: object]> = [
    [
      "an apostrophe before a plus sign",
      row.replace("2165550100", "'+12165550100"),
      { companyPhoneNumber: "+12165550100" }
    ],
    ["an apostrophe before a formula", quoted("'=1+1"), { consumerCity: "=1+1" }],
    [
      "an apostrophe before a minus and an at sign",
      quoted("'-x").replace("Other", "'@x"),
      { consumerCity: "-x", subject: "@x" }
    ],
    ["an apostrophe of its own", quoted("'s-Hertogenbosch"), { consumerCity: "'s-Hertogenbosch" }],
    ["a blank before a city, as real files have", quoted(" Cleveland"), { consumerCity: " Cleveland" }],
    ["blanks around all", row.replaceAll(",", " , "), {}],
    ["blanks that fill columns", row.replaceAll(",", "   ,"), {}]
  ]
  it.effect.each(cells)("may have %s", ([, line, expected]) =>
    Effect.gen(function* () {
      const { invalid, rows } = yield* readFileOf("day.csv", `${header}\n${line}\n`)
      assert.deepStrictEqual(invalid, [])
      assert.deepStrictEqual(rows, [{ ...complaint, ...expected }])
    })
  )

  it.effect("say in many ways whether a call was a robocall", () =>
    Effect.gen(function* () {
      const values = ["Yes", "TRUE", "true", "1", "y", "t", "No", "False", "0", "n", "f", "", "maybe"]
      const text = values.map((value) => `${row.slice(0, -1)}${value}\n`).join("")
      const { rows } = yield* readFileOf("day.csv", `${header}\n${text}`)
      assert.strictEqual(
        rows.map((one) => one.recordedMessageOrRobocall || "-").join(" "),
        "Y Y Y Y Y Y N N N N N - maybe"
      )
    })
  )
})

const dated = (...created: ReadonlyArray<string>): string =>
  `${[header, ...created.map((date) => row.replace("2021-07-07 10:00:00", date).replace("2021-07-06 09:00:00", date))].join("\n")}\n`

describe("the dates of a CSV file", () => {
  const orders: ReadonlyArray<readonly [name: string, dates: ReadonlyArray<string>, created: ReadonlyArray<string>]> = [
    ["a.csv", ["05/07/2026", "13/07/2026"], ["2026-07-05", "2026-07-13"]],
    ["a.csv", ["05/07/2026", "07/13/2026"], ["2026-05-07", "2026-07-13"]],
    ["a.csv", ["05/07/2026"], ["2026-05-07"]],
    ["a.csv", ["13/07/2026", "2026-07-05", "05/07/2026 10:00:00"], ["2026-07-13", "2026-07-05", "2026-07-05"]],
    ["DNC_Complaint_Numbers_2026-07-06.csv", ["05/07/2026", "04/07/2026"], ["2026-07-05", "2026-07-04"]],
    ["DNC_Complaint_Numbers_2026-07-07.csv", ["07/06/2026"], ["2026-07-06"]],
    ["DNC_Complaint_Numbers_2026-07-20 (1).csv", ["05/07/2026", "12/07/2026"], ["2026-07-05", "2026-07-12"]]
  ]
  it.effect.each(orders)("have the day or the month first, in all of %s: %j", ([name, dates, created]) =>
    Effect.gen(function* () {
      const { invalid, rows } = yield* readFileOf(name, dated(...dates))
      assert.deepStrictEqual(invalid, [])
      assert.deepStrictEqual(
        rows.map(({ createdDate }) => createdDate.slice(0, 10)),
        created
      )
    })
  )

  it.effect("have one order, or the file is refused", () =>
    Effect.gen(function* () {
      const message = yield* Effect.flip(readFileOf("a.csv", dated("05/07/2026", "13/07/2026", "07/13/2026")))
      assert.include(
        message,
        'a.csv cannot be used: the dates have two orders: "13/07/2026" in line 3 has the day first'
      )
      const late = dated(...Array.from({ length: 50_000 }, () => "05/07/2026"), "13/07/2026")
      assert.include(yield* Effect.flip(readFileOf("a.csv", late)), "the first 50000 rows")
    })
  )

  const newest: ReadonlyArray<readonly [name: string, created: string, reason: string | undefined]> = [
    ["DNC_Complaint_Numbers_2021-07-08.csv", "2021-07-08", undefined],
    [
      "DNC_Complaint_Numbers_2021-07-08.csv",
      "2021-07-09",
      "the created date 2021-07-09 is after 2021-07-08, the date in the name of the file"
    ],
    ["dnc_complaint_numbers_2021-07-08_0.csv.txt", "2031-01-01", "the created date 2031-01-01 is after 2021-07-08"],
    ["a.csv", "2021-07-09", undefined],
    ["a.csv", "9021-07-09", "the created date 9021-07-09 is after"],
    ["a.ndjson", "9021-07-09", "the created date 9021-07-09 is after"]
  ]
  it.effect.each(newest)("are not after the file: %s %s", ([name, created, reason]) =>
    Effect.gen(function* () {
      const text = name.endsWith("json")
        ? JSON.stringify({ ...complaint, id: "a", createdDate: created })
        : dated(created)
      const { invalid } = yield* readFileOf(name, text)
      assert.strictEqual(invalid.length, reason === undefined ? 0 : 1)
      assert.include(invalid[0]?.[1] ?? "", reason ?? "")
    })
  )
})
