import { problemOfNumber } from "../numbers/NumberSearch.ts"
import { isAreaCode } from "../numbers/telephoneNumber.ts"
import { compareText } from "@public-records/files/text"
import { Effect } from "effect"
import { inTurns } from "../store/inTurns.ts"
import type { ListedNumber } from "./Blocklist.ts"
import { publicLines } from "./publicLines.ts"

/** Exchanges such as 911, which toll-free numbers may have, and the numbers for films and for directory assistance. */
const reserved = /^(?!8(?:00|33|44|55|66|77|88))\d{4}11|^\d{3}555(?:01\d{2}|1212)$/

/** Whether a number of ten digits can be the number of a telephone. */
const isAssigned = (number: string): boolean =>
  problemOfNumber(number) === undefined && isAreaCode(number.slice(0, 3)) && !reserved.test(number)

interface Choice {
  readonly places: number
  readonly limit: number | undefined
  readonly allow: ReadonlySet<string>
}

type Verdict = "listed" | "protected" | "allowed" | "invalid" | "tooFewPlaces"

const verdictOn = ({ number, places }: ListedNumber, choice: Choice): Verdict => {
  if (publicLines.has(number)) return "protected"
  if (choice.allow.has(number)) return "allowed"
  if (!isAssigned(number)) return "invalid"
  return places < choice.places ? "tooFewPlaces" : "listed"
}

/** Chooses the listed ones from all numbers with enough reports, which have the highest score first. */
export const chosenNumbers = Effect.fnUntraced(function* (reported: ReadonlyArray<ListedNumber>, choice: Choice) {
  const verdicts = yield* inTurns(reported, (some) => some.map((one) => ({ one, verdict: verdictOn(one, choice) })))
  const ofVerdict = (verdict: Verdict) => verdicts.filter((found) => found.verdict === verdict).map(({ one }) => one)
  const listed = ofVerdict("listed")
  const byNumber = (some: ReadonlyArray<ListedNumber>) =>
    some.toSorted((left, right) => compareText(left.number, right.number))
  const numbers = listed.slice(0, choice.limit)
  return {
    numbers,
    omitted: {
      tooFewPlaces: ofVerdict("tooFewPlaces").length,
      invalid: ofVerdict("invalid").length,
      overLimit: listed.length - numbers.length,
      protected: byNumber(ofVerdict("protected")).map(({ number, reports }) => ({
        number,
        owner: publicLines.get(number) ?? "",
        reports
      })),
      allowed: byNumber(ofVerdict("allowed")).map(({ number, reports }) => ({ number, reports }))
    }
  }
})
