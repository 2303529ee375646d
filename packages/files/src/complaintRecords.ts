import { isRecordedMoment } from "@public-records/core"
import { Predicate, Result } from "effect"
import { type DateOrder, toCivilDateTime } from "./dailyDate.ts"
import type { FileFacts } from "./FileFacts.ts"
import { firstNonString, stringAt } from "./jsonMembers.ts"
import { startOf } from "./lines.ts"
import type { ComplaintRow, PlainComplaint } from "./PlainComplaint.ts"

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

/** A field with more characters is garbage. */
const maxField = 10_000

/** Returns why a field is too long, or `undefined`. */
export const lengthProblem = (fields: Iterable<string>): string | undefined => {
  for (const { length } of fields) {
    if (length > maxField) return `a field has ${length} characters; at most ${maxField} are read`
  }
  return undefined
}

const invalidDate = (which: string, text: string): Result.Result<never, string> =>
  Result.fail(
    `the ${which} date ${JSON.stringify(startOf(text, 40))} is not a valid date and time (YYYY-MM-DD HH:MM:SS)`
  )

const robocalls: Readonly<Record<string, string>> = {
  ...{ y: "Y", yes: "Y", t: "Y", true: "Y", 1: "Y" },
  ...{ n: "N", no: "N", f: "N", false: "N", 0: "N" }
}

/** Returns `Y` or `N` for a text that means it, and any other text unchanged. */
const toRobocall = (text: string): string =>
  text === "Y" || text === "N" || text === "" ? text : (robocalls[text.trim().toLowerCase()] ?? text)

interface RowRules {
  readonly newest?: FileFacts["newest"]
  readonly order?: DateOrder | undefined
}

/** Normalizes the dates and the robocall of a row. Fails with the reason if the row is invalid. Other odd values are left unchanged. */
const checkRow = <Row extends ComplaintRow>(row: Row, { newest, order }: RowRules): Result.Result<Row, string> => {
  const createdDate = toCivilDateTime(row.createdDate, order)
  if (createdDate === undefined) return invalidDate("created", row.createdDate)
  const violationDate = toCivilDateTime(row.violationDate, order)
  if (violationDate === undefined) return invalidDate("violation", row.violationDate)
  if (newest !== undefined && createdDate.slice(0, 10) > newest.day) {
    return Result.fail(`the created date ${createdDate.slice(0, 10)} is after ${newest.day}, ${newest.why}`)
  }
  const phone = row.companyPhoneNumber
  // Rejects values that were shifted between fields. For most rows, the cheap first test is enough.
  if (phone.includes("-") && isRecordedMoment(phone)) {
    return Result.fail(`the phone number is a date (${JSON.stringify(phone)})`)
  }
  const recordedMessageOrRobocall = toRobocall(row.recordedMessageOrRobocall)
  const isUnchanged =
    createdDate === row.createdDate &&
    violationDate === row.violationDate &&
    recordedMessageOrRobocall === row.recordedMessageOrRobocall
  return Result.succeed(isUnchanged ? row : { ...row, createdDate, violationDate, recordedMessageOrRobocall })
}

/** Removes the blanks around all values of a row in which the dates have some. A real file has blanks before a few cities only. */
export const withoutPadding = (values: ReadonlyArray<string>): ReadonlyArray<string> => {
  const isPadded = [values[1], values[2]].some((date = "") => date !== date.trim())
  return isPadded ? values.map((value) => value.trim()) : values
}

/** Converts a row with its values in the order of `dailyColumns`. */
export const complaintFromRow = (
  values: ReadonlyArray<string>,
  rules: RowRules
): Result.Result<ComplaintRow, string> => {
  const tooLong = lengthProblem(values)
  if (tooLong !== undefined) return Result.fail(tooLong)
  const [phone = "", created = "", violation = "", city = "", state = "", areaCode = "", subject = "", robocall = ""] =
    values
  const row = {
    companyPhoneNumber: phone,
    createdDate: created,
    violationDate: violation,
    consumerCity: city,
    consumerState: state,
    consumerAreaCode: areaCode,
    subject,
    recordedMessageOrRobocall: robocall
  }
  return checkRow(row, rules)
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

/** Converts a JSON record in the service's format or in the flat format that `list` writes. */
export const complaintFromJson = (
  record: unknown,
  newest?: FileFacts["newest"]
): Result.Result<PlainComplaint, string> => {
  const id = stringAt(record, "id")
  if (id === "") return Result.fail("the record has no id")
  const isServiceFormat = Predicate.hasProperty(record, "attributes")
  const container = isServiceFormat ? record.attributes : record
  const wrong = firstNonString(container, isServiceFormat ? Object.values(serviceNames) : Object.keys(serviceNames))
  if (wrong !== undefined) return Result.fail(`${wrong} is not a string`)
  const at = (field: keyof ComplaintRow) => stringAt(container, isServiceFormat ? serviceNames[field] : field)
  const isRobocall = Predicate.hasProperty(record, "isRobocall") ? record["isRobocall"] : undefined
  const complaint = {
    id,
    companyPhoneNumber: at("companyPhoneNumber"),
    createdDate: at("createdDate"),
    violationDate: at("violationDate"),
    consumerCity: at("consumerCity"),
    consumerState: at("consumerState"),
    consumerAreaCode: at("consumerAreaCode"),
    subject: at("subject"),
    // The flat format has `isRobocall` instead.
    recordedMessageOrRobocall:
      at("recordedMessageOrRobocall") || (Predicate.isBoolean(isRobocall) ? toRobocall(String(isRobocall)) : "")
  }
  const tooLong = lengthProblem(Object.values(complaint))
  return tooLong === undefined ? checkRow(complaint, { newest }) : Result.fail(tooLong)
}
