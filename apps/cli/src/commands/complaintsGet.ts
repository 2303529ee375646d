import { type GetFlags } from "../flags/commandFlags.ts"
import { getRecord } from "../getRecord.ts"
import { complaintKind } from "../output/complaintKind.ts"

/** `public-records complaints get ID` */
export const complaintsGet = (flags: GetFlags) =>
  getRecord({ kind: complaintKind, get: ({ complaints }) => complaints.get(flags.id), flags })
