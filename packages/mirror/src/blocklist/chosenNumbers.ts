import { problemOfNumber } from "../numbers/NumberSearch.ts"
import { isAreaCode } from "../numbers/telephoneNumber.ts"
import { compareText } from "@public-records/files/text"
import type { Steps } from "../store/steps.ts"
import type { Blocklist, ListedNumber } from "./Blocklist.ts"
import { publicLines } from "./publicLines.ts"

/** Exchanges such as 911, which toll-free numbers may have, and the numbers for films and for directory assistance. */
const reserved = /^(?!8(?:00|33|44|55|66|77|88))\d{4}11|^\d{3}555(?:01\d{2}|1212)$/

/** Whether a number of ten digits can be the number of a telephone. */
const isAssigned = (number: string): boolean =>
  problemOfNumber(number) === undefined && isAreaCode(number.slice(0, 3)) && !reserved.test(number)

/** Chooses the listed ones from all numbers with enough reports, the highest score first. */
export function* chosenNumbers(
  reported: ReadonlyArray<ListedNumber>,
  places: number,
  allow: ReadonlySet<string>
): Steps<Pick<Blocklist, "numbers" | "omitted">> {
  const byNumber = reported.toSorted((left, right) => compareText(left.number, right.number))
  yield undefined
  const isSpared = ({ number }: ListedNumber): boolean => publicLines.has(number) || allow.has(number)
  const [spared, others] = [byNumber.filter(isSpared), byNumber.filter((one) => !isSpared(one))]
  yield undefined
  const valid = others.filter(({ number }) => isAssigned(number))
  yield undefined
  const numbers = valid.filter((one) => one.places >= places)
  return {
    numbers: numbers.toSorted((left, right) => right.score - left.score),
    omitted: {
      tooFewPlaces: valid.length - numbers.length,
      invalid: others.length - valid.length,
      protected: spared.flatMap(({ number, reports }) => {
        const owner = publicLines.get(number)
        return owner === undefined ? [] : [{ number, owner, reports }]
      }),
      allowed: spared
        .filter(({ number }) => !publicLines.has(number))
        .map(({ number, reports }) => ({ number, reports }))
    }
  }
}
