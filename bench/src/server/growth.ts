import { met, type Table } from "../Table.ts"
import { type Figures, medianFigures, underLoad } from "./load.ts"
import { type MillionComplaints, millionRecords } from "./MillionComplaints.ts"
import { isStatedOnly, type QuestionClass } from "./Question.ts"
import { questionClasses } from "./questionClasses.ts"
import { type ServerProcess, startServer } from "./ServerProcess.ts"
import { serviceUrl } from "./serviceUrl.ts"

/** Sizes whose servers fit beside each other into a small machine and start soon. */
export const usualSizes = [10_000, 100_000, millionRecords]

/** As far as the goal goes. */
export const allSizes = [...usualSizes, 10_000_000]

/** Short pages, which even the rarest filter fills at the smallest size. */
const limit = 10
const load = { connections: 32, milliseconds: 60 }
const rounds = 5
const mostGrowth = 2

/** A server of one size, and what is asked of it. */
interface Sized {
  readonly server: ServerProcess
  readonly classes: ReadonlyArray<QuestionClass>
}

const startAll = async (sizes: ReadonlyArray<number>, million: MillionComplaints): Promise<ReadonlyArray<Sized>> => {
  const started: Array<Sized> = []
  for (const size of sizes) {
    process.stderr.write(`Starting a reference server with ${size} complaints\n`)
    const server = size === millionRecords ? await million.reference() : await startServer("reference", [String(size)])
    started.push({ server, classes: await questionClasses(server, limit) })
  }
  return started
}

/** The figures of one class at each size, in turns. */
const takeTurns = async (sized: ReadonlyArray<Sized>, index: number): Promise<ReadonlyArray<Figures>> => {
  const sides = sized.map(({ server, classes }) => ({
    server,
    path: () => serviceUrl(classes[index]?.next() ?? { about: "complaint", id: "none" })
  }))
  const measured: Array<ReadonlyArray<Figures>> = []
  for (let round = -1; round < rounds; round++) {
    const figures: Array<Figures> = []
    for (const side of sides) figures.push(await underLoad(side, load))
    if (round >= 0) measured.push(figures)
  }
  return sides.map((_, size) => medianFigures(measured.flatMap((round) => round.slice(size, size + 1))))
}

const lineOf = (asked: QuestionClass, figures: ReadonlyArray<Figures>): ReadonlyArray<string> => {
  const growth = (figures.at(-1)?.cpuMicros ?? Number.NaN) / (figures[0]?.cpuMicros ?? Number.NaN)
  const isStated = isStatedOnly(asked)
  return [
    asked.name,
    asked.place,
    ...figures.map(({ cpuMicros, p50Millis }) => `${cpuMicros.toFixed(0)} µs (${p50Millis.toFixed(1)} ms)`),
    growth.toFixed(2),
    isStated ? "stated" : `at most ${mostGrowth}`,
    met(isStated ? null : growth <= mostGrowth)
  ]
}

/** What a request costs as the data grows. */
export const growthTable = async (sizes: ReadonlyArray<number>, million: MillionComplaints): Promise<Table> => {
  const sized = await startAll(sizes, million)
  const lines: Array<ReadonlyArray<string>> = []
  for (const [index, asked] of (sized[0]?.classes ?? []).entries()) {
    process.stderr.write(`Asking for ${asked.name}, ${asked.place}, at ${sizes.length} sizes\n`)
    lines.push(lineOf(asked, await takeTurns(sized, index)))
  }
  const shared = await million.reference()
  await Promise.all(sized.flatMap(({ server }) => (server === shared ? [] : [server.close()])))
  return {
    title: "As the data grows: processor time for a page of 10, and the median latency at 32 connections",
    columns: ["query", "page", ...sizes.map((size) => size.toLocaleString("en-US")), "growth", "goal", "met"],
    lines
  }
}
