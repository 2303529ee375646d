import { Effect } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import { dateOf, dayOf } from "../store/civil.ts"
import { type Database, integer, type Row, text } from "../store/Database.ts"
import { raw, sql } from "../store/sql.ts"
import type { Validators } from "./Site.ts"

/** The daily file of a date. All addresses of a date have editions of one file, of which this is the newest that was read. */
export interface SiteFile extends Validators {
  readonly date: number
  /** `missing`: there was no file when it was last asked for. */
  readonly state: "here" | "missing"
  /** The path at the site. */
  readonly address: string
  readonly bytes: number
  readonly sha256: string
  readonly askedAt: string
  /** The first day that was read from it, and the date of an earlier file that might still come then. */
  readonly covers: FileCoverage
}

/**
 * The days of a file: from the date of the last file before it to the day before its own. While a file between the two may still come, which is `awaited`,
 * the days that it would have are partial.
 */
export interface FileCoverage {
  readonly from: number
  readonly awaited: number | undefined
}

const fileOf = (row: Row): SiteFile => ({
  date: dayOf(text(row, "date")),
  state: text(row, "state") === "here" ? "here" : "missing",
  address: text(row, "address"),
  etag: text(row, "etag"),
  modified: text(row, "modified"),
  bytes: integer(row, "bytes"),
  sha256: text(row, "sha256"),
  askedAt: text(row, "asked_at"),
  covers: {
    from: dayOf(text(row, "covers")),
    awaited: text(row, "awaited") === "" ? undefined : dayOf(text(row, "awaited"))
  }
})

/** Returns all files by their dates. */
export const knownFiles = (db: Database): Effect.Effect<ReadonlyMap<number, SiteFile>, MirrorError> =>
  Effect.map(db.rows(raw("select * from files")), (rows) => new Map(rows.map(fileOf).map((file) => [file.date, file])))

export const rememberFile = (db: Database, file: SiteFile): Effect.Effect<void, MirrorError> => {
  const { address, askedAt, bytes, covers, date, etag, modified, sha256, state } = file
  const awaited = covers.awaited === undefined ? null : dateOf(covers.awaited)
  return db.run(
    sql`insert or replace into files values(${dateOf(date)}::date, ${state}, ${address}, ${etag}, ${modified}, ${bytes}, ${sha256},
      ${askedAt}, ${dateOf(covers.from)}::date, ${awaited}::date)`
  )
}
