const maxDistance = 3

/** Returns the number of characters to add, remove or change to turn one string into the other. */
const editDistance = (from: string, to: string): number => {
  let before = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [row, letter] of Array.from(from).entries()) {
    const current = [row + 1]
    for (const [column, other] of Array.from(to).entries()) {
      const changed = (before[column] ?? 0) + (letter === other ? 0 : 1)
      current.push(Math.min(changed, (before[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    before = current
  }
  return before.at(-1) ?? 0
}

/** Returns the most similar name, or `undefined` if no name is similar. */
export const nearest = (typed: string, names: ReadonlyArray<string>): string | undefined => {
  // The dashes that every flag starts with do not make flags similar.
  const word = typed.replace(/^-+/, "")
  const [best] = names
    .map((name) => ({ name, distance: name.startsWith(typed) ? 1 : editDistance(typed, name) }))
    .filter(({ distance }) => distance <= Math.min(maxDistance, Math.max(1, Math.floor(word.length / 2))))
    .toSorted((one, other) => one.distance - other.distance)
  return best?.name
}

/** Returns ` Did you mean …?` to append to a sentence, or an empty string if no name is similar. */
export const didYouMean = (typed: string, names: ReadonlyArray<string>): string => {
  const name = nearest(typed, names)
  return name === undefined ? "" : ` Did you mean ${name}?`
}
