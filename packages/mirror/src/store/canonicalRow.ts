import { findState, StateName } from "@public-records/core"
import type { ComplaintRow } from "@public-records/files/PlainComplaint"
import { readDigits, readNumber } from "../numbers/telephoneNumber.ts"

const stateNames: ReadonlySet<string> = new Set(["", ...StateName.literals])

/** Returns a cell without blanks around it, and without the characters that separate cells and rows on their way to the engine. */
const readCell = (text: string): string => text.replaceAll("\u001E", " ").replaceAll("\u001F", " ").trim()

const readState = (text: string): string => (stateNames.has(text) ? text : (findState(text) ?? readCell(text)))

/**
 * Returns a row with one spelling of each value: ten digits for a number, the full name of a state, no blanks around a cell. Rows that
 * differ in spelling only have the same contents.
 */
export const canonicalRow = <Row extends ComplaintRow>(row: Row): Row => {
  const companyPhoneNumber = readCell(readNumber(row.companyPhoneNumber))
  const consumerCity = readCell(row.consumerCity)
  const consumerState = readState(row.consumerState)
  const consumerAreaCode = readCell(readDigits(row.consumerAreaCode))
  const subject = readCell(row.subject)
  const recordedMessageOrRobocall = readCell(row.recordedMessageOrRobocall)
  // Most rows are canonical, and a copy of each would take a tenth of the time of an import.
  const isCanonical =
    companyPhoneNumber === row.companyPhoneNumber &&
    consumerCity === row.consumerCity &&
    consumerState === row.consumerState &&
    consumerAreaCode === row.consumerAreaCode &&
    subject === row.subject &&
    recordedMessageOrRobocall === row.recordedMessageOrRobocall
  if (isCanonical) return row
  const values = {
    companyPhoneNumber,
    consumerCity,
    consumerState,
    consumerAreaCode,
    subject,
    recordedMessageOrRobocall
  }
  return { ...row, ...values }
}
