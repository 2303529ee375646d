import { outputFlags } from "./outputFlags.ts"
import { reportFlags, type ReportFlags } from "./reportFlags.ts"

const { noProgress, quiet, verbose } = outputFlags

/** How the report of a check is printed, and how much is said on standard error. */
export const checkFlags = { ...reportFlags, verbose, quiet, noProgress }

/** What the flags of `check` were read as. */
export interface CheckFlags extends ReportFlags {
  readonly verbose: boolean
  readonly quiet: boolean
  readonly noProgress: boolean
}
