import { formats, type Format } from "../output/Format.ts"
import { choiceFlag, switchFlag } from "./flag.ts"

/** What comes out, and how much is said on standard error; for `list` and `get`. */
export const outputFlags = {
  format: choiceFlag("format", formats, "How records are printed (a terminal: table, else ndjson)"),
  spreadsheetSafe: switchFlag("spreadsheet-safe", "With csv: keep cells from being read as formulas; not for serving"),
  verbose: switchFlag(
    "verbose",
    "Print each request (URL, status, milliseconds, quota) and each retry on standard error"
  ),
  quiet: switchFlag("quiet", "Nothing on standard error but errors"),
  noProgress: switchFlag("no-progress", "No progress on standard error")
}

/** For commands that print or write what matches. */
export const emptyFlags = {
  failIfEmpty: switchFlag("fail-if-empty", "Exit 7 if no record matches")
}

/** What the flags of `outputFlags` were read as. */
export interface OutputFlags {
  readonly format: Format | undefined
  readonly spreadsheetSafe: boolean
  readonly verbose: boolean
  readonly quiet: boolean
  readonly noProgress: boolean
}
