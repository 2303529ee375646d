import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { isRecordedMoment, RecordedMoment } from "../dates/CivilDateTime.ts"
import { FilledText, selfLink, stringOrNull, Text, TextOrNull, WireText } from "./Envelope.ts"
import type { Complaint as PlainComplaint } from "./plainRecords.ts"

/** The id of a complaint. The observed ids have 32 hexadecimal digits. **Source** docs/api.md, statement 14. */
export const ComplaintId = FilledText

/** A complaint as the service returns it. Unknown members are ignored. */
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

/** Returns a complaint as the client has it, without checking it. */
export const readComplaint = ({ id, attributes, links }: WireComplaint): Complaint => {
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
    link: selfLink(links)
  }
}

/**
 * The record of a complaint in the `data` of a response.
 *
 * **Wire** `{ "type": "dnc_complaint", "id": "…", "attributes": { "created-date": "2021-03-03 23:59:53", … }, … }`.
 *
 * **Fails with** `SchemaError` for a record without an id or type, with an invalid date, or with a date instead of the phone
 * number. Other unusual text is accepted. Complaints cannot be encoded.
 *
 * **Source** docs/api.md, statement 13.
 */
export const ComplaintFromRecord = WireComplaint.pipe(
  Schema.decodeTo(Schema.toType(Complaint), {
    decode: SchemaGetter.transform(readComplaint),
    encode: SchemaGetter.forbidden(() => "the service accepts no complaints")
  })
)
