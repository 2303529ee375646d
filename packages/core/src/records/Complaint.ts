import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { isRecordedMoment, RecordedMoment } from "../dates/CivilDateTime.ts"
import { FilledText, isWireRecord, isWireText, selfLink, stringOrNull, Text, TextOrNull, WireText } from "./Envelope.ts"
import type { RecordDecoder } from "./Page.ts"
import type { Complaint as PlainComplaint } from "./plainRecords.ts"
import { keepLink, type RewriteLink } from "./RecordLink.ts"

/** The id of a complaint. The observed ids have 32 hexadecimal digits. **Source** docs/api.md, statement 14. */
export const ComplaintId = FilledText

/** A complaint as the service returns it. Unknown members are ignored. `isWireComplaint` makes the same decisions. */
const WireComplaint = Schema.Struct({
  type: FilledText,
  id: ComplaintId,
  attributes: Schema.Struct({
    "company-phone-number": Schema.optional(
      WireText.check(Schema.makeFilter((text) => !isRecordedMoment(text), { expected: "a phone number, not a date" }))
    ),
    "created-date": RecordedMoment,
    "violation-date": RecordedMoment,
    "consumer-city": Schema.optional(WireText),
    "consumer-state": Schema.optional(WireText),
    "consumer-area-code": Schema.optional(WireText),
    subject: Schema.optional(WireText),
    "recorded-message-or-robocall": Schema.optional(WireText)
  }),
  links: Schema.optionalKey(Schema.Unknown)
})
type WireComplaint = typeof WireComplaint.Type

const hasWireAttributes = (attributes: { readonly [name: PropertyKey]: unknown }): boolean => {
  const number = attributes["company-phone-number"]
  return (
    isRecordedMoment(attributes["created-date"]) &&
    isRecordedMoment(attributes["violation-date"]) &&
    isWireText(number) &&
    !isRecordedMoment(number) &&
    isWireText(attributes["consumer-city"]) &&
    isWireText(attributes["consumer-state"]) &&
    isWireText(attributes["consumer-area-code"]) &&
    isWireText(attributes["subject"]) &&
    isWireText(attributes["recorded-message-or-robocall"])
  )
}

const isWireComplaint = (raw: unknown): raw is WireComplaint => isWireRecord(raw, hasWireAttributes)

/** A consumer's unverified complaint about an unwanted call. */
export interface Complaint extends PlainComplaint {}

/** The schema of a complaint. */
export const Complaint = Schema.Struct({
  id: ComplaintId,
  companyPhoneNumber: TextOrNull,
  createdDate: RecordedMoment,
  violationDate: RecordedMoment,
  consumerCity: TextOrNull,
  consumerState: TextOrNull,
  consumerAreaCode: TextOrNull,
  subject: TextOrNull,
  isRobocall: Schema.NullOr(Schema.Boolean),
  recordedMessageOrRobocall: Text,
  link: TextOrNull
})

const robocallOf = (text: string): boolean | null => {
  if (text === "Y") return true
  return text === "N" ? false : null
}

/** Makes a complaint without the checks of its schema, which the wire schema has made. */
const read = ({ id, attributes, links }: WireComplaint, rewriteLink: RewriteLink): Complaint => {
  const link = selfLink(links)
  const robocall = stringOrNull(attributes["recorded-message-or-robocall"]) ?? ""
  return {
    id,
    companyPhoneNumber: stringOrNull(attributes["company-phone-number"]),
    createdDate: attributes["created-date"],
    violationDate: attributes["violation-date"],
    consumerCity: stringOrNull(attributes["consumer-city"]),
    consumerState: stringOrNull(attributes["consumer-state"]),
    consumerAreaCode: stringOrNull(attributes["consumer-area-code"]),
    subject: stringOrNull(attributes.subject),
    isRobocall: robocallOf(robocall),
    recordedMessageOrRobocall: robocall,
    link: link === null ? null : rewriteLink(link)
  }
}

const toWire = (complaint: Complaint): WireComplaint => ({
  type: "dnc_complaint",
  id: complaint.id,
  attributes: {
    "company-phone-number": complaint.companyPhoneNumber ?? "",
    "created-date": complaint.createdDate,
    "violation-date": complaint.violationDate,
    "consumer-city": complaint.consumerCity ?? "",
    "consumer-state": complaint.consumerState ?? "",
    "consumer-area-code": complaint.consumerAreaCode ?? "",
    subject: complaint.subject ?? "",
    "recorded-message-or-robocall": complaint.recordedMessageOrRobocall
  },
  ...(complaint.link === null ? {} : { links: { self: complaint.link } })
})

/**
 * The record of a complaint in the `data` of a response.
 *
 * **Wire** `{ "type": "dnc_complaint", "id": "…", "attributes": { "created-date": "2021-03-03 23:59:53", … }, … }`.
 *
 * **Fails with** `SchemaError` for a record without an id or type, with an invalid date, or with a date instead of the phone
 * number. Other unusual text is accepted.
 *
 * **Source** docs/api.md, statement 13.
 */
export const ComplaintFromRecord = WireComplaint.pipe(
  Schema.decodeTo(
    Schema.toType(Complaint),
    SchemaTransformation.transform({ decode: (wire) => read(wire, keepLink), encode: toWire })
  )
)

/** The decoder of complaints, equivalent to `ComplaintFromRecord`. */
export const complaintDecoder: RecordDecoder<WireComplaint, Complaint> = {
  wire: WireComplaint,
  isWire: isWireComplaint,
  read
}
