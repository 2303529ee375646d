import { ownerOf } from "@public-records/mirror"
import { named, numberLabel } from "./words.ts"

/** Names a number, with its owner if it is a public line: `(800) 275-2273, Apple`. */
export const ownedLabel = (number: string): string => {
  const owner = ownerOf(number)
  return owner === undefined ? numberLabel(number) : `${numberLabel(number)}, ${owner}`
}

/** Says which of some numbers are public lines, and that callers forge them. Returns "" if none is. */
export const ownersText = (numbers: ReadonlyArray<string>): string => {
  const known = numbers.flatMap((number) => {
    const owner = ownerOf(number)
    return owner === undefined ? [] : [`${numberLabel(number)} of ${owner}`]
  })
  if (known.length === 0) return ""
  return `Public lines: ${named(known)}. Callers forge such numbers, so a report does not mean that the owner called.`
}

/** Adds the owner of a number, or `null`. */
export const withOwner = <Counted extends object>(counted: Counted, number: string) => ({
  ...counted,
  owner: ownerOf(number) ?? null
})
