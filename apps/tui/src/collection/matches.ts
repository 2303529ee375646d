import { Option } from "effect"
import type { Row } from "./RowStore.ts"

const likeANumber = /^\+?[\d\s().-]+$/
const fewestDigits = 7
const ofNorthAmerica = /^1(\d{10})$/

/** Returns the digits of a phone number in any notation, or an empty string if the input is not a phone number. */
export const digitsOf = (typed: string): string => {
  const digits = typed.replaceAll(/\D/g, "").replace(ofNorthAmerica, "$1")
  return likeANumber.test(typed.trim()) && digits.length >= fewestDigits ? digits : ""
}

/** Returns the first match after (1) or before (-1) the position `from`. Wraps around at the ends. */
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
  return Option.some({ row: matches[at] ?? 0, position: at + 1, count: matches.length })
}
