import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Format } from "../src/flags.ts"
import { complaintKind, noticeKind, type PrintedKind } from "../src/output/kinds.ts"
import { listPrinter as openPrinter, type PrinterOptions, printRecord } from "../src/output/printers.ts"
import { complaint, hostileComplaint, notice, silentComplaint } from "./samples.ts"

const listPrinter = <Record>(kind: PrintedKind<Record>, options: PrinterOptions) =>
  Effect.runPromise(openPrinter(kind, options))

const toFile = (format: Format, spreadsheetSafe = false) => ({ format, spreadsheetSafe, width: undefined })

const printed = async (
  format: Format,
  records: ReadonlyArray<typeof complaint>,
  spreadsheetSafe = false
): Promise<string> => {
  const printer = await listPrinter(complaintKind, toFile(format, spreadsheetSafe))
  return printer.opening + printer.batch(records, true) + printer.closing(records.length === 0)
}

const complaintFields =
  "id companyPhoneNumber createdDate violationDate consumerCity consumerState consumerAreaCode subject isRobocall"
const noticeFields =
  "id transactionNumber title acquiringParty acquiredParty acquiredEntities date created updated tags"

describe("ndjson", () => {
  it("prints the fields of a complaint in order, missing ones as null", async () => {
    const [first, second] = (await printed("ndjson", [complaint, silentComplaint])).trimEnd().split("\n")
    assert.strictEqual(Object.keys(JSON.parse(first ?? "")).join(" "), complaintFields)
    assert.strictEqual(
      second,
      '{"id":"1a7487516f024b653e728991209a5989","companyPhoneNumber":null,"createdDate":"2021-07-07 00:01:41",' +
        '"violationDate":"2021-07-06 18:17:00","consumerCity":null,"consumerState":null,"consumerAreaCode":null,' +
        '"subject":null,"isRobocall":null}'
    )
  })

  it("prints the fields of a notice in order, arrays as arrays", async () => {
    const printer = await listPrinter(noticeKind, toFile("ndjson"))
    const record = JSON.parse(printer.batch([notice], true))
    assert.strictEqual(Object.keys(record).join(" "), noticeFields)
    assert.deepStrictEqual(record.acquiredEntities, ["Blockbuster Inc.", "B2 LLC"])
    assert.deepStrictEqual(record.tags, [])
  })

  it("escapes characters that control a terminal without changing the value", async () => {
    const line = await printed("ndjson", [hostileComplaint])
    assert.notMatch(line.trimEnd(), /[\u0000-\u001F\u007F-\u009F\u202E\u200B]/u)
    assert.notInclude(line, "\u{E0041}")
    assert.strictEqual(JSON.parse(line).consumerCity, hostileComplaint.consumerCity)
  })
})

describe("json", () => {
  it("is one array, even if it is printed in batches", async () => {
    const printer = await listPrinter(complaintKind, toFile("json"))
    const text =
      printer.opening +
      printer.batch([complaint], true) +
      printer.batch([silentComplaint, complaint], false) +
      printer.closing(false)
    assert.deepStrictEqual(
      JSON.parse(text).map(({ id }: { readonly id: string }) => id),
      [complaint.id, silentComplaint.id, complaint.id]
    )
  })

  it("is an empty array if no record matches", async () => {
    assert.deepStrictEqual(JSON.parse(await printed("json", [])), [])
  })

  it("is one object for one record", async () => {
    assert.strictEqual(
      Object.keys(JSON.parse(printRecord(complaintKind, toFile("json"), complaint))).join(" "),
      complaintFields
    )
  })
})

describe("csv", () => {
  it("has the header and values of the daily file, and quotes only cells that need it", async () => {
    assert.strictEqual(
      await printed("csv", [complaint, silentComplaint]),
      "Company_Phone_Number,Created_Date,Violation_Date,Consumer_City,Consumer_State,Consumer_Area_Code,Subject," +
        "Recorded_Message_Or_Robocall\r\n" +
        '4703352559,2021-07-07 00:01:15,2021-07-06 11:48:00,"Saint ""Louis"", East",Missouri,314,' +
        "Warranties  & protection plans,Y\r\n" +
        ",2021-07-07 00:01:41,2021-07-06 18:17:00,,,,,\r\n"
    )
  })

  it("has field names and arrays as JSON text for notices", async () => {
    assert.strictEqual(
      printRecord(noticeKind, toFile("csv"), notice),
      `${noticeFields.replaceAll(" ", ",")}\r\n` +
        "0e55ae4d-52f6-463c-8cd2-0cbc2b6a6eba,20110718,20110718: DISH Network Corporation; Blockbuster Inc.," +
        'DISH Network Corporation,Blockbuster Inc.,"[""Blockbuster Inc."",""B2 LLC""]",2011-04-11,' +
        "2013-09-24T20:05:39+00:00,2013-09-24T20:05:39+00:00,[]\r\n"
    )
  })

  it("is a file for spreadsheets only if requested: with a byte order mark, and entities to read", async () => {
    assert.isTrue((await printed("csv", [complaint], true)).startsWith("\uFEFFCompany_Phone_Number,"))
    assert.isTrue((await printed("csv", [complaint])).startsWith("Company_Phone_Number,"))
    const text = printRecord(noticeKind, toFile("csv", true), notice)
    assert.isTrue(text.startsWith("\uFEFFid,"))
    assert.include(text, ",Blockbuster Inc.; B2 LLC,2011-04-11,")
    const onTerminal = await listPrinter(complaintKind, { format: "csv", spreadsheetSafe: true, width: 80 })
    assert.isTrue(onTerminal.opening.startsWith("Company_Phone_Number,"))
  })

  it("escapes formulas only if requested", async () => {
    assert.include(await printed("csv", [hostileComplaint]), ",=cmd|' /C calc'!A0,")
    assert.include(await printed("csv", [hostileComplaint], true), ",'=cmd|' /C calc'!A0,")
  })

  it("writes the exact text to a file, and safe text to a terminal", async () => {
    assert.include(await printed("csv", [hostileComplaint]), "\u001B[2J")
    const onTerminal = await listPrinter(complaintKind, { format: "csv", spreadsheetSafe: false, width: 80 })
    assert.notMatch(onTerminal.batch([hostileComplaint], true), /[\u001B\u009B\u202E]/u)
  })
})

describe("table", () => {
  for (const width of [40, 200]) {
    it(`fits into ${width} columns, with one line per record of any content`, async () => {
      const printer = await listPrinter(complaintKind, { format: "table", spreadsheetSafe: false, width })
      const text = printer.opening + printer.batch([complaint, hostileComplaint, silentComplaint], true)
      const lines = text.trimEnd().split("\n")
      assert.strictEqual(lines.length, 4)
      for (const line of lines) assert.isAtMost(line.length, width)
      assert.notMatch(text, /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E\u200B]/u)
    })
  }

  it("shows a single record with one line per field", async () => {
    const lines = printRecord(complaintKind, toFile("table"), hostileComplaint).trimEnd().split("\n")
    assert.strictEqual(lines.map((line) => line.split(" ")[0]).join(" "), complaintFields)
  })

  it("aligns the values of a single record, and has no space behind a missing one", () => {
    const lines = printRecord(complaintKind, toFile("table"), silentComplaint).split("\n")
    assert.deepStrictEqual(lines.slice(0, 3), [
      "id                  1a7487516f024b653e728991209a5989",
      "companyPhoneNumber",
      "createdDate         2021-07-07 00:01:41"
    ])
  })
})
