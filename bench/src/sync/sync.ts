import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DuckDBInstance } from "@duckdb/node-api"
import { CivilDate } from "@public-records/core"
import { createMirror } from "@public-records/mirror/promise"
import type { Figure } from "../Comparison.ts"
import { startReferenceServer, temporaryFolder } from "../processes.ts"

const days = 30
const rowsPerDay = 14_034
/** A Thursday, whose file was published long ago. */
const newestDay = "2026-11-19"
const dayMillis = 86_400_000
const firstDay = CivilDate.make(new Date(Date.parse(newestDay) - (days - 1) * dayMillis).toISOString().slice(0, 10))

const indexPath = "/policy-notices/open-government/data-sets/do-not-call-data"
const site = await startReferenceServer("--synthetic", String(days * rowsPerDay), "--newest-day", newestDay)

/** Returns the processor time of this process for some work. The site is another process. **Units** seconds. */
const secondsOf = async <A>(work: () => Promise<A>): Promise<readonly [seconds: number, result: A]> => {
  const before = process.cpuUsage()
  const result = await work()
  const { system, user } = process.cpuUsage(before)
  return [(system + user) / 1e6, result]
}

/** Reads the daily files from a day on into an empty folder, and reports on a number. */
const ours = async (from: CivilDate): Promise<string> => {
  await using mirror = await createMirror({ file: join(temporaryFolder(), "mirror.duckdb"), access: "write" })
  const options = { source: "files", site, allowHttp: true, pauseSeconds: 0, from } as const
  for await (const event of mirror.sync(options)) {
    if (event._tag === "Refused" && event.file !== "notices") throw new Error(event.message)
  }
  const { records: first } = await mirror.complaints.page({ limit: 1 })
  const number = first[0]?.companyPhoneNumber ?? ""
  await mirror.number(number)
  return number
}

/** Downloads the daily files, which is not measured. */
const download = async (): Promise<string> => {
  const folder = join(temporaryFolder(), "files")
  mkdirSync(folder)
  const index = await (await fetch(`${site}${indexPath}`)).text()
  for (const [, path = ""] of index.matchAll(/href="([^"]*\/DNC_Complaint_Numbers_[^"]*)"/g)) {
    writeFileSync(join(folder, path.slice(path.lastIndexOf("/") + 1)), await (await fetch(`${site}${path}`)).text())
  }
  return join(folder, "*.csv")
}

/** Reads the same files with DuckDB's reader, and counts the complaints about the same number. */
const peer = async (files: string, number: string): Promise<void> => {
  const instance = await DuckDBInstance.create(join(temporaryFolder(), "by-hand.duckdb"))
  const connection = await instance.connect()
  await connection.run(`create table calls as from read_csv('${files}')`)
  await connection.runAndReadAll(`select * from calls where Company_Phone_Number = '${number}'`)
  connection.closeSync()
  instance.closeSync()
}

// Loads all modules. Both have the same engine.
await ours(CivilDate.make(newestDay))
const [ourSeconds, number] = await secondsOf(() => ours(firstDay))
const files = await download()
const [peerSeconds] = await secondsOf(() => peer(files, number))

const shown = (seconds: number): string => `${seconds.toFixed(2)} s`

/** Figures of a sync of 30 generated daily files from a site on this machine. */
export const figures: ReadonlyArray<Figure> = [
  {
    name: "from an empty folder to a number, 30 daily files, processor time / DuckDB's CSV reader",
    ours: shown(ourSeconds),
    peer: shown(peerSeconds),
    ratio: ourSeconds / peerSeconds,
    goal: "at most 3"
  }
]
