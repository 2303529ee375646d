import {
  type Collection,
  type Complaint,
  type ComplaintInput,
  ComplaintQuery,
  type Notice,
  type NoticeInput,
  NoticeQuery,
  type PublicRecords,
  type PublicRecordsError
} from "@public-records/core"
import { complaintLayout } from "@public-records/export/complaintLayout"
import { complaintDays, noticeDays, type ReadDays } from "@public-records/export/dataDays"
import { type RecordLayout } from "@public-records/export/RecordLayout"
import { noticeLayout } from "@public-records/export/noticeLayout"
import { type Effect, Struct } from "effect"
import { flagName } from "../CommandFailure.ts"
import { complaintQueryFlags, noticeQueryFlags } from "../flags.ts"
import { complaintColumns, noticeColumns } from "./columns.ts"
import { type Column } from "./table.ts"

export interface PrintedKind<Record> extends RecordLayout<Record> {
  readonly columns: ReadonlyArray<Column<Record>>
}

/** A collection, with its queries, its days and the layout of its records. */
export interface RecordKind<Input, Query, Record> extends PrintedKind<Record> {
  readonly collection: (records: PublicRecords["Service"]) => Collection<Query, Record>
  readonly queryOf: (input: Input) => Effect.Effect<Query, PublicRecordsError>
  /** The members of the input whose value is a day. */
  readonly dateFlags: ReadonlyArray<string>
  readonly readDays: ReadDays
  /** The word before a day in messages: complaints are `created` on a day, notices are `dated`. */
  readonly dated: string
}

export const complaintKind: RecordKind<ComplaintInput, ComplaintQuery, Complaint> = {
  ...complaintLayout,
  collection: ({ complaints }) => complaints,
  queryOf: (input) => ComplaintQuery.fromInput(Struct.pick(input, Struct.keys(complaintQueryFlags)), flagName),
  dateFlags: ["createdDate", "createdFrom", "createdTo", "violationDate", "violationFrom", "violationTo"],
  readDays: complaintDays,
  dated: "created",
  columns: complaintColumns
}

export const noticeKind: RecordKind<NoticeInput, NoticeQuery, Notice> = {
  ...noticeLayout,
  collection: ({ notices }) => notices,
  queryOf: (input) => NoticeQuery.fromInput(Struct.pick(input, Struct.keys(noticeQueryFlags)), flagName),
  dateFlags: ["date"],
  readDays: noticeDays,
  dated: "dated",
  columns: noticeColumns
}
