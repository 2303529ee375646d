import { publicationOf } from "@public-records/core"
import { sha256 } from "@public-records/files/sha256"
import type { RecordFileError } from "@public-records/files/RecordFileError"
import { DateTime, Effect } from "effect"
import { whyPartial } from "../importing/completeDays.ts"
import { importDay, type IncomingDay, prepareRecords } from "../importing/importDay.ts"
import { type FileContents, readBody } from "../importing/readFile.ts"
import type { ImportedDay } from "../ImportEvent.ts"
import type { MirrorError } from "../MirrorError.ts"
import { dateOf } from "../store/civil.ts"
import type { Database } from "../store/Database.ts"
import { forgetDay, ledgerDay } from "../store/ledger.ts"
import { clearSetAside, insertSetAside } from "../store/setAside.ts"
import { sql } from "../store/sql.ts"
import type { Store } from "../store/Store.ts"
import { rememberFile, type SiteFile } from "./fileLedger.ts"
import { fileHeader } from "./ftcSite.ts"
import { calendarDays, daysOfFile, type FilesRun, type FileToRead } from "./planFiles.ts"
import { startOf } from "./Site.ts"

/** A daily file as it was received. */
export interface ReceivedFile extends Pick<SiteFile, "address" | "etag" | "modified"> {
  readonly body: Uint8Array
}

export const nameOf = (address: string): string => address.slice(address.lastIndexOf("/") + 1)
export const digestOfBody = (body: Uint8Array): string => sha256(body).toString("hex")

/** Returns what is wrong with a body that is not a complete daily file. */
export const problemOfBody = (body: Uint8Array): { why: string; isUnknown: boolean } | undefined => {
  const start = startOf(new TextDecoder().decode(body.subarray(0, 1000)))
  if (/^<(?:!doctype|html|\?xml)/i.test(start)) return { why: "it is a web page and no daily file", isUnknown: false }
  if (body.at(-1) !== 10) return { why: "it ends within a line, so its end is missing", isUnknown: false }
  if (`${start} `.startsWith(`${fileHeader} `)) return undefined
  return { why: `its layout is not known; it begins: ${start}`, isUnknown: true }
}

/** Returns why a day is partial, or "". */
const whyIncomplete = ({ covers, date }: FileToRead, day: number, name: string, contents: FileContents): string => {
  if (contents.invalid > 0) return whyPartial(name, contents, undefined, undefined)
  const [first = day] = calendarDays(date)
  if (covers.awaited === undefined || day >= first) return ""
  return `the daily file of ${DateTime.formatIsoDateUtc(publicationOf(dateOf(day)))} is not there yet`
}

/** Returns the days of a file that are expected to have records, and others between them that have some, within a known gap. */
const daysIn = (file: FileToRead, contents: FileContents): ReadonlySet<number> => {
  const { covers, date } = file
  return new Set([...daysOfFile(file), ...contents.days().filter((day) => day >= covers.from && day < date)])
}

const incomingDays = (
  file: FileToRead,
  contents: FileContents,
  ofFile: Pick<IncomingDay, "source" | "origin" | "key">
): ReadonlyArray<IncomingDay> =>
  Array.from(daysIn(file, contents), (day) => {
    const why = whyIncomplete(file, day, ofFile.origin, contents)
    const state = why === "" ? "complete" : "partial"
    const prepared = prepareRecords(contents.complaintsOf(day))
    return Object.assign({ day, state, why, claimed: null } as const, ofFile, prepared)
  })

/** Stores all days of a file and what is known of it, within a transaction. */
const storeDays = Effect.fnUntraced(function* (
  db: Database,
  { known }: FileToRead,
  {
    days,
    rejected,
    stored
  }: { days: ReadonlyArray<IncomingDay>; rejected: FileContents["rejected"]; stored: SiteFile },
  { accepts, now }: { accepts: FilesRun["accepts"]; now: DateTime.Utc }
): Effect.fn.Return<ReadonlyArray<ImportedDay>, MirrorError> {
  const ofFile = { day: null, source: "file", origin: nameOf(stored.address), key: stored.sha256 } as const
  if (known !== undefined) yield* db.run(sql`delete from set_aside where key = ${known.sha256}`)
  yield* clearSetAside(db, ofFile)
  yield* insertSetAside(db, ofFile, rejected)
  const imported: Array<ImportedDay> = []
  for (const incoming of days) {
    const { day } = incoming
    const existing = yield* ledgerDay(db, day)
    // A part of an older edition is not merged with the new one.
    if (existing?.state === "partial" && existing.key === known?.sha256) yield* forgetDay(db, day)
    imported.push(yield* importDay(db, incoming, { now, replace: accepts(day) }))
  }
  yield* rememberFile(db, stored)
  return imported
})

/** Stores a daily file in one transaction. **Fails with** `RecordFileError` if it cannot be read. */
export const storeFile = Effect.fnUntraced(function* (
  store: Store,
  file: FileToRead,
  { address, body, etag, modified }: ReceivedFile,
  accepts: FilesRun["accepts"]
): Effect.fn.Return<ReadonlyArray<ImportedDay>, MirrorError | RecordFileError> {
  const [origin, key] = [nameOf(address), digestOfBody(body)]
  const now = yield* DateTime.now
  return yield* Effect.scoped(
    Effect.flatMap(readBody(origin, store, body), (contents) => {
      const days = incomingDays(file, contents, { source: "file", origin, key })
      const covered = new Set(days.map(({ day }) => day))
      const strays = contents.days().filter((day) => !covered.has(day))
      const rejected = [
        ...contents.rejected,
        ...strays.flatMap((day) =>
          contents.complaintsOf(day).map((raw) => ({
            reason: `it is of ${dateOf(day)}, in the daily file of ${dateOf(file.date)}`,
            raw: JSON.stringify(raw),
            place: ""
          }))
        )
      ]
      const stored: SiteFile = {
        date: file.date,
        state: "here",
        address,
        etag,
        modified,
        bytes: body.length,
        sha256: key,
        askedAt: DateTime.formatIso(now),
        covers: file.covers
      }
      return store.write((db) => storeDays(db, file, { days, rejected, stored }, { accepts, now }))
    })
  )
})
