import { NoticeQuery } from "@public-records/core"
import { Effect } from "effect"
import { type NoticeListFlags } from "../flags/commandFlags.ts"
import { checkGiven } from "../givenFlags.ts"
import { listRecords } from "../listRecords.ts"
import { datedNotices, flagQuery } from "../localDays.ts"
import { noticeKind } from "../output/noticeKind.ts"

/** `public-records notices list` */
export const noticesList = Effect.fnUntraced(function* (flags: NoticeListFlags) {
  yield* checkGiven({ ...flags })
  const query = yield* flagQuery(flags, datedNotices, NoticeQuery.fromInput)
  yield* listRecords({ kind: noticeKind, collection: ({ notices }) => notices, query, dated: datedNotices, flags })
})
