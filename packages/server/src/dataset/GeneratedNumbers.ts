import type { MeasuredDay } from "./measuredDay.ts"
import type { SeededRandom } from "../SeededRandom.ts"
import { Shares } from "./Shares.ts"

const plain = "##########"

/** As many numbers as a day has are remembered, and may call again. */
const remembered = 10_000

/**
 * Telephone numbers in the forms that the real ones have: most of ten digits, some empty, some odd. Some call again: those
 * that called often are the most likely to.
 *
 * **Gotchas** the digits are drawn at random, so a number that exists is a coincidence.
 */
export class GeneratedNumbers {
  readonly #random: SeededRandom
  readonly #forms: Shares<string>
  readonly #repeatedShare: number
  readonly #calledLately: Array<string> = []
  #calls = 0

  constructor({ distinctNumbers, numberForms, numbers }: MeasuredDay, random: SeededRandom) {
    this.#random = random
    this.#forms = new Shares(numberForms, String)
    this.#repeatedShare = 1 - distinctNumbers / numbers
  }

  next(): string {
    const form = this.#forms.draw(this.#random, plain)
    return form === plain ? this.#plain() : form.replaceAll("#", () => String(this.#random.below(10)))
  }

  #plain(): string {
    const before = this.#random.fraction() < this.#repeatedShare ? this.#called() : undefined
    const number = before ?? String(2_000_000_000 + Math.floor(this.#random.fraction() * 8_000_000_000))
    this.#calledLately[this.#calls % remembered] = number
    this.#calls += 1
    return number
  }

  #called(): string | undefined {
    return this.#calledLately[this.#random.below(this.#calledLately.length)]
  }
}
