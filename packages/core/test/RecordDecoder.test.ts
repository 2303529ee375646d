import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Option, Result, Schema } from "effect"
import { Complaint, complaintDecoder, ComplaintFromRecord } from "../src/records/Complaint.ts"
import { decodeEnvelope } from "../src/records/Envelope.ts"
import { Notice, noticeDecoder, NoticeFromRecord } from "../src/records/Notice.ts"
import { decodePage } from "../src/records/Page.ts"
import { type RecordDecoder } from "../src/records/Page.ts"
import { keepLink } from "../src/records/RecordLink.ts"
import { complaintAttributes } from "./complaintAttributes.ts"

const noticeAttributes = {
  title: "20110718: Carl C. Icahn; Blockbuster Inc.",
  "transaction-number": "20110718",
  "acquired-entities": ["Blockbuster Inc.", ""],
  "acquired-party": "Blockbuster Inc.",
  "acquiring-party": "Carl C. Icahn",
  created: "2013-09-24T20:05:39+00:00",
  updated: "2013-09-24T22:22:27+00:00",
  date: "2011-04-11",
  tags: []
}

/** An unexpected value of a member: valid by chance, almost valid, or invalid. */
const Odd = Schema.Union([
  Schema.Literals(["", "Y", "N", "405", "4052674045", "2021-03-03 23:59:53", "2013-09-24T20:05:39Z", "2021-02-29"]),
  Schema.String,
  Schema.Number,
  Schema.Literal(405),
  Schema.Null,
  Schema.Undefined,
  Schema.Boolean,
  Schema.Array(Schema.Union([Schema.String, Schema.Number, Schema.Null, Schema.Undefined, Schema.Boolean])),
  Schema.Struct({ href: Schema.Union([Schema.String, Schema.Null]) }),
  Schema.Struct({ self: Schema.Union([Schema.String, Schema.Number, Schema.Struct({ href: Schema.String })]) })
])

/** Generates a record with changed or missing members. */
const changed = (attributes: Readonly<Record<string, unknown>>) => {
  const record: Readonly<Record<string, unknown>> = {
    type: "a_record",
    id: "0254a428",
    links: { self: "https://www.ftc.gov/v0/a" }
  }
  const Change = Schema.Struct({
    member: Schema.Literals([...Object.keys(record), ...Object.keys(attributes), "attributes"]),
    value: Odd,
    isGone: Schema.Boolean
  })
  return Arbitrary.map(Arbitrary.array(Arbitrary.schema(Change), { maxLength: 3 }), (changes): unknown => {
    const inner = { ...attributes }
    const outer: Record<string, unknown> = { ...record, attributes: inner }
    for (const { member, value, isGone } of changes) {
      const target = Object.hasOwn(attributes, member) ? inner : outer
      if (isGone) Reflect.deleteProperty(target, member)
      else Reflect.set(target, member, value)
    }
    return outer
  })
}

const readQuickly = <Wire, Record>(form: RecordDecoder<Wire, Record>, raw: unknown): Record | undefined =>
  form.isWire(raw) ? form.read(raw, keepLink) : undefined

const anything: ReadonlyArray<unknown> = [null, undefined, 3, "record", true, [], {}, [complaintAttributes], () => ({})]

describe("RecordDecoder.isWire", () => {
  const many = { arbitrary: { runs: 2000 } }

  it.prop(
    "agrees with the schema about any complaint",
    { raw: changed(complaintAttributes) },
    ({ raw }) => {
      const bySchema = Result.getOrUndefined(Schema.decodeUnknownResult(ComplaintFromRecord)(raw))
      assert.deepStrictEqual(readQuickly(complaintDecoder, raw), bySchema)
    },
    many
  )

  it.prop(
    "agrees with the schema about any notice",
    { raw: changed(noticeAttributes) },
    ({ raw }) => {
      const bySchema = Result.getOrUndefined(Schema.decodeUnknownResult(NoticeFromRecord)(raw))
      assert.deepStrictEqual(readQuickly(noticeDecoder, raw), bySchema)
    },
    many
  )

  it.prop(
    "makes plain complaints and notices that their schemas accept",
    { complaint: changed(complaintAttributes), notice: changed(noticeAttributes) },
    ({ complaint, notice }) => {
      const oneComplaint = readQuickly(complaintDecoder, complaint)
      const oneNotice = readQuickly(noticeDecoder, notice)
      if (oneComplaint !== undefined) {
        assert.deepStrictEqual(structuredClone(oneComplaint), oneComplaint)
        assert.deepStrictEqual(JSON.parse(JSON.stringify(oneComplaint)), oneComplaint)
        assert.strictEqual(Object.getPrototypeOf(oneComplaint), Object.prototype)
        assert.deepStrictEqual(Complaint.make({ ...oneComplaint }), oneComplaint)
      }
      if (oneNotice !== undefined) {
        assert.deepStrictEqual(structuredClone(oneNotice), oneNotice)
        assert.strictEqual(Object.getPrototypeOf(oneNotice), Object.prototype)
        assert.deepStrictEqual(Notice.make({ ...oneNotice }), oneNotice)
      }
    },
    many
  )

  it("rejects values that are not records", () => {
    for (const raw of anything) {
      assert.isUndefined(readQuickly(complaintDecoder, raw))
      assert.isUndefined(readQuickly(noticeDecoder, raw))
      assert.isTrue(Result.isFailure(Schema.decodeUnknownResult(ComplaintFromRecord)(raw)))
      assert.isTrue(Result.isFailure(Schema.decodeUnknownResult(NoticeFromRecord)(raw)))
    }
  })

  it("rejects numbers that JSON cannot represent", () => {
    for (const odd of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const raw = { type: "a", id: "b", attributes: { ...complaintAttributes, subject: odd } }
      assert.isUndefined(readQuickly(complaintDecoder, raw))
      assert.isTrue(Result.isFailure(Schema.decodeUnknownResult(ComplaintFromRecord)(raw)))
    }
  })

  it("rejects undefined in a list of acquired entities", () => {
    const raw = { type: "a", id: "b", attributes: { ...noticeAttributes, "acquired-entities": ["A Inc.", undefined] } }
    assert.isFalse(noticeDecoder.isWire(raw))
    assert.isTrue(Result.isFailure(Schema.decodeUnknownResult(NoticeFromRecord)(raw)))
  })

  it("leaves the decision to the schema if the fast check fails", () => {
    const form: typeof complaintDecoder = {
      ...complaintDecoder,
      isWire: (raw): raw is never => raw === complaintDecoder
    }
    const data = [{ type: "a", id: "b", attributes: complaintAttributes }, { type: "a" }]
    const page = decodePage(form)(Option.getOrThrow(decodeEnvelope({ data })), 0)
    assert.deepStrictEqual([page.records.length, page.rejected.length], [1, 1])
  })
})
