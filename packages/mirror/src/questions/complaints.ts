import { type Complaint, readComplaint } from "@public-records/core"
import { complaintAttributes, type PlainComplaint } from "@public-records/files/PlainComplaint"
import { Effect } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import type { Counts } from "../MirrorQuery.ts"
import { type Database, integer } from "../store/Database.ts"
import { raw, type Sql, sql } from "../store/sql.ts"
import { complaintsIn, uuidOf } from "../store/storedComplaint.ts"

/** The order of a list by created date: newest first or oldest first. */
export type ListOrder = "DESC" | "ASC"

/** A part of a list. */
export interface Window {
  readonly limit: number
  readonly offset: number
}

/** Complaints are stored in the order of their ids within a second. */
export const orders: Readonly<Record<ListOrder, Sql>> = {
  ASC: raw("created, rowid"),
  DESC: raw("created desc, rowid desc")
}

/** Returns a complaint as core reads it from a response. It has no link. */
export const complaintOf = (plain: PlainComplaint): Complaint =>
  readComplaint({ type: "dnc_complaint", id: plain.id, attributes: complaintAttributes(plain) })

/** Returns a part of the complaints that meet a condition. */
export const complaintsWhere = (
  db: Database,
  where: Sql,
  order: ListOrder,
  { limit, offset }: Window
): Effect.Effect<ReadonlyArray<PlainComplaint>, MirrorError> =>
  // In one piece, the engine would read all columns of the complaints before the offset.
  complaintsIn(
    db,
    sql`where rowid in (
      select rowid from calls where ${where} order by ${orders[order]} limit ${limit}::bigint offset ${offset}::bigint)
    order by ${orders[order]}`
  )

/** Returns the number of records and reports that meet a condition. */
export const countComplaints = (db: Database, where: Sql): Effect.Effect<Counts, MirrorError> =>
  Effect.map(
    db.first(sql`select count(*) as records, count(*) filter (duplicate = 0) as reports from calls where ${where}`),
    (row) => ({ records: integer(row, "records"), reports: integer(row, "reports") })
  )

/** Returns a page of the complaints that meet a condition, and their exact number. */
export const complaintPage = (db: Database, where: Sql, order: ListOrder, window: Window) =>
  Effect.all({
    records: complaintsWhere(db, where, order, window),
    total: Effect.map(countComplaints(db, where), ({ records }) => records)
  })

/** Returns the complaint with an id, or `undefined` if the id is unknown. */
export const complaintById = (db: Database, id: string): Effect.Effect<PlainComplaint | undefined, MirrorError> =>
  Effect.map(complaintsIn(db, sql`where id = ${uuidOf(id)}::uuid`), (found) =>
    found.find((complaint) => complaint.id === id)
  )
