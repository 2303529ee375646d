import { met, type Table } from "../Table.ts"
import { type Ready, type Usage } from "./Conversation.ts"
import { type Figures, underLoad } from "./load.ts"
import { wholePage } from "./MillionComplaints.ts"
import { isStatedOnly, type QuestionClass } from "./Question.ts"
import { questionClasses } from "./questionClasses.ts"
import { startServer } from "./ServerProcess.ts"
import { serviceUrl } from "./serviceUrl.ts"

/** As many complaints as the service has. */
export const serviceSize = 20_000_000

const warmUp = { connections: 32, milliseconds: 300 }
const load = { connections: 32, milliseconds: 1_000 }
const mostBytes = 8e9
const longestMillis = 10

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`

const loadedLines = ({ loadCpuMillis, loadMillis }: Ready, { peakBytes, residentBytes }: Usage): Table["lines"] => {
  const isSmall = met(peakBytes <= mostBytes)
  return [
    [
      "time to load",
      "-",
      `${(loadCpuMillis / 1_000).toFixed(0)} s`,
      "-",
      `${(loadMillis / 1_000).toFixed(0)} s`,
      "-",
      "stated",
      "-"
    ],
    ["the most ever held", "-", "-", "-", gigabytes(peakBytes), "-", `at most ${gigabytes(mostBytes)}`, isSmall],
    ["held in the end", "-", "-", "-", gigabytes(residentBytes), "-", "stated", "-"]
  ]
}

const latencies = ({ p50Millis, p99Millis }: Figures): string => `${p50Millis.toFixed(1)} / ${p99Millis.toFixed(1)} ms`

const lineOf = (asked: QuestionClass, ours: Figures, bare: Figures): ReadonlyArray<string> => {
  const isStated = isStatedOnly(asked)
  return [
    asked.name,
    asked.place,
    `${ours.cpuMicros.toFixed(0)} µs`,
    `${(ours.requestsPerSecond / 1_000).toFixed(1)} k/s`,
    latencies(ours),
    latencies(bare),
    isStated ? "stated" : `p99 below ${longestMillis} ms`,
    met(isStated ? null : ours.p99Millis < longestMillis)
  ]
}

/**
 * The reference server with as many complaints as the service has, or with another number of them. The latencies of a
 * bare server under the same load tell how busy the machine is otherwise.
 */
export const atScaleTable = async (complaints: number): Promise<Table> => {
  process.stderr.write(`Starting a reference server with ${complaints} complaints\n`)
  const server = await startServer("reference", [String(complaints)])
  const bare = await startServer("bare")
  const lines: Array<ReadonlyArray<string>> = []
  for (const asked of await questionClasses(server, wholePage)) {
    process.stderr.write(`Asking for ${asked.name}, ${asked.place}\n`)
    const side = { server, path: () => serviceUrl(asked.next()) }
    const { bytes } = await underLoad(side, warmUp)
    const ours = await underLoad(side, load)
    const peer = await underLoad({ server: bare, path: () => `/${Math.round(bytes)}` }, load)
    lines.push(lineOf(asked, ours, peer))
  }
  const usage = await server.usageWithoutGarbage()
  await Promise.all([server.close(), bare.close()])
  return {
    title: `${complaints.toLocaleString("en-US")} generated complaints, 32 connections`,
    columns: ["query", "page", "CPU", "requests", "p50 / p99", "bare p50 / p99", "goal", "met"],
    lines: [...loadedLines(server, usage), ...lines]
  }
}
