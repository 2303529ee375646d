import { median } from "../median.ts"
import { met, type Table } from "../Table.ts"
import { type Figures, type Side, underLoad } from "./load.ts"
import { type QuestionClass } from "./Question.ts"

/** The reference server beside a peer, with the goals. */
export interface Comparison {
  readonly title: string
  readonly classes: ReadonlyArray<QuestionClass>
  readonly sidesOf: (questions: QuestionClass) => { readonly ours: Side; readonly peer: Side }
  /** Returns how many times as good as the peer ours is in one round. */
  readonly ratioOf: (ours: Figures, peer: Figures) => number
  readonly minRatioOf: (questions: QuestionClass) => number
}

const rounds = 5

const micros = (value: number): string =>
  value < 1_000 ? `${value.toFixed(0)} µs` : `${(value / 1_000).toFixed(1)} ms`

/** Measures both sides in turns, so that whatever else the machine does slows both. */
const measure = async (
  { minRatioOf, ratioOf, sidesOf }: Comparison,
  questions: QuestionClass
): Promise<ReadonlyArray<string>> => {
  const sides = sidesOf(questions)
  const measured: Array<{ readonly ours: Figures; readonly peer: Figures }> = []
  for (let round = 0; round <= rounds; round++) {
    measured.push({ ours: await underLoad(sides.ours), peer: await underLoad(sides.peer) })
  }
  // In the first round both servers warm up.
  const warm = measured.slice(1)
  const medianOf = (side: "ours" | "peer", figure: keyof Figures) => median(warm.map((round) => round[side][figure]))
  const ratio = median(warm.map(({ ours, peer }) => ratioOf(ours, peer)))
  return [
    questions.name,
    micros(medianOf("ours", "cpuMicros")),
    micros(medianOf("peer", "cpuMicros")),
    medianOf("ours", "requestsPerSecond").toFixed(0),
    medianOf("peer", "requestsPerSecond").toFixed(0),
    ratio.toFixed(2),
    `at least ${minRatioOf(questions)}`,
    met(ratio >= minRatioOf(questions))
  ]
}

/** Measures two servers with each class of questions. */
export const comparisonTable = async (comparison: Comparison): Promise<Table> => {
  const lines: Array<ReadonlyArray<string>> = []
  for (const questions of comparison.classes) {
    process.stderr.write(`Measuring ${questions.name}\n`)
    lines.push(await measure(comparison, questions))
  }
  return {
    title: comparison.title,
    columns: ["query", "ours, CPU", "peer, CPU", "ours, requests/s", "peer, requests/s", "ratio", "goal", "met"],
    lines
  }
}
