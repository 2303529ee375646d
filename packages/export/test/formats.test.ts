import { assert, describe, it } from "@effect/vitest"
import { Complaint, Notice } from "@public-records/core"
import { parse } from "csv-parse/sync"
import { complaintLayout } from "../src/complaintLayout.ts"
import { csvLine, spreadsheetSafe } from "../src/csv.ts"
import { type ExportFormat, formatOfEnding, lineWriter } from "../src/ExportFormat.ts"
import { noticeLayout } from "../src/noticeLayout.ts"
import { safeJson } from "../src/safeJson.ts"

const complaint = Complaint.make({
  id: "c1",
  companyPhoneNumber: "+1 (614) 555-0100",
  createdDate: "2021-07-07 10:00:00",
  violationDate: "2021-07-06 09:00:00",
  consumerCity: 'Saint "Paul", \r\n东京 😀',
  consumerState: "=cmd()",
  consumerAreaCode: "651",
  subject: "Other\u2028\u0085",
  isRobocall: true,
  recordedMessageOrRobocall: "Y",
  link: "https://service.invalid/v0/dnc-complaints/c1"
})
const complaintWithoutTexts = Complaint.make({
  ...complaint,
  id: "c2",
  companyPhoneNumber: null,
  consumerCity: null,
  consumerState: null,
  consumerAreaCode: null,
  subject: null,
  isRobocall: null,
  recordedMessageOrRobocall: "unknown",
  link: null
})
const notice = Notice.make({
  id: "n1",
  transactionNumber: "20110001",
  title: "20110001: A; B",
  acquiringParty: "A",
  acquiredParty: 'B "and" C, Inc.',
  acquiredEntities: ["B", 'C, "D"'],
  date: "2011-04-11",
  created: "2019-01-02T10:00:00+00:00",
  updated: "2019-01-02T12:30:00-05:00",
  tags: ["energy", { name: "oil" }, 7],
  link: null
})
const noticeWithoutTexts = Notice.make({
  ...notice,
  id: "n2",
  transactionNumber: null,
  title: null,
  acquiringParty: null,
  acquiredParty: null,
  acquiredEntities: [],
  tags: []
})
const noticeOfSite = Notice.make({ ...noticeWithoutTexts, id: "site-20110003", created: null, updated: null })

const complaintFile = (format: ExportFormat, isSpreadsheetSafe = false): string => {
  const { lines, opening } = lineWriter(complaintLayout, format, isSpreadsheetSafe)
  return opening + lines([complaint, complaintWithoutTexts])
}
const noticeFile = (format: ExportFormat, isSpreadsheetSafe = false): string => {
  const { lines, opening } = lineWriter(noticeLayout, format, isSpreadsheetSafe)
  return opening + lines([notice, noticeWithoutTexts, noticeOfSite])
}
const jsonLines = (text: string): ReadonlyArray<unknown> => {
  assert.isTrue(text.endsWith("\n"))
  return text
    .slice(0, -1)
    .split("\n")
    .map((line): unknown => JSON.parse(line))
}

describe("the format of a file", () => {
  it("is named by its ending, in any letter case", () => {
    assert.strictEqual(formatOfEnding("/data/july.csv"), "csv")
    assert.strictEqual(formatOfEnding("JULY.CSV"), "csv")
    assert.strictEqual(formatOfEnding("july.ndjson"), "ndjson")
    assert.strictEqual(formatOfEnding("july.JsonL"), "ndjson")
    assert.strictEqual(formatOfEnding("july.csv.parquet"), "parquet")
    for (const other of ["july", "csv", "julycsv", "july.csv.gz", "july.jsonl.bak", "july.json", ""]) {
      assert.isUndefined(formatOfEnding(other), other)
    }
  })
})

describe("lines of JSON", () => {
  for (const format of ["ndjson", "parquet"] as const) {
    it(`have every field of a complaint, null included, for ${format}`, () => {
      const { link: _, recordedMessageOrRobocall: __, ...fields } = complaint
      assert.deepStrictEqual(jsonLines(complaintFile(format)), [
        fields,
        {
          id: "c2",
          companyPhoneNumber: null,
          createdDate: "2021-07-07 10:00:00",
          violationDate: "2021-07-06 09:00:00",
          consumerCity: null,
          consumerState: null,
          consumerAreaCode: null,
          subject: null,
          isRobocall: null
        }
      ])
    })
  }

  it("have every field of a notice, with its lists as lists", () => {
    const { link: _, ...fields } = notice
    const { link: __, ...fieldsWithoutTexts } = noticeWithoutTexts
    const { link: ___, ...fieldsOfSite } = noticeOfSite
    assert.deepStrictEqual(jsonLines(noticeFile("ndjson")), [fields, fieldsWithoutTexts, fieldsOfSite])
  })

  it("have their fields in the documented order, and so have the columns of Parquet", () => {
    const orders = [
      [
        "id companyPhoneNumber createdDate violationDate consumerCity consumerState consumerAreaCode subject isRobocall",
        complaintFile("ndjson"),
        complaintLayout.parquet
      ],
      [
        "id transactionNumber title acquiringParty acquiredParty acquiredEntities date created updated tags",
        noticeFile("ndjson"),
        noticeLayout.parquet
      ]
    ] as const
    for (const [fields, text, columns] of orders) {
      for (const line of text.trimEnd().split("\n")) {
        assert.strictEqual(Object.keys(JSON.parse(line)).join(" "), fields)
      }
      assert.strictEqual(columns.map(({ name }) => name).join(" "), fields)
    }
  })

  it("are not made safe for spreadsheets, which do not read them", () => {
    assert.strictEqual(complaintFile("ndjson", true), complaintFile("ndjson"))
  })

  it("have the characters that act on a terminal escaped, and the same value", () => {
    const characters = ["\u007F", "\u0080", "\u009F", "\u2028", "\u2029", "\u202E", "\u200B", "\uFEFF", "\u{E0001}"]
    for (const character of characters) {
      const json = safeJson({ [character]: `a${character}b` })
      assert.match(json, /^[ -~]+$/)
      assert.deepStrictEqual(JSON.parse(json), { [character]: `a${character}b` })
    }
    assert.strictEqual(safeJson("\u0085\u{E0001}"), String.raw`"\u0085\udb40\udc01"`)
    assert.strictEqual(safeJson("~\u00A0é東京 😀"), '"~\u00A0é東京 😀"')
    assert.strictEqual(safeJson([1], 2), "[\n  1\n]")
  })
})

describe("a CSV file", () => {
  it("has the columns of the daily file, and no text for null, as csv-parse reads it", () => {
    assert.deepStrictEqual(parse(complaintFile("csv")), [
      [
        "Company_Phone_Number",
        "Created_Date",
        "Violation_Date",
        "Consumer_City",
        "Consumer_State",
        "Consumer_Area_Code",
        "Subject",
        "Recorded_Message_Or_Robocall"
      ],
      [
        "+1 (614) 555-0100",
        "2021-07-07 10:00:00",
        "2021-07-06 09:00:00",
        'Saint "Paul", \r\n东京 😀',
        "=cmd()",
        "651",
        "Other\u2028\u0085",
        "Y"
      ],
      ["", "2021-07-07 10:00:00", "2021-07-06 09:00:00", "", "", "", "", "unknown"]
    ])
  })

  it("has the lists of notices as JSON, as csv-parse reads it", () => {
    const [header, ...rows] = parse(noticeFile("csv"))
    assert.deepStrictEqual(header, [
      "id",
      "transactionNumber",
      "title",
      "acquiringParty",
      "acquiredParty",
      "acquiredEntities",
      "date",
      "created",
      "updated",
      "tags"
    ])
    const moments = ["2011-04-11", "2019-01-02T10:00:00+00:00", "2019-01-02T12:30:00-05:00"]
    assert.deepStrictEqual(rows, [
      [
        "n1",
        "20110001",
        "20110001: A; B",
        "A",
        'B "and" C, Inc.',
        String.raw`["B","C, \"D\""]`,
        ...moments,
        '["energy",{"name":"oil"},7]'
      ],
      ["n2", "", "", "", "", "[]", ...moments, "[]"],
      ["site-20110003", "", "", "", "", "[]", "2011-04-11", "", "", "[]"]
    ])
  })

  it("has quotes only where a cell needs them", () => {
    assert.strictEqual(csvLine(["a b", "c'd", "", ";\t"]), "a b,c'd,,;\t\r\n")
    assert.strictEqual(csvLine(["a,b", 'c"d"', "e\nf", "g\rh"]), '"a,b","c""d""","e\nf","g\rh"\r\n')
    assert.strictEqual(csvLine([]), "\r\n")
  })

  it("is free of formulas only on request", () => {
    const cells = (isSpreadsheetSafe: boolean) => parse(complaintFile("csv", isSpreadsheetSafe)).flat()
    assert.include(cells(false), "=cmd()")
    assert.include(cells(true), "'=cmd()")
    assert.include(cells(true), "'+1 (614) 555-0100")
    for (const first of ["=", "+", "-", "@", "\t", "\r"]) {
      assert.strictEqual(spreadsheetSafe(`${first}1`), `'${first}1`)
      assert.strictEqual(spreadsheetSafe(`1${first}`), `1${first}`)
    }
    for (const harmless of ["", "a", " =1", "\n=1", "'=1"]) assert.strictEqual(spreadsheetSafe(harmless), harmless)
  })

  it("keeps the names of its columns in a spreadsheet, which reads the byte order mark before them as UTF-8", () => {
    const { opening } = lineWriter(noticeLayout, "csv", true)
    assert.strictEqual(
      opening,
      "\uFEFFid,transactionNumber,title,acquiringParty,acquiredParty,acquiredEntities,date,created,updated,tags\r\n"
    )
    for (const format of ["ndjson", "parquet"] as const)
      assert.strictEqual(lineWriter(noticeLayout, format, true).opening, "")
    assert.isTrue(lineWriter(noticeLayout, "csv", false).opening.startsWith("id,"))
  })

  it.each([
    [["B Inc.", "C, LLC"], "B Inc.; C, LLC"],
    [["=B", "C"], "'=B; C"],
    [[], ""],
    [["B; C", "D"], '["B; C","D"]'],
    [["B;", "C"], '["B;","C"]'],
    [["B ", "C"], '["B ","C"]'],
    [["[B]"], '["[B]"]']
  ])("has the entities of a notice as one cell to read, unless that would not be read back: %j", (entities, cell) => {
    const { lines } = lineWriter(noticeLayout, "csv", true)
    const [row] = parse(lines([Notice.make({ ...notice, acquiredEntities: entities })]))
    assert.strictEqual(row?.[5], cell)
    const plain = lineWriter(noticeLayout, "csv", false)
    assert.strictEqual(
      parse(plain.lines([{ ...notice, acquiredEntities: entities }]))[0]?.[5],
      JSON.stringify(entities)
    )
  })
})
