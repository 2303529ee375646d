import { met, type Table } from "../Table.ts"
import { type Figures, underLoad } from "./load.ts"
import { wholePage } from "./MillionComplaints.ts"
import { isStatedOnly, type QuestionClass } from "./Question.ts"
import { questionClasses } from "./questionClasses.ts"
import { type ServerProcess, startServer } from "./ServerProcess.ts"
import { serviceUrl } from "./serviceUrl.ts"

/** As many complaints as the service has. */
export const serviceSize = 20_000_000

const warmUp = { connections: 32, milliseconds: 300 }
const load = { connections: 32, milliseconds: 1_500 }
const mostBytes = 8e9
const longestMillis = 10

const loadedLines = (server: ServerProcess, heldBytes: number): ReadonlyArray<ReadonlyArray<string>> => [
  ["time to load", "-", "-", "-", `${(server.loadMillis / 1_000).toFixed(0)} s`, "stated", "-"],
  [
    "peak",
    "-",
    "-",
    "-",
    `${(server.peakBytes / 1e9).toFixed(1)} GB`,
    `at most ${mostBytes / 1e9} GB`,
    met(server.peakBytes <= mostBytes)
  ],
  ["held in the end", "-", "-", "-", `${(heldBytes / 1e9).toFixed(1)} GB`, "stated", "-"]
]

const lineOf = (asked: QuestionClass, { cpuMicros, p50Millis, p99Millis, requestsPerSecond }: Figures) => {
  const isStated = isStatedOnly(asked)
  return [
    asked.name,
    asked.place,
    `${cpuMicros.toFixed(0)} µs`,
    `${(requestsPerSecond / 1_000).toFixed(1)} k/s`,
    `${p50Millis.toFixed(1)} / ${p99Millis.toFixed(1)} ms`,
    isStated ? "stated" : `p99 below ${longestMillis} ms`,
    met(isStated ? null : p99Millis < longestMillis)
  ]
}

/** The reference server with as many complaints as the service has, or with another number of them. */
export const atScaleTable = async (complaints: number): Promise<Table> => {
  process.stderr.write(`Starting a reference server with ${complaints} complaints\n`)
  const server = await startServer("reference", [String(complaints)])
  const classes = await questionClasses(server, wholePage)
  const lines: Array<ReadonlyArray<string>> = []
  for (const asked of classes) {
    process.stderr.write(`Asking for ${asked.name}, ${asked.place}\n`)
    const side = { server, path: () => serviceUrl(asked.next()) }
    await underLoad(side, warmUp)
    lines.push(lineOf(asked, await underLoad(side, load)))
  }
  const { residentBytes } = await server.usageWithoutGarbage()
  await server.close()
  return {
    title: `${complaints.toLocaleString("en-US")} generated complaints, 32 connections`,
    columns: ["query", "page", "CPU", "requests", "p50 / p99", "goal", "met"],
    lines: [...loadedLines(server, residentBytes), ...lines]
  }
}
