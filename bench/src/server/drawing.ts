/** A whole number from 0 up to but without `end`. */
export const drawnBelow = (end: number): number => Math.floor(Math.random() * end)

/** Any of them; there must be one. */
export const drawn = <A>(from: ReadonlyArray<A>): A => {
  const [first] = from
  const one = from[drawnBelow(from.length)] ?? first
  if (one === undefined) throw new Error("There is nothing to draw from; the data set is too small.")
  return one
}

/** A fraction between two. */
export const drawnBetween = (from: number, to: number): number => from + Math.random() * (to - from)

/** The texts that occur most often come first. */
export const byFrequency = (texts: Iterable<string>): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return Array.from(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([text]) => text)
}
