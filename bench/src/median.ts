/** The value in the middle; no number where there is none. */
export const median = (values: ReadonlyArray<number>): number => quantile(values, 0.5)

/** The value below which a share of them lies. */
export const quantile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
