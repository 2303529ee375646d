import { PublicRecords, type PublicRecordsError } from "@public-records/core"
import { ExportFailure } from "@public-records/export/ExportFailure"
import { Duration, Effect } from "effect"
import { CommandFailure, failureOf, unforeseen, usageFailure } from "../CommandFailure.ts"
import { type ExportFlags } from "../flags/exportFlags.ts"
import { type SourceFlags } from "../flags/sourceFlags.ts"
import { Host } from "../Host.ts"
import { makeNotes, type Notes } from "../output/Notes.ts"
import { requestLog } from "../output/requestLog.ts"
import { openSource, sampleSentence } from "../source/openSource.ts"
import { isStandardOutput } from "./Output.ts"

/** An export rides out a spent hour, and more. */
const longestPause = Duration.hours(3)

/** The records of an export and the means to report on it. */
export interface ExportSession {
  readonly records: PublicRecords["Service"]
  readonly notes: Notes
  /** Whether standard error is a terminal that shows progress; elsewhere progress is plain lines now and then. */
  readonly progress: "line" | "lines" | "none"
  /** The name of the records' source, for people. */
  readonly source: string
  /** Whether the records are local data, which has no limit of requests and no days that are not published yet. */
  readonly isLocal: boolean
  /** Returns the failure of the command for an error. */
  readonly failureOf: (error: PublicRecordsError | ExportFailure | CommandFailure) => CommandFailure
}

/** The failure of the command for a file that could not be written. */
export const failureOfExport = ({ message, reason }: ExportFailure): CommandFailure =>
  reason === "OtherExport" ? usageFailure(message) : unforeseen(message)

const progressOf = (flags: ExportFlags, isTerminal: boolean): ExportSession["progress"] => {
  if (flags.noProgress || flags.quiet || flags.verbose) return "none"
  return isTerminal ? "line" : "lines"
}

/** Opens the source of records for an export, which waits longer than other commands. */
export const openExportSession = Effect.fnUntraced(function* <E>(
  flags: SourceFlags & ExportFlags,
  work: (session: ExportSession) => Effect.Effect<void, E, Host>
): Effect.fn.Return<void, E | CommandFailure, Host> {
  const { stdout, stderr } = yield* Host
  const isOnScreen = stdout.isTTY && flags.out !== undefined && isStandardOutput(flags.out)
  const progress = progressOf(flags, stderr.isTTY && !isOnScreen)
  const notes = makeNotes(stderr, { quiet: flags.quiet, showsProgress: progress === "line" })
  const source = yield* openSource(flags, {
    sampleWithoutKey: false,
    maxRetryAfter: longestPause,
    showsLoading: progress === "line"
  })
  if (source.warning !== undefined) yield* notes.say(source.warning)
  if (source.origin.isSample) yield* notes.say(sampleSentence)
  if (flags.spreadsheetSafe) {
    yield* notes.say("Cells that a spreadsheet would run get a ' before them; such a file is not for serving.")
  }
  const session = (records: PublicRecords["Service"]): ExportSession => ({
    records,
    notes,
    progress,
    source: source.origin.baseUrl,
    isLocal: flags.demo || flags.data.length > 0,
    failureOf: (error) => {
      if (error instanceof CommandFailure) return error
      return error instanceof ExportFailure ? failureOfExport(error) : failureOf(error, source.origin.keySource)
    }
  })
  yield* PublicRecords.use((records) => work(session(records))).pipe(
    Effect.provide(source.records),
    Effect.provide(requestLog(notes, flags.verbose))
  )
})
