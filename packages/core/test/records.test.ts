import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Option, Result, Schema } from "effect"
import { Complaint, ComplaintFromRecord } from "../src/records/Complaint.ts"
import { decodeEnvelope, type Envelope } from "../src/records/Envelope.ts"
import { Notice, NoticeFromRecord } from "../src/records/Notice.ts"
import { decodePage, idsOf } from "../src/records/Page.ts"

const envelopeOf = (json: unknown): Envelope => Option.getOrThrow(decodeEnvelope(json))

const fixture = (name: string): Envelope =>
  envelopeOf(JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), "utf8")))

const complaintsIn = decodePage(ComplaintFromRecord, (link) => link)
const noticesIn = decodePage(NoticeFromRecord, (link) => link)

const complaintAttributes = {
  "company-phone-number": "4052674045",
  "created-date": "2021-03-03 23:59:53",
  "violation-date": "2021-03-02 08:11:00",
  "consumer-city": "",
  "consumer-state": "Oklahoma",
  "consumer-area-code": "405",
  subject: "Warranties  & protection plans",
  "recorded-message-or-robocall": "Y"
}

const noticeAttributes = {
  title: "20110718: Carl C. Icahn; Blockbuster Inc.",
  "transaction-number": "20110718",
  "acquired-entities": ["Blockbuster Inc."],
  "acquired-party": "Blockbuster Inc.",
  "acquiring-party": "Carl C. Icahn",
  created: "2013-09-24T20:05:39+00:00",
  updated: "2013-09-24T22:22:27+00:00",
  date: "2011-04-11",
  tags: []
}

const self = "https://www.ftc.gov/v0/a/1"
const complaintRecord = { type: "dnc_complaint", id: "a", attributes: complaintAttributes, links: { self } }
const noticeRecord = { type: "early_termination_notice", id: "a", attributes: noticeAttributes, links: { self } }

const decodeComplaint = Schema.decodeUnknownOption(ComplaintFromRecord)
const decodeNotice = Schema.decodeUnknownOption(NoticeFromRecord)

/** Decodes a complaint or notice with other attributes. Returns a member of the result, or says that it is rejected. */
const complaintWith = (attributes: object, member: keyof Complaint): unknown =>
  Option.match(decodeComplaint({ ...complaintRecord, attributes: { ...complaintAttributes, ...attributes } }), {
    onNone: () => "rejected",
    onSome: (complaint) => complaint[member]
  })
const noticeWith = (attributes: object, member: keyof Notice): unknown =>
  Option.match(decodeNotice({ ...noticeRecord, attributes: { ...noticeAttributes, ...attributes } }), {
    onNone: () => "rejected",
    onSome: (notice) => notice[member]
  })

/** Values of a member that has text, and what they become. */
const texts: ReadonlyArray<readonly [unknown, unknown]> = [
  ["//san Francisco", "//san Francisco"],
  ["", null],
  [null, null],
  [undefined, null],
  [405, "405"],
  [0, "0"],
  ["0", "0"],
  [true, "rejected"],
  [["a"], "rejected"],
  [{ href: "a" }, "rejected"],
  [Number.NaN, "rejected"],
  [Number.POSITIVE_INFINITY, "rejected"],
  ["\ud800", "rejected"]
]

/** Values of a member that has a date, and whether the record is valid. */
const dates: ReadonlyArray<readonly [unknown, boolean]> = [
  ["2021-03-03 23:59:53", true],
  ["2011-04-11", true],
  ["2013-09-24T22:22:27.5-0400", true],
  ["2021-02-30 00:00:00", false],
  ["Tulsa", false],
  ["", false],
  [null, false],
  [undefined, false],
  [20210303, false]
]

describe("a complaint", () => {
  it("has every member of a record", () => {
    assert.deepStrictEqual(Option.getOrThrow(decodeComplaint(complaintRecord)), {
      id: "a",
      companyPhoneNumber: "4052674045",
      createdDate: "2021-03-03 23:59:53",
      violationDate: "2021-03-02 08:11:00",
      consumerCity: null,
      consumerState: "Oklahoma",
      consumerAreaCode: "405",
      subject: "Warranties  & protection plans",
      isRobocall: true,
      recordedMessageOrRobocall: "Y",
      link: self
    })
  })

  it("has text, null for no text, and the digits of numbers; a record with another value is rejected", () => {
    for (const [value, expected] of texts) {
      assert.strictEqual(complaintWith({ "company-phone-number": value }, "companyPhoneNumber"), expected)
      assert.strictEqual(complaintWith({ "consumer-city": value }, "consumerCity"), expected)
      assert.strictEqual(complaintWith({ "consumer-state": value }, "consumerState"), expected)
      assert.strictEqual(complaintWith({ "consumer-area-code": value }, "consumerAreaCode"), expected)
      assert.strictEqual(complaintWith({ subject: value }, "subject"), expected)
    }
    // If values are shifted by one member, a date is in place of the phone number.
    assert.strictEqual(complaintWith({ "company-phone-number": "2021-03-03 10:00:00" }, "id"), "rejected")
  })

  it("has both dates as the service wrote them, and is rejected without", () => {
    for (const [value, isValid] of dates) {
      const expected = isValid ? value : "rejected"
      assert.strictEqual(complaintWith({ "created-date": value }, "createdDate"), expected)
      assert.strictEqual(complaintWith({ "violation-date": value }, "violationDate"), expected)
    }
  })

  it("says whether the call was a recording only for Y and N", () => {
    const is = [true, false, null, null, null, null, null]
    for (const [index, text] of ["Y", "N", "", "maybe", "y", "n", "Yes"].entries()) {
      assert.strictEqual(complaintWith({ "recorded-message-or-robocall": text }, "isRobocall"), is[index])
      assert.strictEqual(complaintWith({ "recorded-message-or-robocall": text }, "recordedMessageOrRobocall"), text)
    }
    assert.strictEqual(complaintWith({ "recorded-message-or-robocall": null }, "recordedMessageOrRobocall"), "")
    assert.strictEqual(complaintWith({ "recorded-message-or-robocall": true }, "id"), "rejected")
  })

  it("has a link only if it is a string that can be written", () => {
    const link = (links: unknown) => Option.getOrThrow(decodeComplaint({ ...complaintRecord, links })).link
    for (const links of [{ self: 5 }, { self: { href: 5 } }, { self: { href: null } }, { self: "\ud800" }, [], "a"]) {
      assert.isNull(link(links))
    }
    assert.deepStrictEqual([{ self: "" }, {}, undefined].map(link), [null, null, null])
    assert.strictEqual(link({ self: { href: self } }), self)
  })

  it("has a type and an id, and may have members that are not documented", () => {
    const odd = {
      ...complaintRecord,
      type: "dnc_complaint_2",
      news: true,
      attributes: { ...complaintAttributes, seq: 1 }
    }
    assert.isTrue(Option.isSome(decodeComplaint(odd)))
    for (const wrong of ["", 5, null, undefined, "\ud800"]) {
      assert.isTrue(Option.isNone(decodeComplaint({ ...complaintRecord, id: wrong })))
      assert.isTrue(Option.isNone(decodeComplaint({ ...complaintRecord, type: wrong })))
    }
    for (const wrong of [undefined, null, [], "a"]) {
      assert.isTrue(Option.isNone(decodeComplaint({ ...complaintRecord, attributes: wrong })))
    }
    for (const wrong of [null, undefined, 3, "record", true, [], {}, [complaintRecord]]) {
      assert.isTrue(Option.isNone(decodeComplaint(wrong)))
      assert.isTrue(Option.isNone(decodeNotice(wrong)))
    }
  })
})

describe("a notice", () => {
  it("has every member of the observed notice of Blockbuster", () => {
    const page = noticesIn(fixture("notices-blockbuster"), 0)
    assert.deepStrictEqual([page.records.length, page.rejected], [2, []])
    assert.deepStrictEqual(page.records[0], {
      id: "0254a428-d492-4d98-8bc6-e704bad804b7",
      transactionNumber: "20110718",
      title: "20110718: Carl C. Icahn; Blockbuster Inc. - Debtor-in-Possession",
      acquiringParty: "Carl C. Icahn",
      acquiredParty: "Blockbuster Inc. - Debtor-in-Possession",
      acquiredEntities: ["Blockbuster Inc. - Debtor-in-Possession"],
      date: "2011-04-11",
      created: "2013-09-24T20:05:39+00:00",
      updated: "2013-09-24T22:22:27+00:00",
      tags: [],
      link: "https://www.ftc.gov/v0/hsr-early-termination-notices/0254a428-d492-4d98-8bc6-e704bad804b7?resourceVersion=id%3A2358"
    })
  })

  it("has text and dates as a complaint does", () => {
    for (const [value, expected] of texts) {
      assert.strictEqual(noticeWith({ title: value }, "title"), expected)
      assert.strictEqual(noticeWith({ "transaction-number": value }, "transactionNumber"), expected)
      assert.strictEqual(noticeWith({ "acquiring-party": value }, "acquiringParty"), expected)
      assert.strictEqual(noticeWith({ "acquired-party": value }, "acquiredParty"), expected)
    }
    for (const [value, isValid] of dates) {
      for (const name of ["date", "created", "updated"] as const) {
        assert.strictEqual(noticeWith({ [name]: value }, name), isValid ? value : "rejected")
      }
    }
  })

  it("of the FTC's site has no times", () => {
    const [notice] = noticesIn(fixture("notices-blockbuster"), 0).records
    assert.isTrue(Schema.is(Notice)({ ...notice, id: "site-20110718", created: null, updated: null }))
    assert.isFalse(Schema.is(Notice)({ ...notice, created: "" }))
  })

  it("has acquired entities from an array or a string, empty or missing", () => {
    for (const [value, expected] of [
      [
        ["A Inc.", "B LLC"],
        ["A Inc.", "B LLC"]
      ],
      ["A, B & C, Inc.", ["A, B & C, Inc."]],
      [
        ["", null, "A Inc.", 5],
        ["A Inc.", "5"]
      ],
      ["", []],
      [undefined, []],
      [["A Inc.", undefined], "rejected"],
      [[["A Inc."]], "rejected"],
      [true, "rejected"]
    ] as const) {
      assert.deepStrictEqual(noticeWith({ "acquired-entities": value }, "acquiredEntities"), expected)
    }
  })

  it("has tags of any type unchanged", () => {
    for (const tags of [["a", { name: "b" }, 3], [], [true, false]]) {
      assert.deepStrictEqual(noticeWith({ tags }, "tags"), tags)
    }
    for (const tag of ["a", false, 0, { name: "b" }]) assert.deepStrictEqual(noticeWith({ tags: tag }, "tags"), [tag])
    for (const none of [undefined, null, ""]) assert.deepStrictEqual(noticeWith({ tags: none }, "tags"), [])
  })
})

describe("a decoded record", () => {
  const Odd = Schema.Union([
    Schema.Literals(["", "Y", "405", "2021-03-03 23:59:53", "2021-02-29", 405, true]),
    Schema.Null,
    Schema.Undefined,
    Schema.String,
    Schema.Number,
    Schema.Array(Schema.Union([Schema.String, Schema.Number, Schema.Null]))
  ])
  /** Generates the attributes of a record with some changed members. */
  const changed = (attributes: object) => {
    const Change = Schema.Struct({ member: Schema.Literals(Object.keys(attributes)), value: Odd })
    return Arbitrary.map(Arbitrary.array(Arbitrary.schema(Change), { maxLength: 3 }), (changes) => ({
      ...attributes,
      ...Object.fromEntries(changes.map(({ member, value }) => [member, value]))
    }))
  }

  it.prop(
    "is plain data that its schema accepts, and cannot be encoded",
    { complaint: changed(complaintAttributes), notice: changed(noticeAttributes) },
    ({ complaint, notice }) => {
      for (const one of Option.toArray(decodeComplaint({ ...complaintRecord, attributes: complaint }))) {
        assert.deepStrictEqual(JSON.parse(JSON.stringify(one)), one)
        assert.strictEqual(Object.getPrototypeOf(one), Object.prototype)
        assert.deepStrictEqual(Complaint.make(one), one)
        assert.isTrue(Result.isFailure(Schema.encodeResult(ComplaintFromRecord)(one)))
      }
      for (const one of Option.toArray(decodeNotice({ ...noticeRecord, attributes: notice }))) {
        assert.deepStrictEqual(structuredClone(one), one)
        assert.deepStrictEqual(Notice.make(one), one)
        assert.isTrue(Result.isFailure(Schema.encodeResult(NoticeFromRecord)(one)))
      }
    },
    { arbitrary: { runs: 500 } }
  )
})

describe("a page", () => {
  it("is the recorded one of 2021-03-03, without rejected records", () => {
    const page = complaintsIn(fixture("complaints-2021-03-03"), 0)
    assert.deepStrictEqual([page.records.length, page.rejected, page.total], [50, [], 3_734_593])
  })

  it("rejects a record that violates the documentation, with a reason in one line, and keeps the others", () => {
    const wrong = { ...complaintRecord, id: "b", attributes: { ...complaintAttributes, "created-date": "Tulsa" } }
    const page = complaintsIn(envelopeOf({ data: [complaintRecord, wrong, { ...complaintRecord, id: "c" }] }), 100)
    assert.deepStrictEqual(
      page.records.map(({ id }) => id),
      ["a", "c"]
    )
    assert.deepStrictEqual([page.rejected.length, page.rejected[0]?.raw], [1, wrong])
    assert.match(page.rejected[0]?.reason ?? "", /^[^\n]*created-date[^\n]*$/)
    assert.deepStrictEqual([page.received, page.nextOffset, page.ids], [3, 103, ["a", "b", "c"]])
  })

  it("has the service's ids, and for a record without one its JSON and its number among equal records", () => {
    const ids = idsOf([{ id: "a" }, { id: " A " }, { id: "" }, { id: 5 }, null, { id: "" }, null, { id: "a" }])
    assert.deepStrictEqual(ids, ["a", " A ", '{"id":""} 1', '{"id":5} 1', "null 1", '{"id":""} 2', "null 2", "a"])
  })
})
