import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { Effect } from "effect"
import { FuzzReport } from "./FuzzReport.ts"
import { fuzzedServers, fuzzInProcess, referencePages } from "./fuzzInProcess.ts"
import { fuzzedSocket } from "./fuzzSocket.ts"

/** What a long fuzz came to. */
export interface FuzzSoak {
  readonly report: FuzzReport
  /** By how much the memory in use grew after the first fifth, in megabytes. */
  readonly grownMegabytes: number
  /** Whether the server still answers the pages that it answered before. */
  readonly isAsBefore: boolean
}

type OnAsked = (asked: number) => void

/** Asks so many requests from a seed on, and adds what came to a report. */
type Ask = (first: number, count: number, report: FuzzReport) => Promise<void> | FuzzReport

const parts = 20

setFlagsFromString("--expose-gc")
const collectGarbage: () => void = runInNewContext("gc")

const memoryInUse = (): number => {
  collectGarbage()
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return (arrayBuffers + heapUsed) / 1_048_576
}

const inParts = async (first: number, count: number, ask: Ask, onAsked: OnAsked) => {
  const report = new FuzzReport()
  let settled = memoryInUse()
  for (let part = 0; part < parts; part++) {
    const from = Math.floor((count * part) / parts)
    const to = Math.floor((count * (part + 1)) / parts)
    await ask(first + from, to - from, report)
    onAsked(to)
    // By then everything is compiled, and every cache is full.
    if (part === parts / 5) settled = memoryInUse()
  }
  return { report, grownMegabytes: memoryInUse() - settled }
}

const same = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): boolean =>
  before.every((page, n) => page.startsWith("200 ") && page === after[n])

/** Asks servers of both profiles in process. */
export const soakInProcess = async (first: number, count: number, onAsked: OnAsked): Promise<FuzzSoak> => {
  const servers = await Effect.runPromise(fuzzedServers)
  const before = referencePages(servers)
  const ask: Ask = (from, several, report) => fuzzInProcess(servers, from, several, report)
  const soaked = await inParts(first, count, ask, onAsked)
  return { ...soaked, isAsBefore: same(before, referencePages(servers)) }
}

/** Asks a server over a socket. */
export const soakSocket = async (first: number, count: number, onAsked: OnAsked): Promise<FuzzSoak> => {
  const { close, fuzz, referencePages: pages } = await fuzzedSocket()
  try {
    const before = await pages()
    const soaked = await inParts(first, count, fuzz, onAsked)
    return { ...soaked, isAsBefore: same(before, await pages()) }
  } finally {
    await close()
  }
}
