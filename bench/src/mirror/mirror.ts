import { existsSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { setImmediate } from "node:timers/promises"
import type { ComplaintQuery } from "@public-records/core/promise"
import type { TrendQuery } from "@public-records/mirror"
import { createMirror } from "@public-records/mirror/promise"
import { type Figure, interleave, type Measure, measureOf, quantile, timed } from "../Measure.ts"
import { executable, freshEnvironment, runProgram, temporaryFolder } from "../processes.ts"
import { dateOfDay, numbersOn, rowsPerDay, writeDay } from "./dailyFiles.ts"

/** How large the measured mirror is, and the file that it is kept in, if it is. */
const [, , , rows = "1000000", keptFile] = process.argv

const folder = temporaryFolder()
const file = keptFile ?? join(folder, "mirror.db")
const isNew = !existsSync(file)
const days = Math.ceil(Number(rows) / rowsPerDay)
const mirror = await createMirror({ file, access: "write" })

const daysPerImport = 20
const pick = <A>(values: ReadonlyArray<A>): A | undefined => values[Math.floor(Math.random() * values.length)]

const cpuSeconds = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1e6
}

/** Imports generated days, and returns the processor time of the import. **Units** seconds. */
const importDays = async (first: number, end: number): Promise<number> => {
  let seconds = 0
  for (let day = first; day < end; day += daysPerImport) {
    const days = Array.from({ length: Math.min(daysPerImport, end - day) }, (_, index) => day + index)
    const files = days.map((one) => writeDay(folder, one))
    const [from, to] = [dateOfDay(day), dateOfDay(end)]
    const before = cpuSeconds()
    for await (const event of mirror.importFiles(files, { covers: { from, to } })) {
      if (event._tag === "Refused") throw new Error(event.message)
    }
    seconds += cpuSeconds() - before
    for (const file of files) rmSync(file)
  }
  return seconds
}

/** Returns the processor time of some work, because a busy machine makes every time longer. **Units** milliseconds. */
const millisOf = async (work: () => unknown): Promise<number> => {
  const before = cpuSeconds()
  await work()
  return (cpuSeconds() - before) * 1000
}

/** Returns the processor time for which some work keeps other work waiting, at most. **Units** milliseconds. */
const longestPause = async (work: () => Promise<unknown>): Promise<number> => {
  const state = { isDone: false, longest: 0 }
  const done = work().finally(() => (state.isDone = true))
  const isDone = (): boolean => state.isDone
  while (!isDone()) state.longest = Math.max(state.longest, await millisOf(() => setImmediate()))
  await done
  return state.longest
}

const warmUpRounds = 20

/** Returns the value below which 99 % of the values lie. `value` makes the values of one round. */
const p99 = async (rounds: number, value: () => Promise<ReadonlyArray<number>>): Promise<Figure> => {
  const values: Array<number> = []
  for (let round = 0; round < warmUpRounds; round++) await value()
  for (let round = 0; round < rounds; round++) values.push(...(await value()))
  return { value: quantile(values, 0.99) }
}

/** Returns filters with random dates. */
const filtersOf = (dates: ReadonlyArray<string>) => {
  const [from = "", to = from] = [pick(dates), pick(dates)].toSorted()
  const created = { createdFrom: from, createdTo: to }
  return {
    withTimes: { violationFrom: `${from} 09:30:00`, violationTo: `${to} 17:15:00` },
    any: pick<ComplaintQuery>([
      {},
      created,
      { state: "Ohio", ...created },
      { state: "California", city: "Los Angeles", ...created },
      { areaCode: 212, ...created },
      { robocall: true, ...created },
      { violationFrom: from, violationTo: to }
    ])
  }
}

const complaints = days * rowsPerDay

const importMeasures: ReadonlyArray<Measure> = [
  measureOf(
    `processor time of importing ${complaints.toLocaleString("en")} complaints, a million`,
    "s",
    async () => ((await importDays(0, days)) / complaints) * 1e6,
    48
  ),
  measureOf("bytes of a complaint on disk", "bytes", () => statSync(file).size / complaints),
  measureOf("processor time of importing one more day", "s", () => importDays(days, days + 1), 1)
]

const dates = Array.from({ length: days }, (_, day) => dateOfDay(day))

const someNumber = () =>
  pick(numbersOn(Math.floor(Math.random() * days)).filter((one) => /^[2-9]\d{9}$/.test(one))) ?? ""

/** Returns the time of the first page and of a page at any offset. */
const pages = async (filter: ComplaintQuery) => {
  let total: number | null = 0
  const first = await millisOf(async () => ({ total } = await mirror.complaints.page({ ...filter, limit: 50 })))
  const offset = Math.floor(Math.random() * (total ?? 0))
  return [first, await millisOf(() => mirror.complaints.page({ ...filter, limit: 50, offset }))]
}

const lookUpMeasures: ReadonlyArray<Measure> = [
  {
    name: "one number, p99",
    unit: "ms",
    goal: 10,
    run: () => p99(1000, async () => [await millisOf(() => mirror.number(someNumber()))])
  },
  {
    name: "number, from start to end / --version",
    unit: "×",
    goal: 2.5,
    run: () => {
      const environment = freshEnvironment()
      const run = (...args: ReadonlyArray<string>) => timed(() => runProgram([executable, ...args], environment))
      const number = run("number", someNumber(), "--mirror-file", file)
      return interleave(number, run("--version"), { rounds: 10, warmUp: 2 })
    }
  },
  {
    name: "first page and page at any offset, with the exact total, p99",
    unit: "ms",
    goal: 60,
    run: () => p99(200, () => pages(filtersOf(dates).any ?? {}))
  },
  {
    name: "the same for a range of calls with times, p99",
    unit: "ms",
    goal: 400,
    run: () => p99(20, () => pages(filtersOf(dates).withTimes))
  }
]

const trends: ReadonlyArray<TrendQuery> = [
  { by: "month" },
  { by: "call-hour", split: "robocall" },
  { by: "week", split: "subject" },
  { by: "area-code" },
  { by: "state", split: "robocall" }
]

/** Returns the time of the slowest trend. */
const slowestTrend = async (): Promise<number> => {
  const millis: Array<number> = []
  for (const { by, split } of trends) millis.push(await millisOf(() => mirror.trends({ by, split })))
  return Math.max(...millis)
}

const top = () => mirror.top({ of: "numbers", where: { days: 90 }, places: 2 })

const rankingMeasures: ReadonlyArray<Measure> = [
  measureOf("trends over all days, the slowest of five", "ms", slowestTrend, 500),
  measureOf("top numbers of 90 days", "s", async () => (await millisOf(top)) / 1000, 5),
  measureOf("longest time for which top numbers keep other work waiting", "ms", () => longestPause(top), 16),
  measureOf(
    "longest time for which trends keep other work waiting",
    "ms",
    () => longestPause(() => mirror.trends({ by: "month", split: "state" })),
    16
  )
]

/** Measures a mirror with at least the given number of complaints. An existing file is not imported again. */
export const measures: ReadonlyArray<Measure> = [
  ...(isNew ? importMeasures : importMeasures.slice(1)),
  ...lookUpMeasures,
  ...rankingMeasures
]
