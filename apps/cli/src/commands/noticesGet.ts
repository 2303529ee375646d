import { type GetFlags } from "../flags/commandFlags.ts"
import { getRecord } from "../getRecord.ts"
import { noticeKind } from "../output/noticeKind.ts"

/** `public-records notices get ID` */
export const noticesGet = (flags: GetFlags) =>
  getRecord({ kind: noticeKind, get: ({ notices }) => notices.get(flags.id), flags })
