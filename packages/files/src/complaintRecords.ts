import { isRecordedMoment } from "@public-records/core"
import { Predicate, Result } from "effect"
import type { ComplaintRow, PlainComplaint } from "./PlainComplaint.ts"
import { toCivilDateTime } from "./dailyDate.ts"
import { firstNonString, stringAt } from "./jsonMembers.ts"

export const dailyColumns = [
  "Company_Phone_Number",
  "Created_Date",
  "Violation_Date",
  "Consumer_City",
  "Consumer_State",
  "Consumer_Area_Code",
  "Subject",
  "Recorded_Message_Or_Robocall"
] as const

const invalidDate = (which: string, text: string): Result.Result<never, string> =>
  Result.fail(`the ${which} date ${JSON.stringify(text)} is not a valid date and time (YYYY-MM-DD HH:MM:SS)`)

/** Normalizes the dates of a row. Fails with the reason if the row is invalid. Other odd values are left unchanged. */
const checkDates = <Row extends ComplaintRow>(row: Row): Result.Result<Row, string> => {
  const createdDate = toCivilDateTime(row.createdDate)
  if (createdDate === undefined) return invalidDate("created", row.createdDate)
  const violationDate = toCivilDateTime(row.violationDate)
  if (violationDate === undefined) return invalidDate("violation", row.violationDate)
  const phone = row.companyPhoneNumber
  // Rejects values that were shifted between fields. For most rows, the cheap first test is enough.
  if (phone.includes("-") && isRecordedMoment(phone)) {
    return Result.fail(`the phone number is a date (${JSON.stringify(phone)})`)
  }
  return Result.succeed(
    createdDate === row.createdDate && violationDate === row.violationDate
      ? row
      : { ...row, createdDate, violationDate }
  )
}

/** Converts a row with its values in the order of `dailyColumns`. */
export const complaintFromRow = (values: ReadonlyArray<string>): Result.Result<ComplaintRow, string> => {
  const [phone = "", created = "", violation = "", city = "", state = "", areaCode = "", subject = "", robocall = ""] =
    values
  return checkDates({
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

const serviceNames = {
  companyPhoneNumber: "company-phone-number",
  createdDate: "created-date",
  violationDate: "violation-date",
  consumerCity: "consumer-city",
  consumerState: "consumer-state",
  consumerAreaCode: "consumer-area-code",
  subject: "subject",
  recordedMessageOrRobocall: "recorded-message-or-robocall"
} as const

const robocalls: Readonly<Record<string, string>> = { true: "Y", false: "N" }

/** Converts a JSON record in the service's format or in the flat format that `list` writes. */
export const complaintFromJson = (record: unknown): Result.Result<PlainComplaint, string> => {
  const id = stringAt(record, "id")
  if (id === "") return Result.fail("the record has no id")
  const isServiceFormat = Predicate.hasProperty(record, "attributes")
  const container = isServiceFormat ? record.attributes : record
  const wrong = firstNonString(container, isServiceFormat ? Object.values(serviceNames) : Object.keys(serviceNames))
  if (wrong !== undefined) return Result.fail(`${wrong} is not a string`)
  const at = (field: keyof ComplaintRow) => stringAt(container, isServiceFormat ? serviceNames[field] : field)
  const isRobocall = Predicate.hasProperty(record, "isRobocall") ? record["isRobocall"] : undefined
  return checkDates({
    id,
    companyPhoneNumber: at("companyPhoneNumber"),
    createdDate: at("createdDate"),
    violationDate: at("violationDate"),
    consumerCity: at("consumerCity"),
    consumerState: at("consumerState"),
    consumerAreaCode: at("consumerAreaCode"),
    subject: at("subject"),
    // The flat format has `isRobocall` instead.
    recordedMessageOrRobocall: at("recordedMessageOrRobocall") || (robocalls[String(isRobocall)] ?? "")
  })
}
