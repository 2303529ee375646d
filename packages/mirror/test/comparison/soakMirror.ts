import { Effect } from "effect"
import { compareCombinations } from "./combinations.ts"
import { compare } from "./compare.ts"

/** Each data set is asked this many questions of the service, and this many combinations of filters. */
const questionsPerSeed = 500
const combinationsPerSeed = 50

/** Compares mirrors with reference servers over random data sets. Returns the questions that they answer differently. */
export const soakMirror = async (first: number, count: number, onAsked: (asked: number) => void) => {
  const problems: Array<string> = []
  let compared = 0
  for (let asked = 0, seed = first; asked < count; asked += questionsPerSeed, seed++) {
    const result = await Effect.runPromise(Effect.scoped(compare(seed, Math.min(questionsPerSeed, count - asked))))
    compared += result.compared
    const combined = await Effect.runPromise(Effect.scoped(compareCombinations(seed, combinationsPerSeed)))
    compared += combined.found
    problems.push(...[...result.different, ...combined.different].map((one) => `seed ${seed}: ${one}`))
    onAsked(asked + questionsPerSeed)
  }
  return { problems, summary: `compared ${compared} records with the reference server` }
}
