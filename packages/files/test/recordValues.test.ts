import { mkdir, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { findUnusableReason, detectFormat } from "@public-records/files/fileFormat"
import { onFile, readRecordFile, totalSize } from "@public-records/files/readRecordFile"
import { toCivilDateTime } from "../src/dailyDate.ts"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { collectingSink, readFileOf, temporaryFolder } from "./recordFiles.ts"

const complaintAttributes = {
  "company-phone-number": "2165550100",
  "created-date": "2021-07-07 10:00:00",
  "violation-date": "2021-07-06 09:00:00",
  "consumer-city": "Cleveland",
  "consumer-state": "Ohio",
  "consumer-area-code": "216",
  subject: "Other",
  "recorded-message-or-robocall": "Y"
}
const complaint = {
  id: "a",
  companyPhoneNumber: "2165550100",
  createdDate: "2021-07-07 10:00:00",
  violationDate: "2021-07-06 09:00:00",
  consumerCity: "Cleveland",
  consumerState: "Ohio",
  consumerAreaCode: "216",
  subject: "Other",
  recordedMessageOrRobocall: "Y"
}
const noticeAttributes = {
  title: "20110001: A; B",
  "transaction-number": "20110001",
  "acquiring-party": "A",
  "acquired-party": "B",
  "acquired-entities": ["C", "D"],
  date: "2011-04-11",
  created: "2019-01-02T10:00:00+00:00",
  updated: "2019-01-03T10:00:00+00:00",
  tags: ["energy"]
}
const notice = {
  id: "n",
  title: "20110001: A; B",
  transactionNumber: "20110001",
  acquiringParty: "A",
  acquiredParty: "B",
  acquiredEntities: ["C", "D"],
  date: "2011-04-11",
  created: "2019-01-02T10:00:00+00:00",
  updated: "2019-01-03T10:00:00+00:00",
  tags: ["energy"],
  revision: "1"
}

const complaintOnWire = (attributes: object = {}) => ({
  type: "dnc_complaint",
  id: "a",
  attributes: { ...complaintAttributes, ...attributes }
})
const noticeOnWire = (attributes: object = {}, more: object = {}) => ({
  type: "early_termination_notice",
  id: "n",
  attributes: { ...noticeAttributes, ...attributes },
  ...more
})

/** Reads one record from a JSON file. */
const readRecord = (record: unknown) => readFileOf("records.json", JSON.stringify([record]))

describe("a complaint in JSON", () => {
  it.effect("has all values in the service's format and in the flat one", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* readRecord(complaintOnWire())).complaints, [complaint])
      assert.deepStrictEqual((yield* readRecord(complaint)).complaints, [complaint])
      assert.deepStrictEqual((yield* readRecord({ type: "dnc_complaint", ...complaint })).complaints, [complaint])
    })
  )

  it.effect("may have numbers and no values, which are texts", () =>
    Effect.gen(function* () {
      const odd = complaintOnWire({
        "company-phone-number": 2165550100,
        "consumer-area-code": null,
        subject: undefined
      })
      const texts = { companyPhoneNumber: "2165550100", consumerAreaCode: "", subject: "" }
      assert.deepStrictEqual((yield* readRecord(odd)).complaints, [{ ...complaint, ...texts }])
      assert.deepStrictEqual((yield* readRecord({ ...complaint, id: 7 })).complaints, [{ ...complaint, id: "7" }])
    })
  )

  it.effect("is a robocall by the text of the service, or by the flag of the flat format", () =>
    Effect.gen(function* () {
      const { recordedMessageOrRobocall: _, ...flat } = complaint
      for (const [isRobocall, text] of [
        [true, "Y"],
        [false, "N"],
        [null, ""],
        ["Y", ""]
      ]) {
        const [read] = (yield* readRecord({ ...flat, isRobocall })).complaints
        assert.strictEqual(read?.recordedMessageOrRobocall, text)
      }
      const [both] = (yield* readRecord({ ...complaint, isRobocall: false })).complaints
      assert.strictEqual(both?.recordedMessageOrRobocall, "Y")
    })
  )

  it.effect("has its dates in one format", () =>
    Effect.gen(function* () {
      const [read] = (yield* readRecord(complaintOnWire({ "created-date": "7/8/2021" }))).complaints
      assert.strictEqual(read?.createdDate, "2021-07-08 00:00:00")
      assert.strictEqual(read?.violationDate, "2021-07-06 09:00:00")
    })
  )

  const invalid: ReadonlyArray<readonly [record: unknown, reason: string]> = [
    [complaintOnWire({ subject: { a: 1 } }), "subject is not a string"],
    [complaintOnWire({ "consumer-state": true }), "consumer-state is not a string"],
    [{ ...complaint, consumerCity: ["x"] }, "consumerCity is not a string"],
    [{ ...complaint, id: "" }, "the record has no id"],
    [{ ...complaint, id: true }, "the record has no id"],
    [
      complaintOnWire({ "company-phone-number": "2021-07-07T10:00:00" }),
      'the phone number is a date ("2021-07-07T10:00:00")'
    ],
    [{ ...complaintOnWire(), type: "complaint" }, "this is neither a complaint nor a notice"],
    [{ id: "a" }, "this is neither a complaint nor a notice"],
    [null, "this is not a record"],
    ["text", "this is not a record"],
    [[complaint], "this is not a record"]
  ]
  it.effect.each(invalid)("is invalid with its reason: %j", ([record, reason]) =>
    Effect.gen(function* () {
      const read = yield* readRecord(record)
      assert.deepStrictEqual(read.invalid, [["records.json, record 1", reason]])
      assert.deepStrictEqual(read.complaints, [])
    })
  )

  it.effect("may have a telephone number with dashes", () =>
    Effect.gen(function* () {
      const [read] = (yield* readRecord(complaintOnWire({ "company-phone-number": "216-555-0100" }))).complaints
      assert.strictEqual(read?.companyPhoneNumber, "216-555-0100")
    })
  )
})

describe("a notice", () => {
  const href = (version: string) => ({ links: { self: { href: `https://service.invalid/v0/n?x=1&${version}&y#z` } } })

  it.effect("has all values in the service's format and in the flat one", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* readRecord(noticeOnWire())).notices, [notice])
      const { revision: _, ...flat } = notice
      assert.deepStrictEqual((yield* readRecord(flat)).notices, [notice])
    })
  )

  it.effect("has the revision of its link", () =>
    Effect.gen(function* () {
      for (const [links, revision] of [
        [href("resourceVersion=id%3A177"), "177"],
        [href("resourceVersion=id:177"), "177"],
        [href("RESOURCEVERSION=ID%3a177"), "177"],
        [href("version=177"), "1"],
        [{ links: { self: "https://service.invalid/?resourceVersion=id%3A177" } }, "1"],
        [{ links: null }, "1"],
        [{}, "1"]
      ] as const) {
        assert.strictEqual((yield* readRecord(noticeOnWire({}, links))).notices[0]?.revision, revision)
      }
    })
  )

  it.effect("may have one entity or tag as a text, and has no other values in its lists", () =>
    Effect.gen(function* () {
      const [single] = (yield* readRecord(noticeOnWire({ "acquired-entities": "C", tags: "energy" }))).notices
      assert.deepStrictEqual([single?.acquiredEntities, single?.tags], [["C"], ["energy"]])
      const [odd] = (yield* readRecord(noticeOnWire({ "acquired-entities": ["C", 7, null], tags: [] }))).notices
      assert.deepStrictEqual([odd?.acquiredEntities, odd?.tags], [["C"], undefined])
      const [none] = (yield* readRecord(noticeOnWire({ "acquired-entities": 7, tags: { a: 1 } }))).notices
      assert.deepStrictEqual([none?.acquiredEntities, none?.tags], [[], undefined])
    })
  )

  it.effect("without a title is named after its parties", () =>
    Effect.gen(function* () {
      const [read] = (yield* readRecord(noticeOnWire({ title: "" }))).notices
      assert.strictEqual(read?.title, "20110001: A; B")
      const [odd] = (yield* readRecord(noticeOnWire({ title: "A title" }))).notices
      assert.strictEqual(odd?.title, "A title")
    })
  )

  it.effect("of the FTC's site has no times", () =>
    Effect.gen(function* () {
      const site = { ...notice, id: "site-20110001", created: "", updated: "" }
      const { created: _, updated: __, ...without } = site
      for (const record of [site, { ...site, created: null, updated: null }, without]) {
        assert.deepStrictEqual((yield* readRecord(record)).notices, [site])
      }
    })
  )

  const invalid: ReadonlyArray<readonly [record: unknown, reason: string]> = [
    [{ ...notice, created: null }, '"" is not a valid date and time'],
    [{ ...notice, id: "site-20110001", created: "yesterday" }, '"yesterday" is not a valid date and time'],
    [noticeOnWire({}, { id: "" }), "the record has no id"],
    [noticeOnWire({ date: "2011-04-11T00:00:00" }), 'the date "2011-04-11T00:00:00" is not a valid date'],
    [noticeOnWire({ created: "yesterday" }), '"yesterday" is not a valid date and time'],
    [noticeOnWire({ updated: "" }), '"" is not a valid date and time']
  ]
  it.effect.each(invalid)("is invalid with its reason: %j", ([record, reason]) =>
    Effect.gen(function* () {
      const read = yield* readRecord(record)
      assert.deepStrictEqual(read.invalid, [["records.json, record 1", reason]])
      assert.deepStrictEqual(read.notices, [])
    })
  )

  const columns = "id,transactionNumber,title,acquiringParty,acquiredParty,acquiredEntities,date,created,updated,tags"
  const cells = `n,20110001,20110001: A; B,A,B,"[""C"",""D""]",2011-04-11,${notice.created},${notice.updated},"[""energy""]"`

  it.effect("has all values in CSV, also if the columns have another order", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* readFileOf("n.csv", `${columns}\r\n${cells}\r\n`)).notices, [notice])
      const moved = `${columns.replace("id,", "")},ID\r\n${cells.replace("n,", "")},n\r\n`
      assert.deepStrictEqual((yield* readFileOf("n.csv", moved)).notices, [notice])
    })
  )

  it.effect("has no entities and tags in CSV if the cells are not lists", () =>
    Effect.gen(function* () {
      const odd = cells.replace('"[""C"",""D""]"', "[C").replace('"[""energy""]"', "")
      const [read] = (yield* readFileOf("n.csv", `${columns}\r\n${odd}\r\n`)).notices
      assert.deepStrictEqual([read?.acquiredEntities, read?.tags], [[], undefined])
    })
  )

  it.effect("is read from CSV only if the header has all columns", () =>
    Effect.gen(function* () {
      const message = yield* Effect.flip(readFileOf("n.csv", `${columns.replace(",tags", "")}\r\n${cells}\r\n`))
      assert.include(message, "n.csv, line 1: the header lacks Company_Phone_Number, Created_Date")
    })
  )
})

describe("a date of a daily file", () => {
  const dates: ReadonlyArray<readonly [text: string, expected: string | undefined]> = [
    ["2021-07-07 10:00:00", "2021-07-07 10:00:00"],
    ["2021-07-07", "2021-07-07 00:00:00"],
    ["2021-7-7 10:00:00", "2021-07-07 10:00:00"],
    ["2021/07/07", "2021-07-07 00:00:00"],
    ["2021/7/17 23:59:59", "2021-07-17 23:59:59"],
    ["7/8/2021", "2021-07-08 00:00:00"],
    ["12/31/2021 23:59:59", "2021-12-31 23:59:59"],
    ["2024-02-29", "2024-02-29 00:00:00"],
    ["2023-02-29", undefined],
    ["2021-07-07 24:00:00", undefined],
    ["2021-07-07 10:00", undefined],
    ["2021-07-07T10:00:00", "2021-07-07 10:00:00"],
    ["2021-07-07 10:00:00.000", "2021-07-07 10:00:00"],
    ["2021-07-07T10:00:00.123Z", "2021-07-07 10:00:00"],
    ["2021-07-07T10:00:00+02:00", undefined],
    ["2021-07-07 10:00:00 ", undefined],
    [" 2021-07-07", undefined],
    ["7/8/21", undefined],
    ["7-8-2021", undefined],
    ["2021-007-07", undefined],
    ["7/8/20210", undefined],
    ["x7/8/2021", undefined],
    ["x2021-7-7", undefined],
    ["7/008/2021", undefined],
    ["007/8/2021", undefined],
    ["7/8/2021 10:00:00x", undefined],
    ["2021-7-7 1:00:00", undefined],
    ["", undefined]
  ]
  it.each(dates)("%s is %s", (text, expected) => {
    assert.strictEqual(toCivilDateTime(text), expected)
  })
})

describe("the format of a file", () => {
  const formats: ReadonlyArray<readonly [name: string, start: string, format: string]> = [
    ["a.CSV", "{}", "csv"],
    ["a.Json", "a,b", "json"],
    ["a.NDJSON", "", "ndjson"],
    ["a.jsonl", "", "ndjson"],
    ["a.json.txt", "a,b", "csv"],
    ["a.ndjson.txt", "a,b", "csv"],
    ["a.csv.txt", "[", "json"],
    ["csv", "[", "json"],
    ["json", " \n{", "json"],
    ["records", '{"a":1}\n{', "ndjson"],
    ["records", ' {"a":1} \n \n{', "ndjson"],
    ["records", '{"a":1}\n {', "ndjson"],
    ["records", '{"a":1} {', "json"],
    ["records", "{\n{", "json"],
    ["records", "a{}\n{", "csv"],
    ["records", "a,[", "csv"],
    ["records", "", "csv"]
  ]
  it.each(formats)("is known by the extension, otherwise by the content: %s %j", (name, start, format) => {
    assert.strictEqual(detectFormat(name, start), format)
  })

  it("is that of a text, not of a web page, an archive or an empty file", () => {
    const binary = /compressed, binary or UTF-16/
    for (const start of ["PK", "\u001F\u008B", "BZh", "\u00FF\u00FE", "\u00FE\u00FF", "a\0", "\0"]) {
      assert.match(findUnusableReason("a.csv", start) ?? "", binary)
    }
    for (const start of ["a,b\n\0", "xPK", "P", "x<html", "a<!doctype", "<htm", "x"]) {
      assert.isUndefined(findUnusableReason("a.csv", start), start)
    }
    for (const start of ["<!doctype html>", "<HTML>", "\n <?xml", "<!DOCTYPE"]) {
      assert.match(findUnusableReason("a.csv", start) ?? "", /web page/)
    }
    for (const name of ["a.csv", "a.json", "a"]) assert.strictEqual(findUnusableReason(name, " \n"), "it is empty")
    assert.isUndefined(findUnusableReason("a.ndjson", " \n"))
  })
})

describe("a file that cannot be read", () => {
  const broken = Object.assign(new Error("i/o error, read"), { code: "EIO" })
  const long = Object.assign(new Error("too long"), { code: "ERR_STRING_TOO_LONG" })
  const reasons: ReadonlyArray<readonly [cause: unknown, reason: string, isIoFailure?: true]> = [
    [{ code: "ENOENT" }, "the file does not exist"],
    [{ code: "ENOTDIR" }, "the file does not exist"],
    [{ code: "EACCES" }, "permission denied", true],
    [{ code: "EPERM" }, "permission denied", true],
    [{ code: "EISDIR" }, "it is a folder; name the files in it"],
    [broken, "i/o error, read", true],
    [long, "too long"],
    [new Error("a reason"), "a reason"],
    ["a reason", "a reason"]
  ]
  it.effect.each(reasons)(
    "is named with the reason, and whether the machine failed: %j",
    ([cause, reason, isIoFailure]) =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(onFile("a.csv", () => Promise.reject(cause)))
        assert.strictEqual(error.message, `The data file a.csv cannot be read: ${reason}.`)
        assert.strictEqual(error.isIoFailure, isIoFailure)
      })
  )

  it.effect("is one that does not exist, or a folder", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const { sink } = collectingSink()
      const missing = yield* Effect.flip(readRecordFile(join(folder, "none"), sink))
      assert.include(missing.message, "the file does not exist")
      assert.include((yield* Effect.flip(readRecordFile(folder, sink))).message, "it is a folder; name the files in it")
      assert.include((yield* Effect.flip(totalSize([folder]))).message, "it is a folder; name the files in it")
      assert.include((yield* Effect.flip(totalSize([join(folder, "none")]))).message, "the file does not exist")
    })
  )
})

describe("the size of files", () => {
  it.effect("is their sum, and unknown with a device", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const [one, two] = [join(folder, "one"), join(folder, "two")]
      yield* Effect.promise(() => writeFile(one, "12345"))
      yield* Effect.promise(() => writeFile(two, "123"))
      assert.strictEqual(yield* totalSize([]), 0)
      assert.strictEqual(yield* totalSize([one, two]), 8)
      const link = join(folder, "a link with a long name")
      yield* Effect.promise(() => symlink(one, link))
      assert.strictEqual(yield* totalSize([link]), 5)
      assert.isUndefined(yield* totalSize(["/dev/zero", one]))
      assert.isUndefined(yield* totalSize([one, "/dev/zero"]))
      yield* Effect.promise(() => mkdir(join(folder, "three")))
      assert.include((yield* Effect.flip(totalSize(["/dev/zero", join(folder, "three")]))).message, "three")
    })
  )
})
