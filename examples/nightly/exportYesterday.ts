/**
 * Exports complaints to one file per day: `node exportYesterday.ts FOLDER [DAY …]`. Needs `PUBLIC_RECORDS_API_KEY`.
 *
 * Exports the last five days by default, because the days of a weekend are published later. Skips a day that has its file, resumes
 * an interrupted day, and tries a day again if its complaints are late.
 */
import { CivilDate, publicationOf, yesterday } from "@public-records/core"
import { DateTime, Effect } from "effect"
import { spawnSync } from "node:child_process"
import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const executable = fileURLToPath(import.meta.resolve("public-records/dist/public-records.js"))

const [folder = ".", ...named] = process.argv.slice(2)
const last = DateTime.makeUnsafe(Effect.runSync(yesterday))
const lastFive = [0, 1, 2, 3, 4].map((days) => DateTime.formatIsoDateUtc(DateTime.subtract(last, { days })))

for (const day of named.length > 0 ? named : lastFive) {
  const file = join(folder, `complaints-${day}.ndjson`)
  const publication = publicationOf(CivilDate.make(day))
  if (existsSync(file)) {
    process.stdout.write(`${day} is already exported.\n`)
  } else if (DateTime.isFutureUnsafe(publication)) {
    process.stdout.write(`${day} is published at ${DateTime.formatIso(publication)}.\n`)
  } else {
    const options = ["--created-date", day, "--out", file, "--manifest", "--strict"]
    const { status, stdout } = spawnSync(
      process.execPath,
      [executable, "export", "complaints", ...options, "--report", "json"],
      {
        encoding: "utf8",
        stdio: ["inherit", "pipe", "inherit"]
      }
    )
    // A failed export prints no report. After exit codes 4 and 5, the next run of the job resumes it.
    process.exitCode ||= status ?? 1
    if (stdout === "") continue
    const { daysNotPublished, records } = JSON.parse(stdout)
    process.stdout.write(`${day} has ${records} complaints.\n`)
    // The complaints are late: the next run tries this day again.
    if (daysNotPublished > 0) rmSync(file)
  }
}
