import { ComplaintQuery, NoticeQuery, publicationOf } from "@public-records/core"
import { complaintFiles } from "@public-records/export/complaintFiles"
import { noticeFiles } from "@public-records/export/noticeFiles"
import { publicationState } from "@public-records/export/PartitionedFolder"
import { DateTime, Effect } from "effect"
import { dayCountsOf, unknownDays } from "../export/exportDays.ts"
import { exportPartitions } from "../export/exportPartitions.ts"
import { exportToFile } from "../export/exportToFile.ts"
import { type ComplaintExportFlags, type NoticeExportFlags } from "../flags/exportFlags.ts"
import { checkGiven } from "../givenFlags.ts"
import { datedComplaints, datedNotices, flagQuery } from "../localDays.ts"

const published = (query: ComplaintQuery): Effect.Effect<string | undefined> => {
  if (query.filter._tag !== "CreatedDate") return Effect.succeed(undefined)
  const { date } = query.filter
  const at = DateTime.formatIso(publicationOf(date))
  return Effect.map(publicationState(date), (state) =>
    state === "not yet"
      ? `The complaints of ${date} are not published yet: they are to be expected at ${at}.`
      : undefined
  )
}

/** `public-records export complaints` */
export const exportComplaints = Effect.fnUntraced(function* (flags: ComplaintExportFlags) {
  yield* checkGiven({ ...flags })
  const query = yield* flagQuery(flags, datedComplaints, ComplaintQuery.fromInput)
  yield* flags.partitionBy === undefined
    ? exportToFile({
        form: complaintFiles,
        collection: ({ complaints }) => complaints,
        query,
        dated: datedComplaints,
        remark: published,
        days: dayCountsOf,
        flags
      })
    : exportPartitions(flags, query)
})

/** `public-records export notices` */
export const exportNotices = Effect.fnUntraced(function* (flags: NoticeExportFlags) {
  yield* checkGiven({ ...flags })
  yield* exportToFile({
    form: noticeFiles,
    collection: ({ notices }) => notices,
    query: yield* flagQuery(flags, datedNotices, NoticeQuery.fromInput),
    dated: datedNotices,
    remark: () => Effect.succeed(undefined),
    days: () => Effect.succeed(unknownDays),
    flags
  })
})
