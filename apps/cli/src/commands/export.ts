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
export const exportComplaints = (flags: ComplaintExportFlags) =>
  Effect.andThen(
    checkGiven({ ...flags }),
    flags.partitionBy === undefined
      ? exportToFile({
          form: complaintFiles,
          collection: ({ complaints }) => complaints,
          query: ComplaintQuery.fromInput(flags),
          remark: published,
          days: dayCountsOf,
          flags
        })
      : exportPartitions(flags)
  )

/** `public-records export notices` */
export const exportNotices = (flags: NoticeExportFlags) =>
  Effect.andThen(
    checkGiven({ ...flags }),
    exportToFile({
      form: noticeFiles,
      collection: ({ notices }) => notices,
      query: NoticeQuery.fromInput(flags),
      remark: () => Effect.succeed(undefined),
      days: () => Effect.succeed(unknownDays),
      flags
    })
  )
