import { findState, StateName } from "@public-records/core"
import type { ComplaintRow } from "@public-records/files/PlainComplaint"
import { readDigits, readNumber } from "../numbers/telephoneNumber.ts"

const stateNames: ReadonlySet<string> = new Set(["", ...StateName.literals])

const readState = (text: string): string => (stateNames.has(text) ? text : (findState(text) ?? text.trim()))

/**
 * Returns a row with one spelling of each value: ten digits for a number, the full name of a state, no blanks around a cell. Rows that
 * differ in spelling only have the same contents.
 */
export const canonicalRow = <Row extends ComplaintRow>(row: Row): Row => {
  const companyPhoneNumber = readNumber(row.companyPhoneNumber).trim()
  const consumerCity = row.consumerCity.trim()
  const consumerState = readState(row.consumerState)
  const consumerAreaCode = readDigits(row.consumerAreaCode)
  const subject = row.subject.trim()
  // Most rows are canonical, and a copy of each would take a tenth of the time of an import.
  const isCanonical =
    companyPhoneNumber === row.companyPhoneNumber &&
    consumerCity === row.consumerCity &&
    consumerState === row.consumerState &&
    consumerAreaCode === row.consumerAreaCode &&
    subject === row.subject
  return isCanonical ? row : { ...row, companyPhoneNumber, consumerCity, consumerState, consumerAreaCode, subject }
}
