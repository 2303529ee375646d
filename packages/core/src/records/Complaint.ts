import { Predicate, Schema, SchemaTransformation, type Types } from "effect"
import { isRecordedMoment, RecordedMoment } from "../dates/CivilDateTime.ts"
import { FilledText, isExactFilledString, isWireText, selfLink, Text, textOrNull, WireText } from "./Envelope.ts"
import { type RecordDecoder } from "./Page.ts"
import { keepLink, type RewriteLink } from "./RecordLink.ts"

/**
 * The id of a complaint: any text that is not empty; 32 hexadecimal digits as far as was seen.
 *
 * **Source** specification, "DNC complaint"; decision 26.
 */
export const ComplaintId = FilledText

const isNoMoment = (text: typeof WireText.Type): boolean => typeof text !== "string" || !isRecordedMoment(text)

/** A complaint as the service prints it; unknown members pass. `isWireComplaint` says the same. */
const WireComplaint = Schema.Struct({
  type: FilledText,
  id: ComplaintId,
  attributes: Schema.Struct({
    "company-phone-number": Schema.optional(
      WireText.check(Schema.makeFilter(isNoMoment, { expected: "a telephone number, not a date" }))
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
  const created = attributes["created-date"]
  const violated = attributes["violation-date"]
  return (
    typeof created === "string" &&
    isRecordedMoment(created) &&
    typeof violated === "string" &&
    isRecordedMoment(violated) &&
    isWireText(number) &&
    (number === undefined || isNoMoment(number)) &&
    isWireText(attributes["consumer-city"]) &&
    isWireText(attributes["consumer-state"]) &&
    isWireText(attributes["consumer-area-code"]) &&
    isWireText(attributes["subject"]) &&
    isWireText(attributes["recorded-message-or-robocall"])
  )
}

const isWireComplaint = (raw: unknown): raw is WireComplaint => {
  if (!Predicate.isObject(raw)) return false
  const { type, id, attributes } = raw
  return (
    isExactFilledString(type) &&
    isExactFilledString(id) &&
    Predicate.isObject(attributes) &&
    hasWireAttributes(attributes)
  )
}

const TextOrNull = Schema.NullOr(FilledText)

/**
 * A consumer's complaint about an unwanted call, as reported and not verified.
 *
 * **Units** dates are civil times without a zone, as the service printed them; `null` where the record says nothing.
 *
 * **Gotchas** telephone numbers are 0 to 20 digits and come unchecked from consumers; `recordedMessageOrRobocall` is the
 * wire's own text beside `isRobocall`, so that the daily file's form can be written again.
 *
 * **Source** specification, "DNC complaint"; decisions 18, 33 and 37.
 */
export class Complaint extends Schema.Class<Complaint>("@public-records/core/Complaint")({
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
}) {}

const robocallOf = (text: string): boolean | null => {
  if (text === "Y") return true
  return text === "N" ? false : null
}

/** Makes a complaint without its constructor, which would check again what the wire form has shown. */
const read = ({ id, attributes, links }: WireComplaint, rewriteLink: RewriteLink): Complaint => {
  const complaint: Types.Mutable<Complaint> = Object.create(Complaint.prototype)
  const link = selfLink(links)
  const robocall = textOrNull(attributes["recorded-message-or-robocall"]) ?? ""
  complaint.id = id
  complaint.companyPhoneNumber = textOrNull(attributes["company-phone-number"])
  complaint.createdDate = attributes["created-date"]
  complaint.violationDate = attributes["violation-date"]
  complaint.consumerCity = textOrNull(attributes["consumer-city"])
  complaint.consumerState = textOrNull(attributes["consumer-state"])
  complaint.consumerAreaCode = textOrNull(attributes["consumer-area-code"])
  complaint.subject = textOrNull(attributes.subject)
  complaint.isRobocall = robocallOf(robocall)
  complaint.recordedMessageOrRobocall = robocall
  complaint.link = link === null ? null : rewriteLink(link)
  return complaint
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
 * A complaint's record object in an answer's `data`.
 *
 * **Wire** `{ "type": "dnc_complaint", "id": "…", "attributes": { "created-date": "2021-03-03 23:59:53", … }, … }`.
 *
 * **Fails with** `SchemaError` where the record breaks the contract: no id or type, a date that is none, or a date where
 * the telephone number belongs. Other odd text is kept as it came.
 *
 * **Source** specification, "DNC complaint"; decision 27.
 */
export const ComplaintFromRecord = WireComplaint.pipe(
  Schema.decodeTo(
    Schema.toType(Complaint),
    SchemaTransformation.transform({ decode: (wire) => read(wire, keepLink), encode: toWire })
  )
)

/** How a page of complaints is read; `ComplaintFromRecord` reads one record just so. */
export const complaintDecoder: RecordDecoder<WireComplaint, Complaint> = {
  wire: WireComplaint,
  isWire: isWireComplaint,
  read
}
