import { credit } from "@public-records/core"
import { Struct } from "effect"
import { knownGapsIn } from "../store/knownGaps.ts"
import type { MirrorCoverage, Covered } from "../MirrorStatus.ts"
import type { Blocklist, ListedNumber } from "./Blocklist.ts"
import { counted, grouped } from "./counted.ts"

/** The formats, each with what a number of it begins with: `+12135551212`, `2135551212` or `12135551212`. */
const numberPrefixes = {
  plain: "+1",
  csv: "+1",
  json: "+1",
  asterisk: "",
  freepbx: "",
  spamblocker: "1",
  ios: "1",
  vcard: "+1"
}

export type BlocklistFormat = keyof typeof numberPrefixes
export const blocklistFormats: ReadonlyArray<BlocklistFormat> = Struct.keys(numberPrefixes)

const maxNamed = 10

/** Names the first partial and missing days, or returns "". */
const gapsOf = ({ missing, partial }: MirrorCoverage): string => {
  const ranges = missing.map(({ from, to }) => (from === to ? from : `${from} to ${to}`))
  const all = [...ranges, ...partial.map((day) => `${day} (partial)`)]
  return all.slice(0, maxNamed).join(", ") + (all.length > maxNamed ? ` and ${all.length - maxNamed} more` : "")
}

/** Returns the sentences about a list that every file has: its rule, window and coverage, and that reports are not verified. */
const factsOf = ({
  coverage,
  value: { forced, numbers, omitted, rule }
}: Covered<Blocklist>): ReadonlyArray<string> => {
  const gaps = gapsOf(coverage)
  const spared = [
    ...omitted.protected.map(({ number, owner, reports }) => `${number} of ${owner} (${counted(reports, "report")})`),
    ...omitted.allowed.map(({ number, reports }) => `${number} as it is allowed (${counted(reports, "report")})`)
  ]
  return [
    `Block list by public-records: ${counted(numbers.length, "telephone number")}.`,
    "Reported by consumers, not verified. Caller ID is often forged.",
    `${credit}.`,
    `Rule: at least ${counted(rule.min, "report")} from at least ${counted(rule.places, "place")} (state and area code). ` +
      `A report that was sent again counts once. Reports lose half of their weight in ${rule.halfLifeDays} days.`,
    `Window: ${coverage.from} to ${coverage.to}. ${grouped(coverage.complete)} of ${counted(rule.days, "day")} complete.`,
    ...(gaps === "" ? [] : [`Not complete: ${gaps}.`]),
    ...knownGapsIn(coverage).map(({ from, to, why }) => `Known gap: ${from} to ${to}, ${why}.`),
    `Omitted: ${counted(omitted.tooFewPlaces, "number")} from too few places, ${counted(omitted.invalid, "invalid number")}.`,
    ...(rule.limit === undefined
      ? []
      : [`Limit: the ${grouped(rule.limit)} with the highest score. ${counted(omitted.overLimit, "number")} omitted.`]),
    ...spared.map((one) => `Omitted: ${one}.`),
    ...forced.map((reason) => `Forced: ${reason}`)
  ]
}

/** Returns the object about a list that `json` and a manifest have. */
const summaryOf = ({ coverage, note, value }: Covered<Blocklist>) => {
  const { changes, forced, numbers, omitted, rule } = value
  const { from, missing, newest, partial, to, unpublished, complete } = coverage
  return {
    rule,
    count: numbers.length,
    omitted,
    changes: changes && { ...changes, added: changes.added.length, removed: changes.removed.length },
    forced,
    coverage: { from, to, complete, partial, missing, unpublished, newest },
    note,
    credit
  }
}

/** Why a number is listed, without commas, quotes and semicolons. */
const whyOf = ({ last, places, reports }: ListedNumber): string =>
  `${reports} reports from ${places === 1 ? "one place" : `${places} places`} until ${last} (not verified)`

const lines = (all: ReadonlyArray<string>, end = "\n"): string => all.map((line) => line + end).join("")

/** Returns an object with the members of a summary, and the numbers, one a line. */
const jsonOf = (summary: object, numbers: ReadonlyArray<ListedNumber>): string => {
  const members = JSON.stringify(summary, null, 2).replace(/\n\}$/, "")
  return `${members},\n  "numbers": [\n${numbers.map((one) => `    ${JSON.stringify(one)}`).join(",\n")}\n  ]\n}\n`
}

const numbersPerCard = 2000
const maxLineBytes = 75

/** Folds a line of a vCard. Its text is ASCII. **Source** RFC 2425, section 5.8.1. */
const folded = (line: string): string =>
  line.length <= maxLineBytes ? line : `${line.slice(0, maxLineBytes)}\r\n${folded(` ${line.slice(maxLineBytes)}`)}`

const escaped = (text: string): string => text.replaceAll(/[\\,;]/g, "\\$&").replaceAll("\n", "\\n")

/**
 * Returns contacts with 2,000 numbers each. A contact has the same `UID` in every list, so that it replaces the one of the last list.
 * **Source** RFC 2426.
 */
const cardsOf = (list: Covered<Blocklist>, numbers: ReadonlyArray<string>): string => {
  const cards = Math.max(1, Math.ceil(numbers.length / numbersPerCard))
  return Array.from({ length: cards }, (_, index) => {
    const name = cards === 1 ? "Block list" : `Block list ${index + 1} of ${cards}`
    const own = numbers.slice(index * numbersPerCard, (index + 1) * numbersPerCard)
    const note = folded(`NOTE:${escaped(factsOf(list).join("\n"))}`)
    const uid = `UID:public-records-block-list-${index + 1}`
    const card = ["BEGIN:VCARD", "VERSION:3.0", uid, `N:${name};;;;`, `FN:${name}`, note]
    return lines([...card, ...own.map((number) => `TEL;TYPE=VOICE:${number}`), "END:VCARD"], "\r\n")
  }).join("")
}

/** Formats a block list. `plain`, `json` and `vcard` say what a list is; publish the others with their `blocklistManifest`. */
export const blocklistText = (list: Covered<Blocklist>, format: BlocklistFormat): string => {
  const all = list.value.numbers.map((one) => ({ ...one, number: numberPrefixes[format] + one.number }))
  const numbers = all.map(({ number }) => number)
  switch (format) {
    case "plain":
      return lines([...factsOf(list).map((fact) => `# ${fact}`), ...numbers])
    case "csv": {
      const rows = all.map(({ first, last, number, places, reports, score }) =>
        [number, score, reports, places, first, last].join()
      )
      return lines(["number,score,reports,places,first,last", ...rows], "\r\n")
    }
    case "json":
      return jsonOf(summaryOf(list), all)
    case "asterisk":
      return lines(all.map((one) => `database put blacklist ${one.number} "${whyOf(one)}"`))
    case "freepbx":
      return lines(["number,description", ...all.map((one) => `${one.number},${whyOf(one)}`)], "\r\n")
    case "spamblocker":
      return lines(["pattern", ...numbers], "\r\n")
    case "ios":
      return lines(numbers.toSorted())
    case "vcard":
      return cardsOf(list, numbers)
  }
}

/** Returns the manifest of a file with a list: its rule, coverage and omitted numbers, as JSON. */
export const blocklistManifest = (
  list: Covered<Blocklist>,
  file: { readonly file: string; readonly format: BlocklistFormat; readonly sha256: string }
): string => `${JSON.stringify({ ...file, ...summaryOf(list) }, null, 2)}\n`

/** Returns the numbers that were added to the last list or removed from it, as JSON. They are integers for `ios`. */
export const blocklistChanges = (
  { value: { changes, numbers } }: Covered<Blocklist>,
  format: BlocklistFormat
): string => {
  const added = changes?.added ?? numbers.map(({ number }) => number).toSorted()
  const written = (number: string) => {
    const full = numberPrefixes[format] + number
    return format === "ios" ? Number(full) : full
  }
  return `${JSON.stringify({ added: added.map(written), removed: (changes?.removed ?? []).map(written) }, null, 2)}\n`
}

const numberLine = /^(?:database put blacklist |TEL;TYPE=VOICE:| {4}\{"number":)?"?\+?1?([2-9]\d{9})(?=[",\s]|$)/
const otherLine = /^(?:#.*|pattern|number,[a-z,]+|(?:BEGIN|END|VERSION|UID|N|FN|NOTE):.*| .*|[{}]|)$/

/**
 * Returns the numbers of a block list in any format, each with ten digits, or `undefined` if a text is not a block list.
 */
export const readBlocklist = (text: string): ReadonlyArray<string> | undefined => {
  const found: Array<string> = []
  for (const line of text.split(/\r?\n/)) {
    const number = numberLine.exec(line)?.[1]
    if (number !== undefined) found.push(number)
    else if (!otherLine.test(line)) return undefined
  }
  return found
}
