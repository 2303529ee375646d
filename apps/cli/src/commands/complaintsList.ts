import { ComplaintQuery } from "@public-records/core"
import { Effect } from "effect"
import { type ComplaintListFlags } from "../flags/commandFlags.ts"
import { checkGiven } from "../givenFlags.ts"
import { listRecords } from "../listRecords.ts"
import { datedComplaints, flagQuery } from "../localDays.ts"
import { complaintKind } from "../output/complaintKind.ts"

/** `public-records complaints list` */
export const complaintsList = Effect.fnUntraced(function* (flags: ComplaintListFlags) {
  yield* checkGiven({ ...flags })
  const query = yield* flagQuery(flags, datedComplaints, ComplaintQuery.fromInput)
  yield* listRecords({
    kind: complaintKind,
    collection: ({ complaints }) => complaints,
    query,
    dated: datedComplaints,
    flags
  })
})
