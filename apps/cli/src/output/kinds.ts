import {
  type Collection,
  type Complaint,
  type ComplaintInput,
  ComplaintQuery,
  type InvalidQuery,
  type Notice,
  type NoticeInput,
  NoticeQuery,
  type PublicRecords
} from "@public-records/core"
import { complaintFiles } from "@public-records/export/complaintFiles"
import { complaintDays, noticeDays, type ReadDays } from "@public-records/export/dataDays"
import { type FileForm } from "@public-records/export/FileForm"
import { noticeFiles } from "@public-records/export/noticeFiles"
import { type Effect } from "effect"
import { flagName } from "../CommandFailure.ts"
import { type Column } from "./table.ts"

/** How the records of a collection are printed: as in files, or as a table. */
export interface PrintedKind<Record> extends FileForm<Record> {
  readonly columns: ReadonlyArray<Column<Record>>
}

/** A collection as commands use it: its queries, its days and how its records are printed. */
export interface RecordKind<Input, Query, Record> extends PrintedKind<Record> {
  readonly collection: (records: PublicRecords["Service"]) => Collection<Query, Record>
  readonly queryOf: (input: Input) => Effect.Effect<Query, InvalidQuery>
  /** The members of the input that take a day. */
  readonly dateFlags: ReadonlyArray<string>
  readonly readDays: ReadDays
  /** The word for how a record is tied to its day, as part of a sentence. */
  readonly dated: string
}

/** A field as text for people: empty for unknown values, arrays with `; ` between their elements. */
export const shownValue = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (Array.isArray(value)) return value.map(shownValue).join("; ")
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}

const column = <Record>(
  name: keyof Record & string,
  rank: number,
  narrowest: number,
  grows = false
): Column<Record> => ({ name, text: (record) => shownValue(record[name]), narrowest, rank, grows })

export const complaintKind: RecordKind<ComplaintInput, ComplaintQuery, Complaint> = {
  ...complaintFiles,
  collection: ({ complaints }) => complaints,
  queryOf: (input) => ComplaintQuery.fromInput(input, flagName),
  dateFlags: ["createdDate", "createdFrom", "createdTo", "violationDate", "violationFrom", "violationTo"],
  readDays: complaintDays,
  dated: "created",
  columns: [
    column("id", 7, 32),
    column("companyPhoneNumber", 1, 18),
    column("createdDate", 2, 19),
    column("violationDate", 6, 19),
    column("consumerCity", 5, 12, true),
    column("consumerState", 4, 13, true),
    column("consumerAreaCode", 8, 16),
    column("subject", 3, 18, true),
    column("isRobocall", 3.5, 10)
  ]
}

export const noticeKind: RecordKind<NoticeInput, NoticeQuery, Notice> = {
  ...noticeFiles,
  collection: ({ notices }) => notices,
  queryOf: (input) => NoticeQuery.fromInput(input, flagName),
  dateFlags: ["date"],
  readDays: noticeDays,
  dated: "dated",
  columns: [
    column("id", 6, 36),
    column("transactionNumber", 2, 17),
    column("title", 9, 20, true),
    column("acquiringParty", 3, 20, true),
    column("acquiredParty", 4, 20, true),
    column("acquiredEntities", 5, 16, true),
    column("date", 1, 10),
    column("created", 7, 25),
    column("updated", 8, 25),
    column("tags", 10, 8, true)
  ]
}
