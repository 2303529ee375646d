import { isCivilDateTime, isRecordedMoment } from "@public-records/core"
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

const noDate = (which: string, text: string): string =>
  `the ${which} date ${JSON.stringify(text)} is not a date and time that exists, as YYYY-MM-DD HH:MM:SS`

/** What breaks the contract, where something does; other odd text is kept as it came (decision 27). */
const problemOf = (number: string, created: string, violation: string): string | undefined => {
  if (!isCivilDateTime(created)) return noDate("created", created)
  if (!isCivilDateTime(violation)) return noDate("violation", violation)
  // Most numbers have ten digits, as a date has ten characters.
  return number.includes("-") && isRecordedMoment(number)
    ? `the date ${JSON.stringify(number)} is where the telephone number belongs`
    : undefined
}

/** A complaint from the fields of a row of a daily file, as far as its id, which the row does not have. */
export const complaintFromRow = (
  fields: ReadonlyArray<string>
): Result.Result<(id: string) => ComplaintValues, string> => {
  if (fields.length !== dailyHeader.length) {
    return Result.fail(
      `the row has ${fields.length} ${fields.length === 1 ? "column" : "columns"} instead of ${dailyHeader.length}`
    )
  }
  const [phone = "", created = "", violation = "", city = "", state = "", areaCode = "", subject = "", robocall = ""] =
    fields
  const problem = problemOf(phone, created, violation)
  if (problem !== undefined) return Result.fail(problem)
  return Result.succeed((id) => ({
    id,
    companyPhoneNumber: phone,
    createdDate: created,
    violationDate: violation,
    consumerCity: city,
    consumerState: state,
    consumerAreaCode: areaCode,
    subject,
    recordedMessageOrRobocall: robocall
  }))
}

/** The text of a member, which the service also prints as a number; an absent member and `null` are empty. */
export const textAt = (record: unknown, member: string): string => {
  const value = Predicate.hasProperty(record, member) ? record[member] : undefined
  if (Predicate.isString(value)) return value
  return Predicate.isNumber(value) ? String(value) : ""
}

/** The first of some members that has something else than a text where one belongs. */
const memberWithoutText = (container: unknown, members: ReadonlyArray<string>): string | undefined =>
  members.find((member) => {
    const value = Predicate.hasProperty(container, member) ? container[member] : undefined
    return Predicate.isObjectOrArray(value) || Predicate.isBoolean(value)
  })

const textsOfServiceForm = [
  "company-phone-number",
  "consumer-city",
  "consumer-state",
  "consumer-area-code",
  "subject",
  "recorded-message-or-robocall"
]

const textsOfFlatForm = ["companyPhoneNumber", "consumerCity", "consumerState", "consumerAreaCode", "subject"]

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
  const isServiceForm = Predicate.hasProperty(record, "attributes")
  const complaint = isServiceForm ? serviceForm(record, record.attributes) : flatForm(record)
  if (complaint.id === "") return Result.fail("the record has no id")
  const wrong = isServiceForm
    ? memberWithoutText(record.attributes, textsOfServiceForm)
    : memberWithoutText(record, textsOfFlatForm)
  if (wrong !== undefined) return Result.fail(`${wrong} is not a text`)
  const problem = problemOf(complaint.companyPhoneNumber, complaint.createdDate, complaint.violationDate)
  return problem === undefined ? Result.succeed(complaint) : Result.fail(problem)
}
