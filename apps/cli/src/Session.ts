import { PublicRecords, type PublicRecordsError } from "@public-records/core"
import { Effect } from "effect"
import { type WriteStream } from "node:tty"
import { type CommandFailure, failureOf, usageFailure } from "./CommandFailure.ts"
import { type OutputFlags } from "./flags/outputFlags.ts"
import { type SourceFlags } from "./flags/sourceFlags.ts"
import { type Environment, Host } from "./Host.ts"
import { makeNotes, type Notes } from "./output/Notes.ts"
import { type PrinterOptions } from "./output/recordPrinter.ts"
import { requestLog } from "./output/requestLog.ts"
import { openSource, sampleSentence } from "./source/openSource.ts"

const widthWithoutAnswer = 80

/** The records and the output of a command that prints records. */
export interface Session {
  readonly records: PublicRecords["Service"]
  readonly notes: Notes
  readonly output: PrinterOptions
  /** Returns the failure of the command for an error. */
  readonly failureOf: (error: PublicRecordsError) => CommandFailure
}

/** The width that `COLUMNS` names, or that the terminal has now. A terminal that does not report its size says 0. */
const terminalWidth = ({ columns }: WriteStream, { COLUMNS = "" }: Environment): number =>
  /^[1-9]\d{0,3}$/.test(COLUMNS) ? Number(COLUMNS) : columns || widthWithoutAnswer

const outputOf = Effect.fnUntraced(function* (
  flags: OutputFlags
): Effect.fn.Return<PrinterOptions, CommandFailure, Host> {
  const { environment, stdout } = yield* Host
  const format = flags.format ?? (stdout.isTTY ? "table" : "ndjson")
  if (flags.spreadsheetSafe && format !== "csv") {
    return yield* usageFailure("--spreadsheet-safe is for spreadsheets: add --format csv, or leave it out.")
  }
  return {
    format,
    spreadsheetSafe: flags.spreadsheetSafe,
    get width() {
      return stdout.isTTY ? terminalWidth(stdout, environment) : undefined
    }
  }
})

/**
 * Opens the source of records and does the work with it. Says on standard error what the user has to know: that the data
 * is a sample, what the settings lack, and until when requests wait.
 */
export const openSession = Effect.fnUntraced(function* <E>(
  flags: SourceFlags & OutputFlags,
  work: (session: Session) => Effect.Effect<void, E, Host>
): Effect.fn.Return<void, E | CommandFailure, Host> {
  const { stdout, stderr } = yield* Host
  const output = yield* outputOf(flags)
  const showsLoading = !flags.noProgress && !flags.quiet && !flags.verbose
  const showsProgress = stderr.isTTY && !stdout.isTTY && showsLoading
  const notes = makeNotes(stderr, { quiet: flags.quiet, showsProgress })
  const source = yield* openSource(flags, { sampleWithoutKey: false, showsLoading })
  if (source.warning !== undefined) yield* notes.say(source.warning)
  if (source.origin.isSample && (stderr.isTTY || output.format === "table")) yield* notes.say(sampleSentence)
  if (flags.spreadsheetSafe) {
    yield* notes.say("Cells that a spreadsheet would run get a ' before them; such a file is not for serving.")
  }
  yield* PublicRecords.use((records) =>
    work({ records, notes, output, failureOf: (error) => failureOf(error, source.origin.keySource) })
  ).pipe(Effect.provide(source.records), Effect.provide(requestLog(notes, flags.verbose)))
})
