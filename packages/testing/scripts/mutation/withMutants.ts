import { mistaken, type Mutant, statementsOf, type Stretch } from "./mutantsOf.ts"

/** A stretch of the source that is written anew; a statement where it has no mutants. */
interface Rewritten extends Stretch {
  readonly mutants: ReadonlyArray<readonly [number, Mutant]>
}

const chosen = (code: string, { end, mutants, start }: Rewritten, body: string): string => {
  const choices = mutants.map(([number, mutant]) => {
    const other = mistaken(code, mutant).slice(start, end + mutant.text.length - (mutant.end - mutant.start))
    return `isMutant(${number}) ? (${other}) : `
  })
  // A statement that begins with a parenthesis would go on where the line before it ends.
  return choices.length === 0 ? `{${body}}` : `(${choices.join("")}(${body}))`
}

/**
 * The source with all its mutants in it, of which one at most is chosen while it runs: `isMutant` says which, and so learns
 * which places are reached. Mutants are known by their numbers.
 */
export const withMutants = (file: string, code: string, mutants: ReadonlyArray<readonly [number, Mutant]>): string => {
  const places = [...Map.groupBy(mutants, ([, { reach }]) => `${reach?.start} ${reach?.end}`).values()].flatMap(
    (alike): ReadonlyArray<Rewritten> => {
      const reach = alike[0]?.[1].reach
      return reach === undefined ? [] : [{ start: reach.start, end: reach.end, mutants: alike }]
    }
  )
  const statements = statementsOf(file, code).map(({ end, start }): Rewritten => ({ start, end, mutants: [] }))
  const inOrder = [...statements, ...places].toSorted((a, b) => a.start - b.start || b.end - a.end)
  const write = (start: number, end: number): string => {
    let written = ""
    let at = start
    for (let next = inOrder[0]; next !== undefined && next.end <= end; next = inOrder[0]) {
      inOrder.shift()
      written += code.slice(at, next.start) + chosen(code, next, write(next.start, next.end))
      at = next.end
    }
    return written + code.slice(at, end)
  }
  return write(0, code.length)
}
