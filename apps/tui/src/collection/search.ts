import { Option } from "effect"
import type { Row } from "./RowStore.ts"

const shortestBeginning = 2

/** Returns the first completion that starts with a text, or an empty text. */
export const completionOf = (typed: string, completions: ReadonlyArray<string>): string => {
  const text = typed.toLowerCase()
  if (text.length < shortestBeginning) return ""
  return completions.find((one) => one.length > text.length && one.toLowerCase().startsWith(text)) ?? ""
}

const likeANumber = /^\+?[\d\s().-]+$/
const fewestDigits = 7
const ofNorthAmerica = /^1(\d{10})$/

/** Returns the digits of a phone number in any notation, or an empty text if it is not one. */
export const digitsOf = (typed: string): string => {
  const digits = typed.replaceAll(/\D/g, "").replace(ofNorthAmerica, "$1")
  return likeANumber.test(typed.trim()) && digits.length >= fewestDigits ? digits : ""
}

/** Returns the first match after (or, with -1, before) the place `from`, and continues at the other end. */
export const matchFrom = <Record>(
  rows: Iterable<readonly [number, Row<Record>]>,
  isMatch: (record: Record) => boolean,
  from: number,
  by: 1 | -1
) => {
  const matches: Array<number> = []
  for (const [index, row] of rows) {
    if (row._tag === "Record" && isMatch(row.record)) matches.push(index)
  }
  if (matches.length === 0) return Option.none()
  const beyond = by === 1 ? matches.findIndex((index) => index > from) : matches.findLastIndex((index) => index < from)
  const around = by === 1 ? 0 : matches.length - 1
  const at = beyond === -1 ? around : beyond
  return Option.some({ row: matches[at] ?? 0, place: at + 1, count: matches.length })
}
