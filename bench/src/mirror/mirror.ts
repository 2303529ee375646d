import { existsSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { setImmediate } from "node:timers/promises"
import type { ComplaintQuery } from "@public-records/core/promise"
import { createMirror } from "@public-records/mirror/promise"
import { compare, figure, type Figure } from "../Comparison.ts"
import { executable, freshEnvironment, runProgram, temporaryFolder } from "../processes.ts"
import { dateOfDay, numbersOn, rowsPerDay, writeDay } from "./dailyFiles.ts"

// Processor times, because a busy machine makes every other time longer.
const [, , , rows, keptFile] = process.argv

const folder = temporaryFolder()
const file = keptFile === "" || keptFile === undefined ? join(folder, "mirror.db") : keptFile
const isNew = !existsSync(file)
const days = Math.ceil(Number(rows) / rowsPerDay)
const complaints = days * rowsPerDay
const mirror = await createMirror({ file, access: "write" })
const daysPerImport = 20

const pick = <A>(values: ReadonlyArray<A>): A | undefined => values[Math.floor(Math.random() * values.length)]

/** Returns the processor time of some work. **Units** milliseconds. */
const millisOf = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { system, user } = process.cpuUsage(before)
  return (system + user) / 1000
}

/** Imports generated days. Returns the processor time of the imports. **Units** seconds. */
const importDays = async (first: number, end: number): Promise<number> => {
  let millis = 0
  for (let day = first; day < end; day += daysPerImport) {
    const count = Math.min(daysPerImport, end - day)
    const files = Array.from({ length: count }, (_, index) => writeDay(folder, day + index))
    millis += await millisOf(async () => {
      const covers = { from: dateOfDay(day), to: dateOfDay(end) }
      for await (const event of mirror.importFiles(files, { covers })) {
        if (event._tag === "Refused") throw new Error(event.message)
      }
    })
    for (const path of files) rmSync(path)
  }
  return millis / 1000
}

/** Returns the value below which 99 % of the values lie, after twenty rounds that do not count. */
const p99 = async (rounds: number, work: () => Promise<ReadonlyArray<number>>): Promise<number> => {
  const values: Array<number> = []
  for (let round = -20; round < rounds; round++) {
    const measured = await work()
    if (round >= 0) values.push(...measured)
  }
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN
}

/** Returns the longest processor time for which some work keeps other work waiting. **Units** milliseconds. */
const longestPause = async (work: () => Promise<unknown>): Promise<number> => {
  const state = { isDone: false, longest: 0 }
  const done = work().finally(() => (state.isDone = true))
  const isDone = (): boolean => state.isDone
  while (!isDone()) state.longest = Math.max(state.longest, await millisOf(() => setImmediate()))
  await done
  return state.longest
}

const someNumber = (): string =>
  pick(numbersOn(Math.floor(Math.random() * days)).filter((one) => /^[2-9]\d{9}$/.test(one))) ?? ""

/** Returns the time of the first page and of a page at any offset. */
const pages = async (filter: ComplaintQuery) => {
  let total: number | null = 0
  const first = await millisOf(async () => ({ total } = await mirror.complaints.page({ ...filter, limit: 50 })))
  const offset = Math.floor(Math.random() * (total ?? 0))
  return [first, await millisOf(() => mirror.complaints.page({ ...filter, limit: 50, offset }))]
}

/** Returns a filter with random dates. */
const someFilter = (): ComplaintQuery => {
  const day = () => dateOfDay(Math.floor(Math.random() * days))
  const [from = day(), to = from] = [day(), day()].toSorted()
  const created = { createdFrom: from, createdTo: to }
  return (
    pick<ComplaintQuery>([
      {},
      created,
      { state: "Ohio", ...created },
      { state: "California", city: "Los Angeles", ...created },
      { areaCode: 212, ...created },
      { violationFrom: `${from} 09:30:00`, violationTo: `${to} 17:15:00` }
    ]) ?? {}
  )
}

const imported: ReadonlyArray<Figure> = isNew
  ? [figure("import, a million complaints", ((await importDays(0, days)) / complaints) * 1e6, "s", 48)]
  : []
const top = () => mirror.top({ of: "numbers", where: { days: 90 }, places: 2 })
const environment = freshEnvironment()
const run = (...args: ReadonlyArray<string>) => runProgram([executable, ...args], environment)

/** Figures of a mirror with at least the given number of complaints. An existing file is not imported again. */
export const figures: ReadonlyArray<Figure> = [
  ...imported,
  figure("a complaint on disk", statSync(file).size / complaints, "bytes"),
  figure("import one more day", await importDays(days, days + 1), "s", 1),
  figure("one number, p99", await p99(1000, async () => [await millisOf(() => mirror.number(someNumber()))]), "ms", 10),
  ...(await compare(
    "number",
    () => run("number", someNumber(), "--mirror-file", file),
    { "--version": () => run("--version") },
    { "--version": 2.5 },
    { iterations: 10, warmupIterations: 2 }
  )),
  figure("a page at any offset, with its total, p99", await p99(200, () => pages(someFilter())), "ms", 60),
  figure("trends by state, split", await millisOf(() => mirror.trends({ by: "state", split: "robocall" })), "ms", 500),
  figure("top numbers of 90 days", (await millisOf(top)) / 1000, "s", 5),
  figure("top numbers keep other work waiting", await longestPause(top), "ms", 16)
]
