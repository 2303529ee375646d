import { CivilDate, publicationOf } from "@public-records/core"
import { type ReferenceServerOptions, type SiteUpload, startReferenceServer } from "@public-records/server"
import { DateTime, Effect } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { header, notice } from "./oneDay.ts"
import { run } from "./inProcess.ts"

const dayMillis = 86_400_000
const rowsPerDay = 200

export const fileOf = (date: string, suffix = ""): string => `DNC_Complaint_Numbers_${date}${suffix}.csv`

/** The path of a daily file, for faults. */
export const pathOf = (date: string): string => `/sites/default/files/${fileOf(date)}`

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Returns the dates of the last daily files, the newest first, and their days. That of today may come during a test. */
const lastFiles = (count: number) => {
  const days = Array.from({ length: 40 }, (_, index) => CivilDate.make(isoDay(Date.now() - (30 - index) * dayMillis)))
  const byDate = Map.groupBy(days, (day) => DateTime.formatIsoDateUtc(publicationOf(day)))
  const yesterday = isoDay(Date.now() - 2 * dayMillis)
  return Array.from(byDate, ([date, ofFile]) => ({ date, days: ofFile }))
    .filter(({ date }) => date <= yesterday)
    .slice(-count)
    .toReversed()
}

/** Returns an upload long ago. */
export const uploaded = (date: string, { share = 1, suffix = "" } = {}): SiteUpload => ({
  file: fileOf(date, suffix),
  at: `${date}T${suffix === "" ? "01" : "02"}:00:00Z`,
  share
})

export const makeFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "cli-site-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** A request to a server that plays the site and the service. `hasKey` is whether it contains the key. */
interface LoggedRequest {
  readonly url: string
  readonly status: number
  readonly hasKey: boolean
}

export const isOfService = ({ url }: LoggedRequest): boolean => url.startsWith("/v0/")

/** The last daily files, with some complaints for each day, at a server that plays the site, and the service with the key `DEMO_KEY`. */
export const playedSite = Effect.fnUntraced(function* (options: ReferenceServerOptions = {}) {
  const folder = yield* makeFolder
  const files = lastFiles(4)
  const days = files.flatMap((file) => file.days).toSorted()
  const [data, notices] = [join(folder, "data.csv"), join(folder, "notices.ndjson")]
  const rows = days.flatMap((day) =>
    Array.from(
      { length: rowsPerDay },
      (_, index) => `${2_165_550_000 + index},${day} 10:00:00,${day} 09:00:00,A,Ohio,216,Other,Y`
    )
  )
  writeFileSync(data, [header, ...rows, ""].join("\r\n"))
  writeFileSync(notices, `${JSON.stringify(notice)}\n`)
  const mirror = join(folder, "mirror.duckdb")
  const from = days[0] ?? ""
  const serve = Effect.fnUntraced(function* (served: ReferenceServerOptions) {
    const requests: Array<LoggedRequest> = []
    const server = yield* Effect.acquireRelease(
      Effect.promise(() =>
        startReferenceServer({
          data: [data, notices],
          rateLimit: "off",
          log: (entry) => void requests.push(entry),
          ...served
        })
      ),
      ({ close }) => Effect.promise(close)
    )
    const flags = ["--mirror-file", mirror, "--site", server.url, "--allow-http", "--pause", "0"]
    const line = (typed: string) => ["mirror", "sync", ...typed.split(" ").filter((word) => word !== ""), ...flags]
    return { line, requests, server }
  })
  return {
    ...(yield* serve(options)),
    serve,
    files,
    days,
    from,
    folder,
    mirror,
    status: run(["mirror", "status", "--mirror-file", mirror, "--format", "table"])
  }
})
