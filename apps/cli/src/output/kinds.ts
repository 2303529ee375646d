import {
  type Collection,
  type Complaint,
  type ComplaintQuery,
  createdRange,
  type InvalidQuery,
  type NameOf,
  type Notice,
  type NoticeQuery,
  noticeServiceNotes,
  type OpenRange,
  type PublicRecords,
  type QuerySource,
  readComplaintQuery,
  readNoticeQuery
} from "@public-records/core"
import { complaintLayout } from "@public-records/export/complaintLayout"
import { dayCountsOf, unknownDays } from "@public-records/export/days"
import { noticeLayout } from "@public-records/export/noticeLayout"
import { type RecordLayout } from "@public-records/export/RecordLayout"
import { Effect } from "effect"
import { type CommandFailure } from "../CommandFailure.ts"
import { complaintMembers, noticeMembers } from "../flags.ts"
import { complaintColumns, noticeColumns } from "./recordColumns.ts"
import { type TableColumn } from "./table.ts"

/** The layout of a collection's records in files and on the screen. */
export interface PrintedKind<Record> extends RecordLayout<never, Record> {
  readonly columns: ReadonlyArray<TableColumn<Record>>
}

/** A collection, with its queries, its days and the layout of its records. */
export interface RecordKind<Query, Record> extends RecordLayout<Query, Record> {
  readonly columns: ReadonlyArray<TableColumn<Record>>
  readonly collection: (records: PublicRecords["Service"]) => Collection<Query, Record>
  readonly readQuery: (typed: object, source: QuerySource, nameOf: NameOf) => Effect.Effect<Query, InvalidQuery>
  /** Prepares a query of a mirror whose last day is `last`. */
  readonly localQuery: (
    query: Query,
    records: PublicRecords["Service"],
    last: string | undefined
  ) => Effect.Effect<Query, CommandFailure>
  /** The names of the flags that are members of a query. */
  readonly members: ReadonlyArray<string>
  /** The names of the flags whose value is a day. */
  readonly dateFlags: ReadonlyArray<string>
  /** Returns the range of days that decides which days of a mirror a query is about. Notices have none. */
  readonly createdRange: (query: Query) => OpenRange | undefined
  /** Returns what should be said beside an answer of the service. */
  readonly serviceNotes: (query: Query) => ReadonlyArray<string>
  /** Counts the published days of an export to one file. Those of notices are not counted. */
  readonly publishedDays: (query: Query, isEmpty: boolean) => ReturnType<typeof dayCountsOf>
  /** The word before a day in messages: complaints are `created` on a day, notices are `dated`. */
  readonly dated: string
}

export const complaintKind: RecordKind<ComplaintQuery, Complaint> = {
  ...complaintLayout,
  collection: ({ complaints }) => complaints,
  readQuery: readComplaintQuery,
  localQuery: (query, records, last) =>
    Effect.flatMap(
      Effect.promise(() => import("../queries/localComplaints.ts")),
      ({ localComplaintQuery }) => localComplaintQuery(query, records, last)
    ),
  members: complaintMembers,
  dateFlags: ["createdDate", "createdFrom", "createdTo", "violationDate", "violationFrom", "violationTo", "from", "to"],
  createdRange,
  serviceNotes: () => [],
  publishedDays: dayCountsOf,
  dated: "created",
  columns: complaintColumns
}

export const noticeKind: RecordKind<NoticeQuery, Notice> = {
  ...noticeLayout,
  collection: ({ notices }) => notices,
  readQuery: readNoticeQuery,
  localQuery: (query) => Effect.succeed(query),
  members: noticeMembers,
  dateFlags: ["date", "dateFrom", "dateTo", "createdSince"],
  createdRange: () => undefined,
  serviceNotes: noticeServiceNotes,
  publishedDays: () => Effect.succeed(unknownDays),
  dated: "dated",
  columns: noticeColumns
}
