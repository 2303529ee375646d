import { isCivilDateTime } from "@public-records/core"
import { Predicate, Result } from "effect"
import type { ComplaintValues } from "../store/ComplaintColumns.ts"

/** The header of a daily file. */
export const dailyHeader = [
  "Company_Phone_Number",
  "Created_Date",
  "Violation_Date",
  "Consumer_City",
  "Consumer_State",
  "Consumer_Area_Code",
  "Subject",
  "Recorded_Message_Or_Robocall"
] as const

const withRealDates = (row: ComplaintValues): Result.Result<ComplaintValues, string> => {
  if (!isCivilDateTime(row.createdDate)) return Result.fail(noDate("created", row.createdDate))
  return isCivilDateTime(row.violationDate) ? Result.succeed(row) : Result.fail(noDate("violation", row.violationDate))
}

const noDate = (which: string, text: string): string =>
  `the ${which} date ${JSON.stringify(text)} is not a date and time that exists, as YYYY-MM-DD HH:MM:SS`

/** A complaint from the fields of a row of a daily file. */
export const complaintFromRow = (fields: ReadonlyArray<string>, id: string): Result.Result<ComplaintValues, string> => {
  if (fields.length !== dailyHeader.length) {
    return Result.fail(`the row has ${fields.length} columns instead of ${dailyHeader.length}`)
  }
  const [phone = "", created = "", violation = "", city = "", state = "", areaCode = "", subject = "", robocall = ""] =
    fields
  return withRealDates({
    id,
    companyPhoneNumber: phone,
    createdDate: created,
    violationDate: violation,
    consumerCity: city,
    consumerState: state,
    consumerAreaCode: areaCode,
    subject,
    recordedMessageOrRobocall: robocall
  })
}

/** The text of a member; an absent member, `null` and anything but a text are empty. */
export const textAt = (record: unknown, member: string): string => {
  const value = Predicate.hasProperty(record, member) ? record[member] : undefined
  return Predicate.isString(value) ? value : ""
}

const robocallText = (record: unknown): string => {
  const isRobocall = Predicate.hasProperty(record, "isRobocall") ? record["isRobocall"] : undefined
  if (isRobocall === true) return "Y"
  return isRobocall === false ? "N" : ""
}

const serviceForm = (record: unknown, attributes: unknown): ComplaintValues => ({
  id: textAt(record, "id"),
  companyPhoneNumber: textAt(attributes, "company-phone-number"),
  createdDate: textAt(attributes, "created-date"),
  violationDate: textAt(attributes, "violation-date"),
  consumerCity: textAt(attributes, "consumer-city"),
  consumerState: textAt(attributes, "consumer-state"),
  consumerAreaCode: textAt(attributes, "consumer-area-code"),
  subject: textAt(attributes, "subject"),
  recordedMessageOrRobocall: textAt(attributes, "recorded-message-or-robocall")
})

const flatForm = (record: unknown): ComplaintValues => ({
  id: textAt(record, "id"),
  companyPhoneNumber: textAt(record, "companyPhoneNumber"),
  createdDate: textAt(record, "createdDate"),
  violationDate: textAt(record, "violationDate"),
  consumerCity: textAt(record, "consumerCity"),
  consumerState: textAt(record, "consumerState"),
  consumerAreaCode: textAt(record, "consumerAreaCode"),
  subject: textAt(record, "subject"),
  recordedMessageOrRobocall: robocallText(record)
})

/** A complaint from JSON, in the service's own form or in the flat form that `list` writes. */
export const complaintFromJson = (record: unknown): Result.Result<ComplaintValues, string> => {
  const complaint = Predicate.hasProperty(record, "attributes")
    ? serviceForm(record, record.attributes)
    : flatForm(record)
  return complaint.id === "" ? Result.fail("the record has no id") : withRealDates(complaint)
}
