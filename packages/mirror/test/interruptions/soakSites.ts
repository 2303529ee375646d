import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { startReferenceServer } from "@public-records/server"
import { Effect } from "effect"
import { Choices } from "../comparison/Choices.ts"
import { integer, text } from "../../src/store/Database.ts"
import { raw } from "../../src/store/sql.ts"
import { daily, row } from "../mirrors.ts"
import { problemsOf, readMirror, runProgram } from "./importRuns.ts"
import { readMeanwhile } from "./soakImports.ts"

const rowsOfDay = 3000
/** The days of complaints, and the dates of their files. */
const days = ["2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19"]
const dates = ["2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20"]
const editionsPerKill = 3
const millisPerKill = 1500

/** The result of syncs of daily files that were killed. */
interface SoakedSites {
  readonly problems: ReadonlyArray<string>
  readonly summary: string
}

/** Returns editions of the files in turns, each with more rows than the one before it. The first ones exist, the others come while syncs are killed. */
const editionsFor = (kills: number) => {
  const count = dates.length + kills * editionsPerKill
  const now = Date.now()
  return Array.from({ length: count }, (_, index) => {
    const suffix = index < dates.length ? "" : `_${Math.floor(index / dates.length) - 1}`
    const after = Math.max(0, index - dates.length + 1) * (millisPerKill / editionsPerKill)
    return {
      file: `DNC_Complaint_Numbers_${dates[index % dates.length]}${suffix}.csv`,
      at: new Date(now + after).toISOString(),
      share: 0.5 + (0.5 * index) / count
    }
  })
}

const writeDays = (folder: string): string => {
  const rows = days.flatMap((day) =>
    Array.from({ length: rowsOfDay }, (_, number) =>
      row({ created: `${day} 10:00:00`, number: String(2_165_550_000 + number), city: `City ${number % 500}` })
    )
  )
  const path = join(folder, "days.csv")
  writeFileSync(path, daily(...rows))
  return path
}

const rowsIn = ({ share }: { readonly share: number }): number => Math.round(rowsOfDay * share)

/** Returns the days of a mirror as `2026-11-19 2990`. */
const countsOf = (file: string) =>
  readMirror(file, (db) =>
    Effect.map(db.rows(raw("select day, count(*) as records from calls group by day order by day")), (rows) =>
      rows.map((counted) => `${text(counted, "day")} ${integer(counted, "records")}`)
    )
  )

/**
 * Kills syncs of daily files at random moments, while new editions come and the mirror is read. No day may be torn, each kill may cost one
 * file, and at the end the mirror has the newest editions.
 */
export const soakSites = async (seed: number, kills: number, folder: string): Promise<SoakedSites> => {
  const choices = new Choices(seed)
  const editions = editionsFor(kills)
  const versions = editions.map(rowsIn)
  const bodies: Array<string> = []
  const server = await startReferenceServer({
    data: [writeDays(folder)],
    rateLimit: "off",
    site: { uploads: editions },
    log: ({ status, url }) => void (status === 200 && url.endsWith(".csv") && bodies.push(url))
  })
  const file = join(folder, "killed.duckdb")
  const program = [file, server.url, days[0] ?? ""]
  const problems: Array<string> = []
  let [killed, reads] = [0, 0]
  try {
    for (let run = 1; killed < kills && run < kills * 3; run++) {
      const syncing = runProgram("syncProgram.ts", program, { killAfter: choices.fraction() * millisPerKill })
      const read = await readMeanwhile(file, syncing, versions)
      const { code, stderr } = await syncing
      reads += read.reads
      if (code === null) killed += 1
      else if (code !== 0) problems.push(`run ${run}: ${stderr}`)
      const found = existsSync(file) ? await problemsOf(file, versions) : []
      for (const problem of [...read.torn, ...found]) problems.push(`after run ${run}: ${problem}`)
    }
    // The runs before may have been faster than the editions.
    const wait = Math.max(0, Date.parse(editions.at(-1)?.at ?? "") - Date.now())
    await new Promise((resolve) => setTimeout(resolve, wait))
    const { code, stderr } = await runProgram("syncProgram.ts", program)
    if (code !== 0) problems.push(`the last run ended with ${code}: ${stderr}`)
    const wasted = bodies.length - new Set(bodies).size
    if (wasted > killed) problems.push(`${killed} kills cost ${wasted} files`)
    const newest = editions.slice(-dates.length).map(({ file: name, share }) => ({ date: name.slice(22, 32), share }))
    const expected = days.map((day, index) => {
      const edition = newest.find(({ date }) => date === dates[index])
      return `${day} ${edition === undefined ? 0 : rowsIn(edition)}`
    })
    const found = await countsOf(file)
    if (found.join() !== expected.join()) problems.push(`the mirror has ${found.join()} instead of ${expected.join()}`)
    const summary = `killed ${killed} before the end, which cost ${wasted} of ${bodies.length} files; ${reads} reads meanwhile`
    return { problems, summary }
  } finally {
    await server.close()
  }
}
