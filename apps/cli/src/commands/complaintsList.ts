import { ComplaintQuery } from "@public-records/core"
import { Effect } from "effect"
import { type ComplaintListFlags } from "../flags/commandFlags.ts"
import { checkGiven } from "../givenFlags.ts"
import { listRecords } from "../listRecords.ts"
import { complaintKind } from "../output/complaintKind.ts"

/** `public-records complaints list` */
export const complaintsList = (flags: ComplaintListFlags) =>
  Effect.andThen(
    checkGiven({ ...flags }),
    listRecords({
      kind: complaintKind,
      collection: ({ complaints }) => complaints,
      query: ComplaintQuery.fromInput(flags),
      flags
    })
  )
