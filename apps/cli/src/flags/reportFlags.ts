import { choiceFlag } from "./flag.ts"
import { type SourceFlags } from "./sourceFlags.ts"

const reportFormats = ["table", "json"] as const
type ReportFormat = (typeof reportFormats)[number]

/** The flag of every command that prints a report. */
export const reportFlags = {
  format: choiceFlag("format", reportFormats, "How the report is printed: for people, or for programs (table)")
}

/** What the flags of a command that reports on settings or a service were read as. */
export interface ReportFlags extends SourceFlags {
  readonly format: ReportFormat | undefined
}
