import { Bench, type BenchOptions } from "tinybench"

/** Line of the output: a figure of ours, of a peer if there is one, and the goal for the ratio or for our figure. */
export interface Figure {
  readonly name: string
  readonly ours: string
  readonly peer?: string
  readonly ratio?: number
  readonly goal?: string | undefined
}

/** Work that is measured, as often as tinybench needs it. */
type Work = () => unknown

const shown = (millis: number): string => (millis < 1 ? `${(millis * 1000).toFixed(0)} µs` : `${millis.toFixed(1)} ms`)

/** Returns a figure without a peer. */
export const figure = (name: string, value: number, unit: string, goal?: number): Figure => ({
  name,
  ours: `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ${unit}`,
  ...(goal === undefined ? {} : { goal: `at most ${goal} ${unit}` })
})

/** Measures work with tinybench in this process. Returns the median durations. **Units** milliseconds. */
const mediansOf = async (
  works: Readonly<Record<string, Work>>,
  options: BenchOptions
): Promise<(task: string) => number> => {
  const bench = new Bench({ throws: true, ...options })
  for (const [task, work] of Object.entries(works)) bench.add(task, work)
  await bench.run()
  return (task) => {
    const result = bench.getTask(task)?.result
    return result?.state === "completed" ? result.latency.p50 : Number.NaN
  }
}

/** Measures our work alone. **Units** `goal` in milliseconds. */
export const measure = async (name: string, ours: Work, options: BenchOptions = {}, goal?: number): Promise<Figure> =>
  figure(name, (await mediansOf({ ours }, options))("ours"), "ms", goal)

/** Compares our work with that of each peer. `goals` has the ratio to each peer that is good enough. */
export const compare = async (
  name: string,
  ours: Work,
  peers: Readonly<Record<string, Work>>,
  goals: Readonly<Record<string, number>> = {},
  options: BenchOptions = {}
): Promise<ReadonlyArray<Figure>> => {
  const medianOf = await mediansOf({ ours, ...peers }, options)
  return Object.keys(peers).map((peer) => ({
    name: `${name} / ${peer}`,
    ours: shown(medianOf("ours")),
    peer: shown(medianOf(peer)),
    ratio: medianOf("ours") / medianOf(peer),
    goal: goals[peer] === undefined ? undefined : `at most ${goals[peer]}`
  }))
}
