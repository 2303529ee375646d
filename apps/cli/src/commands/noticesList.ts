import { NoticeQuery } from "@public-records/core"
import { Effect } from "effect"
import { type NoticeListFlags } from "../flags/commandFlags.ts"
import { checkGiven } from "../givenFlags.ts"
import { listRecords } from "../listRecords.ts"
import { noticeKind } from "../output/noticeKind.ts"

/** `public-records notices list` */
export const noticesList = (flags: NoticeListFlags) =>
  Effect.andThen(
    checkGiven({ ...flags }),
    listRecords({
      kind: noticeKind,
      collection: ({ notices }) => notices,
      query: NoticeQuery.fromInput(flags),
      flags
    })
  )
