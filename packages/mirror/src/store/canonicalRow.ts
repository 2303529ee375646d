import { findState, StateName } from "@public-records/core"
import type { ComplaintRow } from "@public-records/files/PlainComplaint"
import { readDigits, readNumber } from "../numbers/telephoneNumber.ts"

const stateNames: ReadonlySet<string> = new Set(["", ...StateName.literals])

const readState = (text: string): string => (stateNames.has(text) ? text : (findState(text) ?? text.trim()))

/**
 * Returns a row with one spelling of each value: ten digits for a number, the full name of a state, no blanks around a cell. Rows that
 * differ in spelling only have the same contents.
 */
export const canonicalRow = <Row extends ComplaintRow>(row: Row): Row => ({
  ...row,
  companyPhoneNumber: readNumber(row.companyPhoneNumber).trim(),
  consumerCity: row.consumerCity.trim(),
  consumerState: readState(row.consumerState),
  consumerAreaCode: readDigits(row.consumerAreaCode),
  subject: row.subject.trim()
})
