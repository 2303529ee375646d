import { type Complaint, ComplaintQuery, type Notice, NoticeQuery, PublicRecords } from "@public-records/core"
import { ReferenceServer, type ReferenceServerOptions } from "@public-records/server"
import { Effect, Layer, Stream } from "effect"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { complaintLayout } from "../src/complaintLayout.ts"
import { type ExportEvent, type ExportReport } from "../src/ExportEvent.ts"
import { type ExportJob } from "../src/ExportJob.ts"
import { exportRecords } from "../src/exportRecords.ts"
import { type ExportFormat } from "../src/ExportFormat.ts"
import { noticeLayout } from "../src/noticeLayout.ts"
import { fileTarget } from "../src/TargetFiles.ts"

/** Returns a client of a reference server in this process. @default 230 generated complaints */
export const service = (options: ReferenceServerOptions = { synthetic: 230 }) =>
  PublicRecords.layer({
    apiKey: "DEMO_KEY",
    baseUrl: "https://reference-server.invalid",
    requestsPerHour: 100_000
  }).pipe(
    Layer.provide(ReferenceServer.httpClient),
    Layer.provide(ReferenceServer.layerInProcess({ rateLimit: "off", ...options }))
  )

/** A temporary folder, removed when the scope closes. */
export const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "public-records-export-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
)

type Asked<Query, Record> = Partial<Omit<ExportJob<Query, Record>, "collection" | "query">>

/** Creates the job for an export of complaints to a file. */
export const complaintsTo = (
  file: string,
  format: ExportFormat,
  asked: Asked<ComplaintQuery, Complaint> = {},
  query = ComplaintQuery.default
) =>
  Effect.map(PublicRecords, ({ complaints }): ExportJob<ComplaintQuery, Complaint> => ({
    collection: complaints,
    query,
    layout: complaintLayout,
    format,
    target: fileTarget(file),
    source: "a test",
    writtenBy: "a test",
    ...asked
  }))

/** Creates the job for an export of notices to a file. */
export const noticesTo = (file: string, format: ExportFormat, asked: Asked<NoticeQuery, Notice> = {}) =>
  Effect.map(PublicRecords, ({ notices }): ExportJob<NoticeQuery, Notice> => ({
    collection: notices,
    query: NoticeQuery.default,
    layout: noticeLayout,
    format,
    target: fileTarget(file),
    source: "a test",
    writtenBy: "a test",
    ...asked
  }))

/** Runs an export to its end, or interrupts it after a number of pages. */
export const run = <Query, Record>(job: ExportJob<Query, Record>, pages = Number.POSITIVE_INFINITY) => {
  let left = pages
  return exportRecords(job).pipe(
    Stream.takeUntil((event) => event._tag === "Page" && --left <= 0),
    Stream.runCollect
  )
}

/** Returns the report of a finished export, or `undefined` if it did not finish. */
export const reportOf = (events: ReadonlyArray<ExportEvent>): ExportReport | undefined =>
  events.flatMap((event) => (event._tag === "Done" ? [event.report] : []))[0]

export const bytesOf = (file: string) => Effect.promise(() => readFile(file))
export const textOf = (file: string) => Effect.promise(() => readFile(file, "utf8"))
export const namesIn = (path: string) => Effect.promise(async () => (await readdir(path)).toSorted())
