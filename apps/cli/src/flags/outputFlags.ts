import { choiceFlag, type FlagValues, switchFlag } from "./flag.ts"

/** The formats in which records are printed. */
export const formats = ["table", "json", "ndjson", "csv"] as const
export type Format = (typeof formats)[number]

/** How CSV is written, and what is printed on standard error. */
export const noteFlags = {
  spreadsheetSafe: switchFlag("spreadsheet-safe", "With csv: keep cells from being read as formulas; not for serving"),
  verbose: switchFlag(
    "verbose",
    "Print each request (URL, status, milliseconds, quota) and each retry on standard error"
  ),
  quiet: switchFlag("quiet", "Nothing on standard error but errors"),
  noProgress: switchFlag("no-progress", "No progress on standard error")
}
export type NoteFlags = FlagValues<typeof noteFlags>

/** The output of `list` and `get`. */
export const outputFlags = {
  format: choiceFlag("format", formats, "How records are printed (a terminal: table, else ndjson)"),
  ...noteFlags
}
export type OutputFlags = FlagValues<typeof outputFlags>

/** For commands that print or write what matches. */
export const emptyFlags = {
  failIfEmpty: switchFlag("fail-if-empty", "Exit 7 if no record matches")
}
export type EmptyFlags = FlagValues<typeof emptyFlags>
