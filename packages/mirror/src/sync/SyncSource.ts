import {
  type CivilDate,
  type Complaint,
  ComplaintQuery,
  maxRecordsPerPage,
  type Notice,
  NoticeQuery,
  type PublicRecords,
  PublicRecordsError,
  type Resumption
} from "@public-records/core"
import type { PublicRecordsClient, WalkedPage } from "@public-records/core/promise"
import { Predicate, Schema, Stream } from "effect"

type Pages<Record> = Stream.Stream<WalkedPage<Record>, PublicRecordsError>

/** The lists of a service that a sync reads, at bulk priority. */
export interface SyncSource {
  /** Returns the complaints of a day, the oldest first. */
  readonly complaints: (day: CivilDate, from: Resumption | undefined) => Pages<Complaint>
  /** Returns the notices, the last changed first. */
  readonly notices: (from: Resumption | undefined) => Pages<Notice>
}

export const sourceOfRecords = ({ complaints, notices }: PublicRecords["Service"]): SyncSource => ({
  complaints: (date, from) => {
    const filter = { _tag: "CreatedDate", date } as const
    const query = new ComplaintQuery({ filter, order: "ASC", limit: maxRecordsPerPage, offset: 0 })
    return complaints.pages(query, { from, priority: "bulk" })
  },
  notices: (from) => {
    const query = new NoticeQuery({ ...NoticeQuery.default, sortBy: "changed" })
    return notices.pages(query, { from, priority: "bulk" })
  }
})

const hasPages = (value: unknown): boolean => Predicate.hasProperty(value, "pages") && Predicate.isFunction(value.pages)

export const ServiceClient = Schema.declare(
  (value): value is PublicRecordsClient =>
    Predicate.hasProperty(value, "complaints") &&
    Predicate.hasProperty(value, "notices") &&
    hasPages(value.complaints) &&
    hasPages(value.notices),
  { expected: "a client of @public-records/core/promise" }
)

/** A client fails with nothing else. */
const asError = (cause: unknown): PublicRecordsError => {
  if (cause instanceof PublicRecordsError) return cause
  throw cause
}

export const sourceOfClient = ({ complaints, notices }: PublicRecordsClient): SyncSource => ({
  complaints: (createdDate, from) =>
    Stream.fromAsyncIterable(complaints.pages({ createdDate, sort: "asc" }, { from, priority: "bulk" }), asError),
  notices: (from) =>
    Stream.fromAsyncIterable(notices.pages({ sortBy: "changed", sort: "desc" }, { from, priority: "bulk" }), asError)
})
