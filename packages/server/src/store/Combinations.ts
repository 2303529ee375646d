import type { Dictionary } from "./Dictionary.ts"
import { Fragments } from "./Fragments.ts"
import { mixed } from "./recordId.ts"
import { RecordTable } from "./RecordTable.ts"

/** A text of each combination: the values it may have, and the code of the one that it has. */
export interface CombinedText {
  readonly dictionary: Dictionary
  readonly codes: Uint32Array
}

/** The members of each combination, as a piece of JSON with a comma before each. */
export const combinedMembers = (texts: Readonly<Record<string, CombinedText>>): Fragments => {
  const members = Object.entries(texts).map(([member, { codes, dictionary }]) => ({
    codes,
    pieces: dictionary.texts.map((text) => `,"${member}":${JSON.stringify(text)}`)
  }))
  const combinations = members[0]?.codes.length ?? 0
  return new Fragments(
    Array.from({ length: combinations }, (_, combination) =>
      members.map(({ codes, pieces }) => pieces[codes[combination] ?? 0] ?? "").join("")
    )
  )
}

/** Gives codes to texts that occur together, such as a city, a state and an area code. */
export class CombinationBuilder {
  readonly #table = new RecordTable()
  readonly #codes = [new Array<number>(), new Array<number>(), new Array<number>()] as const

  /** The code of a combination of codes. */
  code(first: number, second: number, third: number): number {
    const [firsts, seconds, thirds] = this.#codes
    const look = mixed(first, second, third, 0)
    const known = this.#table.find(
      look,
      (code) => firsts[code] === first && seconds[code] === second && thirds[code] === third
    )
    if (known !== undefined) return known
    firsts.push(first)
    seconds.push(second)
    thirds.push(third)
    this.#table.add(look, firsts.length - 1, (code) =>
      mixed(firsts[code] ?? 0, seconds[code] ?? 0, thirds[code] ?? 0, 0)
    )
    return firsts.length - 1
  }

  /** The codes that each combination was made from. */
  build(): readonly [Uint32Array, Uint32Array, Uint32Array] {
    const [firsts, seconds, thirds] = this.#codes
    return [Uint32Array.from(firsts), Uint32Array.from(seconds), Uint32Array.from(thirds)]
  }
}
