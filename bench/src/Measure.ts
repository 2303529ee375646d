/** Result of a measure. If it compares, `value` is our cost divided by the peer's. */
export interface Figure {
  readonly value: number
  readonly ours?: string | undefined
  readonly peer?: string | undefined
}

/** Measurement of speed or size. Lower is better for every figure that has a goal. */
export interface Measure {
  readonly name: string
  /** A unit, or "×": as many times as the peer. */
  readonly unit: string
  /** The largest value that is good enough. Without a goal the figure is only stated. */
  readonly goal?: number | undefined
  readonly run: () => Promise<Figure>
}

/** Returns the value below which a share of the values lies. */
export const quantile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: ReadonlyArray<number>): number => quantile(values, 0.5)

/** Returns a measure of one value, without a peer. */
export const measureOf = (
  name: string,
  unit: string,
  value: () => number | Promise<number>,
  goal?: number
): Measure => ({ name, unit, goal, run: async () => ({ value: await value() }) })

/** One side of a comparison. Does the work once and returns its cost, in any unit. */
export type Side = () => Promise<number>

/** Returns a side that is measured by its time. **Units** milliseconds. */
export const timed =
  (work: () => unknown): Side =>
  async () => {
    const startedAt = performance.now()
    await work()
    return performance.now() - startedAt
  }

interface Rounds {
  readonly rounds: number
  /** Rounds in which code gets warm, and which do not count. */
  readonly warmUp: number
  /** Formats a cost. @default milliseconds, rounded */
  readonly shown?: (cost: number) => string
}

/**
 * Measures both sides in turns, round by round, because whatever slows the machine slows both. The value is the median of the ratios of
 * all rounds.
 */
export const interleave = async (
  ours: Side,
  peer: Side,
  { rounds, warmUp, shown = (cost) => `${cost.toFixed(0)} ms` }: Rounds
): Promise<Figure> => {
  const costs: Array<readonly [ours: number, peer: number]> = []
  for (let round = 0; round < warmUp + rounds; round++) costs.push([await ours(), await peer()])
  const counted = costs.slice(warmUp)
  return {
    value: median(counted.map(([ours, peer]) => ours / peer)),
    ours: shown(median(counted.map(([ours]) => ours))),
    peer: shown(median(counted.map(([, peer]) => peer)))
  }
}
