import { type Collection, type PublicRecords, version } from "@public-records/core"
import { type ExportedQuery } from "@public-records/export/ExportJob"
import { type FileForm } from "@public-records/export/FileForm"
import { type Effect } from "effect"
import { type CommandFailure } from "../CommandFailure.ts"
import { type ExportFlags } from "../flags/exportFlags.ts"
import { type SourceFlags } from "../flags/sourceFlags.ts"
import { type DatedCollection, type FlagQuery } from "../localDays.ts"
import { type DayCounts } from "./exportDays.ts"
import { type ExportSession } from "./exportSession.ts"

/** A query whose records can be exported and whose remaining records can be counted. */
export interface PagedQuery<Query> extends ExportedQuery {
  readonly offset: number
  readonly limit: number
  readonly withOffset: (offset: number) => Query
}

/** An export as requested on the command line. */
export interface ExportRequest<Query, Record> {
  readonly form: FileForm<Record>
  readonly collection: (records: PublicRecords["Service"]) => Collection<Query, Record>
  readonly query: FlagQuery<Query>
  readonly dated: DatedCollection
  /** Returns a note on the query for the user, or `undefined`. */
  readonly remark: (query: Query) => Effect.Effect<string | undefined>
  /** Counts the days of an export to one file. `isEmpty`: the service sent no records. */
  readonly days: (session: ExportSession, query: Query, isEmpty: boolean) => Effect.Effect<DayCounts, CommandFailure>
  readonly flags: SourceFlags & ExportFlags
}

/** The program and its version, for manifests. */
export const writtenBy = `public-records ${version}`
