/** Returns the minimum number of inserted, deleted or replaced letters that turn one string into another. */
export const editDistance = (from: string, to: string): number => {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const changed = (above[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1)
      current.push(Math.min(changed, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    above = current
  }
  return above[to.length] ?? 0
}

const maxDistance = 3
const maxShownLength = 50

const folded = (name: string): string => name.replaceAll(/[-_\s]/g, "").toLowerCase()

/** Returns the most similar name, ignoring case, dashes and underscores, or `undefined` if no name is similar. */
export const nearestName = (typed: string, names: Iterable<string>): string | undefined => {
  const word = folded(typed.slice(0, maxShownLength))
  if (word === "") return undefined
  let nearest: string | undefined
  let distance = Math.min(maxDistance, Math.max(1, Math.floor(word.length / 2))) + 1
  for (const name of names) {
    const letters = folded(name)
    const isBeginning = letters !== word && letters.startsWith(word)
    const other = isBeginning ? 1 : editDistance(word, letters)
    if (other < distance) [nearest, distance] = [name, other]
  }
  return nearest
}

/** Completes the message for a name that does not exist: `A client has no option "maxRetrys". Did you mean "maxRetries"?` */
export const noSuchName = (beginning: string, typed: string, names: Iterable<string>): string => {
  const nearest = nearestName(typed, names)
  const advice = nearest === undefined ? "Remove it." : `Did you mean "${nearest}"?`
  return `${beginning} ${JSON.stringify(typed.slice(0, maxShownLength))}. ${advice}`
}
