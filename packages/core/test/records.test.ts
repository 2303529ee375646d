import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Option, Schema } from "effect"
import { Complaint, complaintDecoder, ComplaintFromRecord } from "../src/records/Complaint.ts"
import { claimedTotal, decodeEnvelope, type Envelope, writableJson } from "../src/records/Envelope.ts"
import { Notice, noticeDecoder, NoticeFromRecord } from "../src/records/Notice.ts"
import { decodePage, idsOf } from "../src/records/Page.ts"
import { complaintAttributes } from "./complaintAttributes.ts"

const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), "utf8"))

const envelopeOf = (json: unknown): Envelope => Option.getOrThrow(decodeEnvelope(json))

const complaintRecord = {
  type: "dnc_complaint",
  id: "da64fbb5c8bdbeb5bf7313be6ac8f64c",
  attributes: complaintAttributes,
  relationships: [],
  meta: [],
  links: { self: "https://www.ftc.gov/v0/dnc-complaints/da64fbb5c8bdbeb5bf7313be6ac8f64c" }
}

const noticeRecord = {
  type: "early_termination_notice",
  id: "0254a428-d492-4d98-8bc6-e704bad804b7",
  attributes: {
    title: "20110718: Carl C. Icahn; Blockbuster Inc.",
    created: "2013-09-24T20:05:39+00:00",
    updated: "2013-09-24T22:22:27+00:00",
    date: "2011-04-11"
  }
}

const withAttributes = <R extends { readonly attributes: object }>(record: R, attributes: object) => ({
  ...record,
  attributes: { ...record.attributes, ...attributes }
})

const robocalls = new Map([
  ["Y", true],
  ["N", false]
])

const decodeComplaint = Schema.decodeUnknownSync(ComplaintFromRecord)
const decodeNotice = Schema.decodeUnknownSync(NoticeFromRecord)

describe("Complaint", () => {
  it("decodes every field of a record", () => {
    assert.deepStrictEqual(
      { ...decodeComplaint(complaintRecord) },
      {
        id: "da64fbb5c8bdbeb5bf7313be6ac8f64c",
        companyPhoneNumber: "4052674045",
        createdDate: "2021-03-03 23:59:53",
        violationDate: "2021-03-02 08:11:00",
        consumerCity: null,
        consumerState: "Oklahoma",
        consumerAreaCode: "405",
        subject: "Warranties  & protection plans",
        isRobocall: true,
        recordedMessageOrRobocall: "Y",
        link: "https://www.ftc.gov/v0/dnc-complaints/da64fbb5c8bdbeb5bf7313be6ac8f64c"
      }
    )
  })

  it("decodes the recorded page of 2021-03-03 without rejected records", () => {
    const page = decodePage(complaintDecoder)(envelopeOf(fixture("complaints-2021-03-03")), 0)
    assert.strictEqual(page.records.length, 50)
    assert.deepStrictEqual(page.rejected, [])
    assert.deepStrictEqual(page.total, 3_734_593)
  })

  it("decodes a robocall as true, false or unknown", () => {
    const robocall = (text: unknown) =>
      decodeComplaint(withAttributes(complaintRecord, { "recorded-message-or-robocall": text }))
    assert.deepStrictEqual(
      ["Y", "N", "", "maybe", "y", "n", "Yes", null].map((text) => robocall(text).isRobocall),
      [true, false, null, null, null, null, null, null]
    )
    assert.strictEqual(robocall("maybe").recordedMessageOrRobocall, "maybe")
    assert.strictEqual(robocall("y").recordedMessageOrRobocall, "y")
  })

  it("accepts unknown members and missing optional ones", () => {
    const { attributes } = complaintRecord
    const bare = {
      ...complaintRecord,
      attributes: {
        "created-date": attributes["created-date"],
        "violation-date": attributes["violation-date"],
        seq: 19
      },
      links: undefined,
      news: true
    }
    assert.strictEqual(decodeComplaint(bare).companyPhoneNumber, null)
  })

  it("accepts numbers instead of strings of digits", () => {
    const areaCode = (value: unknown) =>
      decodeComplaint(withAttributes(complaintRecord, { "consumer-area-code": value })).consumerAreaCode
    assert.deepStrictEqual([405, 0, "0", ""].map(areaCode), ["405", "0", "0", null])
  })

  it("has no link unless the link is a string that can be written", () => {
    const link = (links: unknown) => decodeComplaint({ ...complaintRecord, links }).link
    for (const links of [{ self: 5 }, { self: { href: 5 } }, { self: { href: null } }, { self: "\ud800" }, [], "a"]) {
      assert.isNull(link(links))
    }
    assert.strictEqual(link({ self: { href: "https://a.test/1" } }), "https://a.test/1")
  })

  it("accepts an unknown type", () => {
    assert.strictEqual(decodeComplaint({ ...complaintRecord, type: "dnc_complaint_2" }).id, complaintRecord.id)
  })

  it("decodes unusual text unchanged", () => {
    const odd = decodeComplaint(
      withAttributes(complaintRecord, { "consumer-city": "//san Francisco", subject: "New one" })
    )
    assert.deepStrictEqual([odd.consumerCity, odd.subject], ["//san Francisco", "New one"])
  })

  const broken: ReadonlyArray<readonly [string, unknown]> = [
    ["no id", { ...complaintRecord, id: undefined }],
    ["an empty id", { ...complaintRecord, id: "" }],
    ["no type", { ...complaintRecord, type: undefined }],
    ["an empty type", { ...complaintRecord, type: "" }],
    ["no attributes", { ...complaintRecord, attributes: undefined }],
    ["no created date", withAttributes(complaintRecord, { "created-date": "" })],
    ["a created date that does not exist", withAttributes(complaintRecord, { "created-date": "2021-02-30 00:00:00" })],
    ["a violation date that is a city", withAttributes(complaintRecord, { "violation-date": "Tulsa" })],
    [
      "a date instead of the phone number",
      withAttributes(complaintRecord, { "company-phone-number": "2021-03-03 10:00:00" })
    ]
  ]

  for (const [what, record] of broken) {
    it(`rejects only the record that has ${what}`, () => {
      const page = decodePage(complaintDecoder)(envelopeOf({ data: [complaintRecord, record, complaintRecord] }), 100)
      assert.strictEqual(page.records.length, 2)
      assert.deepStrictEqual(
        page.rejected.map(({ raw }) => raw),
        [record]
      )
      assert.notStrictEqual(page.rejected[0]?.reason, "")
      assert.strictEqual(page.nextOffset, 103)
      assert.deepStrictEqual(structuredClone(page), page)
    })
  }

  it.prop("is restored from its encoded record", { complaint: Schema.toType(Complaint) }, ({ complaint }) => {
    const isRobocall = robocalls.get(complaint.recordedMessageOrRobocall) ?? null
    const consistent = Complaint.make({ ...complaint, isRobocall })
    assert.deepStrictEqual(decodeComplaint(Schema.encodeSync(ComplaintFromRecord)(consistent)), consistent)
  })
})

describe("Notice", () => {
  it("decodes the recorded page of Blockbuster's notices", () => {
    const page = decodePage(noticeDecoder)(envelopeOf(fixture("notices-blockbuster")), 0)
    assert.deepStrictEqual(page.rejected, [])
    assert.deepStrictEqual(
      { ...page.records[0] },
      {
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
      }
    )
  })

  it("accepts acquired entities as an array or a string, empty or missing", () => {
    const entities = (value: unknown) =>
      decodeNotice(withAttributes(noticeRecord, { "acquired-entities": value })).acquiredEntities
    assert.deepStrictEqual(entities(["A Inc.", "B LLC"]), ["A Inc.", "B LLC"])
    assert.deepStrictEqual(entities("A Inc."), ["A Inc."])
    assert.deepStrictEqual(entities("A, B & C, Inc."), ["A, B & C, Inc."])
    assert.deepStrictEqual(entities(["", null, "A Inc."]), ["A Inc."])
    assert.deepStrictEqual(entities(""), [])
    assert.deepStrictEqual(decodeNotice(noticeRecord).acquiredEntities, [])
  })

  it("decodes tags of any type unchanged", () => {
    const tags = (value: unknown) => decodeNotice(withAttributes(noticeRecord, { tags: value })).tags
    assert.deepStrictEqual(tags(["a", { name: "b" }, 3]), ["a", { name: "b" }, 3])
    assert.deepStrictEqual(tags([]), [])
    assert.deepStrictEqual(tags("a"), ["a"])
    assert.deepStrictEqual(tags(null), [])
    assert.deepStrictEqual(tags(""), [])
    assert.deepStrictEqual(tags([true, false]), [true, false])
    assert.deepStrictEqual(tags(false), [false])
    assert.deepStrictEqual(tags(0), [0])
    assert.deepStrictEqual(tags({ name: "b" }), [{ name: "b" }])
  })

  it("accepts a transaction number that is a number", () => {
    assert.strictEqual(
      decodeNotice(withAttributes(noticeRecord, { "transaction-number": 20110718 })).transactionNumber,
      "20110718"
    )
  })

  it("has its dates as the service wrote them", () => {
    const dates = { date: "2011-04-11T00:00:00", created: "2013-09-24", updated: "2013-09-24T22:22:27.5-0400" }
    assert.deepInclude(decodeNotice(withAttributes(noticeRecord, dates)), dates)
  })

  it("rejects a notice without a date", () => {
    assert.throws(() => decodeNotice(withAttributes(noticeRecord, { date: undefined })), /date/)
  })

  it.prop("is restored from its encoded record", { notice: Arbitrary.schema(Schema.toType(Notice)) }, ({ notice }) => {
    assert.deepStrictEqual(decodeNotice(Schema.encodeSync(NoticeFromRecord)(notice)), notice)
  })
})

describe("an encoded record", () => {
  const members = { created: "2021-03-03", updated: "2021-03-03", date: "2021-03-03" }

  it("has no link and no tags unless the record has some", () => {
    const complaint = decodeComplaint({ ...complaintRecord, links: undefined })
    assert.notProperty(Schema.encodeSync(ComplaintFromRecord)(complaint), "links")
    const notice = Schema.encodeSync(NoticeFromRecord)(decodeNotice({ ...noticeRecord, attributes: members }))
    assert.notProperty(notice, "links")
    assert.notProperty(notice.attributes, "tags")
  })
})

describe("the ids of a page", () => {
  it("are those of the service, or the JSON of a record without one and its number among equal ones", () => {
    const ids = idsOf([{ id: "a" }, { id: " A " }, { id: "" }, { id: 5 }, null, { id: "" }, null, { id: "a" }])
    assert.deepStrictEqual(ids, ["a", " A ", '{"id":""} 1', '{"id":5} 1', "null 1", '{"id":""} 2', "null 2", "a"])
  })
})

describe("writableJson", () => {
  it("replaces infinite numbers, and levels below the 64th", () => {
    assert.deepStrictEqual(writableJson([1, Number.POSITIVE_INFINITY, { a: Number.NaN }]), [1, null, { a: null }])
    const nested = (levels: number, end: unknown): unknown => (levels === 0 ? end : { a: nested(levels - 1, end) })
    assert.deepStrictEqual(writableJson(nested(64, 1)), nested(64, 1))
    assert.deepStrictEqual(writableJson(nested(65, 1)), nested(64, "(nested more than 64 levels deep)"))
  })
})

describe("Envelope", () => {
  const total = (meta: unknown, received = 2) =>
    claimedTotal(envelopeOf({ data: Array.from({ length: received }, () => ({})), meta }))

  it("decodes the total under each of its names, as a number or a string", () => {
    assert.deepStrictEqual(total({ "records-this-page": 2, "records-total": 7 }), Option.some(7))
    assert.deepStrictEqual(total({ "record-total": 7 }), Option.some(7))
    assert.deepStrictEqual(total({ "records-total": "7" }), Option.some(7))
    assert.deepStrictEqual(total({ "records-total": 0 }, 0), Option.some(0))
    assert.deepStrictEqual(total({ "record-total": 7, "records-total": 8, count: 9 }), Option.some(8))
  })

  it("ignores an invalid total if there is one under the other name", () => {
    for (const invalid of [{ _id: "84e5" }, "many", -1, null]) {
      assert.deepStrictEqual(total({ "records-total": invalid, "record-total": 7 }), Option.some(7))
      assert.deepStrictEqual(total({ "records-total": 7, "record-total": invalid }), Option.some(7))
      assert.deepStrictEqual(total({ "records-total": invalid, "record-total": invalid, count: 7 }), Option.some(7))
    }
  })

  it("uses a count as the total only if it exceeds the page", () => {
    assert.deepStrictEqual(total({ count: "2" }), Option.none())
    assert.deepStrictEqual(total({ count: 2 }), Option.none())
    assert.deepStrictEqual(total({ count: 27851 }), Option.some(27851))
    assert.deepStrictEqual(total({ count: "27851" }), Option.some(27851))
  })

  it("has no total for a stray object, invalid values or missing meta", () => {
    for (const meta of [
      { "record-total": { _id: "84e5", seq: 19479399 } },
      { "records-total": -1 },
      { "records-total": "many" },
      { "records-total": 1.5 },
      { "records-total": null },
      { "records-total": true },
      { "records-total": "" },
      { "records-total": " 7" },
      { "records-total": "7e2" },
      { "records-total": "0x7" },
      [],
      null,
      undefined,
      "x"
    ]) {
      assert.deepStrictEqual(total(meta), Option.none())
    }
  })

  it("decodes every member of both collections' envelopes", () => {
    const envelope = envelopeOf({
      data: [],
      meta: { page: "1", "pages-total": 4, "records-this-page": "50", "records-total": "187", count: "50" },
      links: { self: { href: "https://a.test/1" }, next: { href: "https://a.test/2" } },
      jsonapi: { version: "1.0", meta: { links: { self: { href: "http://jsonapi.org/format/1.0/" } } } }
    })
    assert.deepStrictEqual(envelope, {
      data: [],
      meta: {
        page: Option.some(1),
        pagesTotal: Option.some(4),
        recordsThisPage: Option.some(50),
        recordsTotal: Option.some(187),
        count: Option.some(50)
      },
      links: { self: "https://a.test/1", next: "https://a.test/2" },
      jsonapiVersion: "1.0"
    })
    assert.strictEqual(envelopeOf({ data: [], links: { self: "https://a.test/1" } }).links.self, "https://a.test/1")
  })

  it("is None for other shapes", () => {
    for (const json of [null, [], {}, { data: {} }, { data: null }, "data", 3]) {
      assert.deepStrictEqual(decodeEnvelope(json), Option.none())
    }
  })
})
