import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { Effect } from "effect"
import { FuzzReport } from "./FuzzReport.ts"
import { fuzzedServers, fuzzInProcess, referencePages } from "./fuzzInProcess.ts"
import { fuzzedSocket } from "./fuzzSocket.ts"

/** The result of a long fuzz run. */
export interface FuzzSoak {
  readonly report: FuzzReport
  /** Growth of the memory in use after the first fifth of the requests, in megabytes. */
  readonly grownMegabytes: number
  /** Whether the server still returns the same pages as before the run. */
  readonly isAsBefore: boolean
}

type OnProgress = (requests: number) => void

/** Sends `count` requests, starting with the seed `first`, and adds the results to a report. */
type Fuzz = (first: number, count: number, report: FuzzReport) => Promise<void> | FuzzReport

const parts = 20

setFlagsFromString("--expose-gc")
const collectGarbage: () => void = runInNewContext("gc")

const memoryInUse = (): number => {
  collectGarbage()
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return (arrayBuffers + heapUsed) / 1_048_576
}

const inParts = async (first: number, count: number, fuzz: Fuzz, onProgress: OnProgress) => {
  const report = new FuzzReport()
  let settled = memoryInUse()
  for (let part = 0; part < parts; part++) {
    const from = Math.floor((count * part) / parts)
    const to = Math.floor((count * (part + 1)) / parts)
    await fuzz(first + from, to - from, report)
    onProgress(to)
    // From here on all code is compiled and all caches are full.
    if (part === parts / 5) settled = memoryInUse()
  }
  return { report, grownMegabytes: memoryInUse() - settled }
}

const same = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): boolean =>
  before.every((page, n) => page.startsWith("200 ") && page === after[n])

/** Sends odd requests to in-process servers of both profiles. */
export const soakInProcess = async (first: number, count: number, onProgress: OnProgress): Promise<FuzzSoak> => {
  const servers = await Effect.runPromise(fuzzedServers)
  const before = referencePages(servers)
  const fuzz: Fuzz = (from, several, report) => fuzzInProcess(servers, from, several, report)
  const soaked = await inParts(first, count, fuzz, onProgress)
  return { ...soaked, isAsBefore: same(before, referencePages(servers)) }
}

/** Sends odd requests to a server over a socket. */
export const soakSocket = async (first: number, count: number, onProgress: OnProgress): Promise<FuzzSoak> => {
  const { close, fuzz, referencePages: pages } = await fuzzedSocket()
  try {
    const before = await pages()
    const soaked = await inParts(first, count, fuzz, onProgress)
    return { ...soaked, isAsBefore: same(before, await pages()) }
  } finally {
    await close()
  }
}
