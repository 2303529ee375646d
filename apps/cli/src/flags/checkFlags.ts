import { choiceFlag } from "./flag.ts"
import { outputFlags } from "./outputFlags.ts"
import { type SourceFlags } from "./sourceFlags.ts"

const reportFormats = ["table", "json"] as const

const { noProgress, quiet, verbose } = outputFlags

/** How the report of a check is printed, and how much is said on standard error. */
export const checkFlags = {
  format: choiceFlag("format", reportFormats, "How the report is printed: for people, or for programs (table)"),
  verbose,
  quiet,
  noProgress
}

/** What the flags of `check` were read as. */
export interface CheckFlags extends SourceFlags {
  readonly format: (typeof reportFormats)[number] | undefined
  readonly verbose: boolean
  readonly quiet: boolean
  readonly noProgress: boolean
}
