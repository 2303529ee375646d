import { type Blocklist, type Covered, knownGapsIn } from "@public-records/mirror"
import { counted, grouped } from "@public-records/text/counts"
import { type Answer, dataOf } from "./Answer.ts"
import { basisOf } from "./basis.ts"
import { numberLabel, reportsText } from "./words.ts"

const changesText = ({ changes }: Blocklist): string =>
  changes === null
    ? ""
    : ` (previously ${grouped(changes.previous)}: ${grouped(changes.added.length)} new, ${grouped(changes.removed.length)} removed)`

/** Says how many numbers are listed, and how many are not, and why. */
const resultText = (list: Blocklist): string => {
  const { numbers, omitted, rule } = list
  const counts = [
    `${grouped(omitted.tooFewPlaces)} from too few places`,
    `${grouped(omitted.invalid)} invalid`,
    `${grouped(omitted.protected.length)} protected`,
    // Nobody believes that a list of friends was read if it says only "0 allowed".
    `${grouped(omitted.allowed.length)}${rule.allowed === 0 ? "" : ` of ${grouped(rule.allowed)}`} allowed`,
    ...(rule.limit === undefined ? [] : [`${grouped(omitted.overLimit)} over the limit`])
  ]
  return `${counted(numbers.length, "number", "numbers")}${changesText(list)}. Omitted: ${counts.join(", ")}.`
}

/** Returns the answer about a new block list. `isForced` is whether it was created although it might be refused. */
export const blocklistAnswer = ({ coverage, value }: Covered<Blocklist>, isForced: boolean): Answer => {
  const { forced, numbers, omitted, rule } = value
  const basis = basisOf(coverage)
  const texts = [
    `${resultText(value)} ${grouped(coverage.complete)} of ${counted(rule.days, "day", "days")} complete.`,
    ...omitted.protected.map(
      ({ number, owner, reports }) => `Protected: ${numberLabel(number)}, ${owner} (${reportsText(reports)}).`
    ),
    ...omitted.allowed.map(({ number, reports }) => `Allowed: ${numberLabel(number)} (${reportsText(reports)}).`),
    ...knownGapsIn(coverage).map(({ from, to, why }) => `Known gap: ${from} to ${to}, ${why}.`),
    ...(isForced && forced.length === 0 ? ["Nothing was forced: the list would not have been refused."] : []),
    ...forced.map((reason) => `Forced: ${reason}`)
  ]
  return {
    title: "Block list",
    summary: texts.map((text) => ({ text })),
    sections: [],
    basis,
    data: dataOf({ ...value, ...basis.json }, numbers, "number score reports places first last", (one) => {
      const { first, last, number, places, reports, score } = one
      return [number, score, reports, places, first, last]
    })
  }
}
