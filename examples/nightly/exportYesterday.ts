/**
 * Exports yesterday's complaints, a file a day: `node exportYesterday.ts FOLDER [DAY …]`. Needs `PUBLIC_RECORDS_API_KEY`.
 *
 * Days that are published late, such as those of a weekend, are made up for: it looks at the last five. A day that is there is
 * left alone, and one that was cut off is gone on with.
 */
import { CivilDate, publicationOf, yesterday } from "@public-records/core"
import { DateTime, Effect } from "effect"
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
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
    process.stdout.write(`${day} is there already.\n`)
  } else if (DateTime.isFutureUnsafe(publication)) {
    process.stdout.write(`${day} is published at ${DateTime.formatIso(publication)}.\n`)
  } else {
    const options = ["--created-date", day, "--out", file, "--manifest", "--strict", "--no-progress"]
    const { status } = spawnSync(process.execPath, [executable, "export", "complaints", ...options], {
      stdio: "inherit"
    })
    // 4 and 5 stand for "later again": whatever runs the job then finds its checkpoint beside the file.
    process.exitCode ||= status ?? 1
  }
}
