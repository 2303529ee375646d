import { Schema, SchemaTransformation } from "effect"
import { isRecordedMoment, RecordedMoment } from "./CivilDateTime.ts"
import { selfLink, textOrNull, WireText } from "./Envelope.ts"

/**
 * The id of a complaint: any text that is not empty; 32 hexadecimal digits as far as was seen.
 *
 * **Source** specification, "DNC complaint"; decision 26.
 */
export const ComplaintId = Schema.NonEmptyString

const isNoMoment = (text: typeof WireText.Type): boolean => typeof text !== "string" || !isRecordedMoment(text)

/** A complaint as the service prints it; unknown members pass. */
const WireComplaint = Schema.Struct({
  type: Schema.NonEmptyString,
  id: ComplaintId,
  attributes: Schema.Struct({
    "company-phone-number": Schema.optionalKey(
      WireText.check(Schema.makeFilter(isNoMoment, { expected: "a telephone number, not a date" }))
    ),
    "created-date": RecordedMoment,
    "violation-date": RecordedMoment,
    "consumer-city": Schema.optionalKey(WireText),
    "consumer-state": Schema.optionalKey(WireText),
    "consumer-area-code": Schema.optionalKey(WireText),
    subject: Schema.optionalKey(WireText),
    "recorded-message-or-robocall": Schema.optionalKey(WireText)
  }),
  links: Schema.optionalKey(Schema.Unknown)
})

const TextOrNull = Schema.NullOr(Schema.NonEmptyString)

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
  recordedMessageOrRobocall: Schema.String,
  link: TextOrNull
}) {}

const robocallOf = (text: string): boolean | null => {
  if (text === "Y") return true
  return text === "N" ? false : null
}

const fromWire = ({ id, attributes, links }: typeof WireComplaint.Type): typeof Complaint.Encoded => {
  const recordedMessageOrRobocall = textOrNull(attributes["recorded-message-or-robocall"]) ?? ""
  return {
    id,
    companyPhoneNumber: textOrNull(attributes["company-phone-number"]),
    createdDate: attributes["created-date"],
    violationDate: attributes["violation-date"],
    consumerCity: textOrNull(attributes["consumer-city"]),
    consumerState: textOrNull(attributes["consumer-state"]),
    consumerAreaCode: textOrNull(attributes["consumer-area-code"]),
    subject: textOrNull(attributes.subject),
    isRobocall: robocallOf(recordedMessageOrRobocall),
    recordedMessageOrRobocall,
    link: selfLink(links)
  }
}

const toWire = (complaint: typeof Complaint.Encoded): typeof WireComplaint.Type => ({
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
  Schema.decodeTo(Complaint, SchemaTransformation.transform({ decode: fromWire, encode: toWire }))
)
