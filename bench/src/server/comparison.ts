import { median } from "../median.ts"
import { met, type Table } from "../Table.ts"
import { type Figures, type Load, medianFigures, type Side, underLoad } from "./load.ts"
import { isStatedOnly, type QuestionClass } from "./Question.ts"

/** Two servers that are asked in turns. */
interface Pair {
  readonly ours: Side
  /** The peer's side, once it is known how long our answers are. */
  readonly peer: (oursIs: Figures) => Side
}

/** A load, and how often both are put under it. */
interface Rounds extends Load {
  readonly rounds: number
}

/** Medians of rounds in which two servers took turns. */
interface Compared {
  readonly ours: Figures
  readonly peer: Figures
  /** How many times as many requests ours answers with the same processor time. */
  readonly ratio: number
  /** How many times as many requests ours answered in a second. */
  readonly rateRatio: number
}

/** Both sides, warm. */
const warmedUp = async ({ ours, peer }: Pair, load: Load): Promise<{ readonly ours: Side; readonly peer: Side }> => {
  const peerSide = peer(await underLoad(ours, load))
  await underLoad(peerSide, load)
  return { ours, peer: peerSide }
}

/** Where a peer takes this long for one round, the round is enough. */
const longRoundMillis = 1_500

const takeTurns = async (pair: Pair, { rounds, ...load }: Rounds): Promise<Compared> => {
  const startedAt = performance.now()
  const { ours, peer } = await warmedUp(pair, load)
  const needed = performance.now() - startedAt > longRoundMillis ? 1 : rounds
  const measured: Array<{ readonly ours: Figures; readonly peer: Figures }> = []
  for (let round = 0; round < needed; round++) {
    measured.push({ ours: await underLoad(ours, load), peer: await underLoad(peer, load) })
  }
  return {
    ours: medianFigures(measured.map((round) => round.ours)),
    peer: medianFigures(measured.map((round) => round.peer)),
    ratio: median(measured.map((round) => round.peer.cpuMicros / round.ours.cpuMicros)),
    rateRatio: median(measured.map((round) => round.ours.requestsPerSecond / round.peer.requestsPerSecond))
  }
}

/** What all classes have in common gets warm before the first of them is measured. */
const warmUp = { connections: 8, milliseconds: 400 }

const micros = (value: number): string =>
  value < 1_000 ? `${value.toFixed(0)} µs` : `${(value / 1_000).toFixed(1)} ms`
const perSecond = (value: number): string => `${(value / 1_000).toFixed(value < 1_000 ? 2 : 1)} k/s`

const lineOf = (asked: QuestionClass, compared: Compared, atLeast: number): ReadonlyArray<string> => {
  const { ours, peer, ratio, rateRatio } = compared
  return [
    asked.name,
    asked.place,
    `${(ours.bytes / 1_000).toFixed(1)} KB`,
    micros(ours.cpuMicros),
    micros(peer.cpuMicros),
    ratio.toFixed(2),
    isStatedOnly(asked) ? "stated" : `at least ${atLeast}`,
    met(isStatedOnly(asked) ? null : ratio >= atLeast),
    perSecond(ours.requestsPerSecond),
    perSecond(peer.requestsPerSecond),
    rateRatio.toFixed(2)
  ]
}

/** What a table of two servers says. */
export interface Comparison {
  readonly title: string
  readonly classes: ReadonlyArray<QuestionClass>
  readonly pairOf: (asked: QuestionClass) => Pair
  readonly atLeast: number
  readonly rounds: Rounds
}

/** Asks two servers each class of questions in turns, class by class. */
export const comparisonTable = async ({ title, classes, pairOf, atLeast, rounds }: Comparison): Promise<Table> => {
  const lines: Array<ReadonlyArray<string>> = []
  process.stderr.write("Warming up\n")
  for (const asked of classes.filter(({ place }) => place !== "deep")) await warmedUp(pairOf(asked), warmUp)
  for (const asked of classes) {
    process.stderr.write(`Asking for ${asked.name}, ${asked.place}\n`)
    lines.push(lineOf(asked, await takeTurns(pairOf(asked), rounds), atLeast))
  }
  return {
    title,
    columns: [
      "query",
      "page",
      "answer",
      "ours, CPU",
      "peer, CPU",
      "ratio",
      "goal",
      "met",
      "ours",
      "peer",
      "ratio of k/s"
    ],
    lines
  }
}
