import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { Effect } from "effect"
import { FuzzReport, formatWrongResponse } from "./FuzzReport.ts"
import { fuzzedServers, fuzzInProcess, referencePages } from "./fuzzInProcess.ts"
import { fuzzedSocket } from "./fuzzSocket.ts"

type OnProgress = (requests: number) => void

/** Sends `count` requests, starting with the seed `first`, and adds the results to a report. */
type Fuzz = (first: number, count: number, report: FuzzReport) => Promise<void>

const parts = 20
const maxGrownMegabytes = 32
const maxMilliseconds = 5_000

setFlagsFromString("--expose-gc")
const collectGarbage: () => void = runInNewContext("gc")

const memoryInUse = (): number => {
  collectGarbage()
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return (arrayBuffers + heapUsed) / 1_048_576
}

/** Sends requests in parts. Returns the growth of the memory in use after the first fifth, in megabytes. */
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

/** Returns the problems of a run after which the server returns the same pages as before, or not. */
const resultOf = (
  part: "fuzz" | "fuzz-socket",
  { grownMegabytes, report }: Awaited<ReturnType<typeof inParts>>,
  isAsBefore: boolean
) => {
  const { slowest, wrong } = report
  return {
    problems: [
      ...wrong.map((one) => formatWrongResponse(one, part)),
      ...(isAsBefore ? [] : ["The server returns other pages than at the start."]),
      ...(grownMegabytes > maxGrownMegabytes ? [`Memory in use grew by ${Math.round(grownMegabytes)} MB.`] : []),
      ...(slowest.milliseconds > maxMilliseconds ? [`The request of seed ${slowest.seed} took too long.`] : [])
    ],
    summary:
      `${report.tally()}; slowest ${Math.round(slowest.milliseconds)} ms (seed ${slowest.seed}), ` +
      `memory ${grownMegabytes.toFixed(1)} MB more`
  }
}

/** Sends odd requests to in-process servers of both profiles. */
export const soakInProcess = async (first: number, count: number, onProgress: OnProgress) => {
  const servers = await Effect.runPromise(fuzzedServers)
  const before = await referencePages(servers)
  const fuzz: Fuzz = (from, several, report) => fuzzInProcess(servers, from, several, report)
  const soaked = await inParts(first, count, fuzz, onProgress)
  return resultOf("fuzz", soaked, same(before, await referencePages(servers)))
}

/** Sends odd requests to a server over a socket. */
export const soakSocket = async (first: number, count: number, onProgress: OnProgress) => {
  const { close, fuzz, referencePages: pages } = await fuzzedSocket()
  try {
    const before = await pages()
    const soaked = await inParts(first, count, fuzz, onProgress)
    return resultOf("fuzz-socket", soaked, same(before, await pages()))
  } finally {
    await close()
  }
}
