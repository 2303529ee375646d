import {
  type Collection,
  type Complaint,
  type ComplaintInput,
  ComplaintQuery,
  type Notice,
  type NoticeInput,
  NoticeQuery,
  type PublicRecords,
  type PublicRecordsError,
  type UncheckedComplaintQuery
} from "@public-records/core"
import { complaintLayout } from "@public-records/export/complaintLayout"
import { complaintDays, noticeDays, type ReadDays } from "@public-records/export/dataDays"
import { type RecordLayout } from "@public-records/export/RecordLayout"
import { noticeLayout } from "@public-records/export/noticeLayout"
import { Effect, Struct } from "effect"
import { type CommandFailure, failureOfReason, flagName } from "../CommandFailure.ts"
import { complaintInputFlags, type MirrorFilterFlags, noticeInputFlags } from "../flags.ts"
import { type OpenedMirror } from "../source/mirrorFilters.ts"
import { complaintColumns, noticeColumns } from "./recordColumns.ts"
import { type TableColumn } from "./table.ts"

export interface PrintedKind<Record> extends RecordLayout<Record> {
  readonly columns: ReadonlyArray<TableColumn<Record>>
}

/** A collection, with its queries, its days and the layout of its records. */
export interface RecordKind<Input, Query, Record> extends PrintedKind<Record> {
  readonly collection: (records: PublicRecords["Service"]) => Collection<Query, Record>
  readonly queryOf: (input: Input) => Effect.Effect<Query, PublicRecordsError>
  /** Parses a query for a mirror, which accepts more than the service. */
  readonly mirrorQueryOf: (input: Input, opened?: OpenedMirror) => Effect.Effect<Query, CommandFailure>
  /** The members of the input that only a mirror accepts. */
  readonly mirrorFilters: ReadonlyArray<string>
  /** The members of the input whose value is a day. */
  readonly dateFlags: ReadonlyArray<string>
  readonly readDays: ReadDays
  /** The word before a day in messages: complaints are `created` on a day, notices are `dated`. */
  readonly dated: string
}

type AnyComplaintQuery = ComplaintQuery | UncheckedComplaintQuery

export const complaintKind: RecordKind<ComplaintInput & Partial<MirrorFilterFlags>, AnyComplaintQuery, Complaint> = {
  ...complaintLayout,
  collection: ({ complaints }) => complaints,
  queryOf: (input) => ComplaintQuery.fromInput(Struct.pick(input, complaintInputFlags), flagName),
  mirrorQueryOf: (input, opened) =>
    Effect.flatMap(
      Effect.promise(() => import("../source/mirrorFilters.ts")),
      ({ mirrorComplaintQuery }) => mirrorComplaintQuery(input, opened)
    ),
  mirrorFilters: ["from", "to", "days", "number", "subject"],
  dateFlags: ["createdDate", "createdFrom", "createdTo", "violationDate", "violationFrom", "violationTo", "from", "to"],
  readDays: complaintDays,
  dated: "created",
  columns: complaintColumns
}

const noticeQuery = (input: NoticeInput) => NoticeQuery.fromInput(Struct.pick(input, noticeInputFlags), flagName)

export const noticeKind: RecordKind<NoticeInput, NoticeQuery, Notice> = {
  ...noticeLayout,
  collection: ({ notices }) => notices,
  queryOf: noticeQuery,
  mirrorQueryOf: (input) => Effect.mapError(noticeQuery(input), ({ reason }) => failureOfReason(reason)),
  mirrorFilters: [],
  dateFlags: ["date"],
  readDays: noticeDays,
  dated: "dated",
  columns: noticeColumns
}
