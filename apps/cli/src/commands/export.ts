import { type PagedQuery } from "@public-records/export/plan"
import { Duration, Effect } from "effect"
import { type CommandFlags, type ExportFlags } from "../flags.ts"
import { Host } from "../Host.ts"
import { isStandardOutput } from "../export/output.ts"
import { exportPartitions } from "../export/partitions.ts"
import { exportSettings, partitionedFolder, partitionedRange } from "../export/settings.ts"
import { exportToFile } from "../export/toFile.ts"
import { complaintKind, noticeKind, type RecordKind } from "../output/kinds.ts"
import { flagQuery } from "../source/flagQuery.ts"
import { openSession } from "../source/session.ts"

/** An export waits until the requests of an hour are available again, and longer. */
const maxRetryAfter = Duration.hours(3)

const toFile = Effect.fnUntraced(function* <Input extends object, Query extends PagedQuery<Query>, Record>(
  kind: RecordKind<Input, Query, Record>,
  flags: Input & ExportFlags
) {
  const { read } = yield* flagQuery(kind, flags)
  const settings = yield* exportSettings(flags)
  const { stdout } = yield* Host
  const isOnScreen = stdout.isTTY && flags.out !== undefined && isStandardOutput(flags.out)
  yield* openSession(flags, { isOnScreen, maxRetryAfter, namesSample: true }, (session) =>
    Effect.flatMap(read(session.records), (query) => exportToFile(session, kind, flags, query, settings))
  )
})

const toFolder = Effect.fnUntraced(function* (flags: CommandFlags<"export complaints">) {
  const { early, read } = yield* flagQuery(complaintKind, flags)
  const folder = yield* partitionedFolder(flags)
  if (early !== undefined) yield* partitionedRange(early)
  yield* openSession(flags, { isOnScreen: false, maxRetryAfter, namesSample: true }, (session) =>
    Effect.flatMap(read(session.records), (query) => exportPartitions(session, flags, query, folder))
  )
})

/** `public-records export complaints` */
export const exportComplaints = (flags: CommandFlags<"export complaints">) =>
  flags.partitionBy === undefined ? toFile(complaintKind, flags) : toFolder(flags)

/** `public-records export notices` */
export const exportNotices = (flags: CommandFlags<"export notices">) => toFile(noticeKind, flags)
