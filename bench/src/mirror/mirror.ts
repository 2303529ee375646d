import { existsSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { performance } from "node:perf_hooks"
import { setImmediate } from "node:timers/promises"
import { createMirror } from "@public-records/mirror/promise"
import { compare, figure, type Figure } from "../Comparison.ts"
import { executable, freshEnvironment, runProgram, temporaryFolder } from "../processes.ts"
import { makeSQLite, openDuckDB } from "./byHand.ts"
import { dateOfDay, numbersOn, rowsPerDay, writeDay } from "./dailyFiles.ts"

const [, , , rows, mirrorFile] = process.argv

const folder = temporaryFolder()
const file = mirrorFile === "" || mirrorFile === undefined ? join(folder, "mirror.duckdb") : mirrorFile
const isNew = !existsSync(file)
const days = Math.ceil(Number(rows) / rowsPerDay)
const complaints = days * rowsPerDay
const mirror = await createMirror({ file, access: "write" })
const daysPerImport = 20

/** Returns the processor time of some work. **Units** seconds. */
const secondsOf = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { system, user } = process.cpuUsage(before)
  return (system + user) / 1e6
}

/** Imports generated days. Returns the processor time of the imports. **Units** seconds. */
const importDays = async (first: number, end: number): Promise<number> => {
  let seconds = 0
  for (let day = first; day < end; day += daysPerImport) {
    const count = Math.min(daysPerImport, end - day)
    const files = Array.from({ length: count }, (_, index) => writeDay(folder, day + index))
    seconds += await secondsOf(async () => {
      const covers = { from: dateOfDay(day), to: dateOfDay(end) }
      for await (const event of mirror.importFiles(files, { covers, replace: true })) {
        if (event._tag === "Refused") throw new Error(event.message)
      }
    })
    for (const path of files) rmSync(path)
  }
  return seconds
}

/** Returns the longest processor time for which some work keeps other work waiting. **Units** milliseconds. */
const longestTurn = async (work: () => Promise<unknown>): Promise<number> => {
  const state = { isDone: false, longest: 0 }
  const done = work().finally(() => (state.isDone = true))
  const isDone = (): boolean => state.isDone
  while (!isDone()) {
    const { active } = performance.eventLoopUtilization()
    await setImmediate()
    state.longest = Math.max(state.longest, performance.eventLoopUtilization().active - active)
  }
  await done
  return state.longest
}

/** A question to the mirror, and the statement that somebody would write for it. */
interface Question {
  readonly name: string
  readonly ask: () => Promise<unknown>
  /** The statement, whose details differ between the engines. */
  readonly sql: (engine: "DuckDB" | "SQLite") => string
}

const number = numbersOn(Math.floor(days / 2)).find((one) => /^[2-9]\d{9}$/.test(one)) ?? ""
const [newest, start90] = [dateOfDay(days - 1), dateOfDay(days - 90)]

const ranked = (value: string, where = "true"): string =>
  `select ${value} as value, count(*) as records, count(distinct state || '|' || area) as places,
    min(created) as first, max(created) as last from calls where ${where} group by 1 order by records desc limit 10`
const hourOf = (engine: "DuckDB" | "SQLite"): string =>
  engine === "DuckDB" ? "hour(created)" : "cast(substr(created, 12, 2) as integer)"
const monthOf = (engine: "DuckDB" | "SQLite"): string =>
  engine === "DuckDB" ? "strftime(day, '%Y-%m')" : "substr(created, 1, 7)"
const trend = (key: string, split = "1"): string => `select ${key}, ${split}, count(*) from calls group by 1, 2`
const since = (date: string): string => `created >= '${date}'`
const blocked = (where: string): string =>
  `select number, count(*) as reports, count(distinct state || '|' || area) as places from calls
    where ${where} and number is not null group by number having reports >= 3 and places >= 2`
const robocalls = (engine: "DuckDB" | "SQLite"): string =>
  engine === "DuckDB" ? "state = 'Ohio' and robocall" : "state = 'Ohio' and robocall = 'Y'"

const questions: ReadonlyArray<Question> = [
  { name: "top states", ask: () => mirror.top({ of: "states" }), sql: () => ranked("state") },
  { name: "top cities", ask: () => mirror.top({ of: "cities" }), sql: () => ranked("city || '|' || state") },
  { name: "top area codes", ask: () => mirror.top({ of: "area-codes" }), sql: () => ranked("area") },
  { name: "top numbers", ask: () => mirror.top({ of: "numbers", places: 2 }), sql: () => ranked("number") },
  {
    name: "top numbers, a range with times",
    ask: () =>
      mirror.top({ of: "numbers", where: { createdFrom: `${start90} 09:30:00`, createdTo: `${newest} 17:15:00` } }),
    sql: () => ranked("number", `created between '${start90} 09:30:00' and '${newest} 17:15:00'`)
  },
  {
    name: "trends, hour by state",
    ask: () => mirror.trends({ by: "hour", split: "state" }),
    sql: (engine) => trend(hourOf(engine), "state")
  },
  { name: "trends, city", ask: () => mirror.trends({ by: "city" }), sql: () => trend("city", "state") },
  { name: "trends, month", ask: () => mirror.trends({ by: "month" }), sql: (engine) => trend(monthOf(engine)) },
  {
    name: "block list, 90 days",
    ask: () => mirror.blocklist({ force: true }),
    sql: () => blocked(since(start90))
  },
  {
    name: "block list, all days",
    ask: () => mirror.blocklist({ days: 10_000, force: true }),
    sql: () => blocked("true")
  },
  {
    name: "a list with filters, and its total",
    ask: () => mirror.complaints.page({ state: "Ohio", robocall: true, createdFrom: start90, createdTo: newest }),
    sql: (engine) =>
      `select *, (select count(*) from calls where ${robocalls(engine)} and ${since(start90)}) as total
        from calls where ${robocalls(engine)} and ${since(start90)} order by created desc limit 50`
  },
  {
    name: "a list, from the millionth record on",
    ask: () => mirror.complaints.page({ offset: Math.min(1_000_000, complaints - 50) }),
    sql: () =>
      `select *, (select count(*) from calls) as total from calls order by created desc
        limit 50 offset ${Math.min(1_000_000, complaints - 50)}`
  },
  {
    name: "a number",
    ask: () => mirror.number(number),
    sql: (engine) =>
      `select state, area, subject, count(*) from calls
        where number = ${engine === "DuckDB" ? number : `'${number}'`} group by 1, 2, 3`
  }
]

/** Our time may be this many times that of the statement. */
const maxRatio = 1.5

const imported: ReadonlyArray<Figure> = isNew
  ? [figure("import, a million complaints, processor time", ((await importDays(0, days)) / complaints) * 1e6, "s", 15)]
  : []
const memory = figure("peak memory of this process", process.resourceUsage().maxRSS / 1024, "MB", 700)
const size = figure("a complaint on disk", statSync(file).size / complaints, "bytes", 45)
const added = figure("add a day, processor time", await importDays(days, days + 1), "s", 0.6)
const replaced = figure("replace an old day, processor time", await importDays(0, 1), "s", 0.6)

const environment = freshEnvironment()
const run = (...args: ReadonlyArray<string>) => runProgram([executable, ...args], environment)
const cold = await compare(
  "number",
  () => run("number", number, "--mirror-file", file),
  { "--version": () => run("--version") },
  { "--version": 8 },
  { iterations: 10, warmupIterations: 2 }
)

const compared: Array<Figure> = []
const duck = await openDuckDB(file)
const sqlite = makeSQLite(join(folder, "by-hand.db"), days)
for (const { ask, name, sql } of questions) {
  const peers = { "DuckDB by hand": () => duck.run(sql("DuckDB")), "SQLite by hand": () => sqlite(sql("SQLite")) }
  const goals = { "DuckDB by hand": maxRatio }
  compared.push(...(await compare(name, ask, peers, goals, { iterations: 5, time: 0, warmup: false })))
}
duck.close()
const turns: Array<Figure> = []
for (const { ask, name } of questions) turns.push(figure(`longest turn, ${name}`, await longestTurn(ask), "ms", 16))

/** Figures of a mirror with at least the given number of complaints. An existing file is not imported again. */
export const figures: ReadonlyArray<Figure> = [
  ...imported,
  memory,
  size,
  added,
  replaced,
  ...cold,
  ...compared,
  ...turns
]
