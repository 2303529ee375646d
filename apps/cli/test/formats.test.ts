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

  it("is one object for one record", async () => {
    assert.strictEqual(
      Object.keys(JSON.parse(printRecord(complaintKind, toFile("json"), complaint))).join(" "),
      complaintFields
    )
  })
})

describe("csv", () => {
  it("is a file for spreadsheets only if requested: with a byte order mark, and entities to read", async () => {
    assert.isTrue((await printed("csv", [complaint], true)).startsWith("\uFEFFCompany_Phone_Number,"))
    assert.isTrue((await printed("csv", [complaint])).startsWith("Company_Phone_Number,"))
    const text = printRecord(noticeKind, toFile("csv", true), notice)
    assert.isTrue(text.startsWith("\uFEFFid,"))
    assert.include(text, ",Blockbuster Inc.; B2 LLC,2011-04-11,")
    const onTerminal = await listPrinter(complaintKind, { format: "csv", spreadsheetSafe: true, width: 80 })
    assert.isTrue(onTerminal.opening.startsWith("Company_Phone_Number,"))
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
