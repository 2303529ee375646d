import { PublicRecords, type PublicRecordsError } from "@public-records/core"
import { type ExportFailure } from "@public-records/export/ExportFailure"
import { Effect } from "effect"
import { type NoteFlags, type SourceFlags } from "../flags.ts"
import { type CommandFailure, failureOf, unforeseen, usageFailure } from "../CommandFailure.ts"
import { Host } from "../Host.ts"
import { makeNotes, type Notes } from "../output/Notes.ts"
import { requestLog } from "../output/requestLog.ts"
import { type ReaderGone } from "../output/StandardOutput.ts"
import { isLocal, openSource, sampleSentence, type SourceOptions } from "./openSource.ts"

/** The records of a command and the means to report on them. */
export interface Session {
  readonly records: PublicRecords["Service"]
  readonly notes: Notes
  /** Progress is one line that is replaced, plain lines now and then, or not wanted. */
  readonly progress: "line" | "lines" | "none"
  readonly source: string
  /** Whether the records are local data, which has no limit of requests and no days that are not published yet. */
  readonly isLocal: boolean
}

interface SessionOptions extends Pick<SourceOptions, "maxRetryAfter"> {
  /** Whether standard output prints records on the terminal, where progress would be in their way. */
  readonly isOnScreen: boolean
  /** Whether to say that the records are the bundled sample. */
  readonly namesSample: boolean
}

export const failureOfExport = ({ message, reason }: ExportFailure): CommandFailure =>
  reason === "TargetConflict" ? usageFailure(message) : unforeseen(message)

type WorkFailure = CommandFailure | ExportFailure | PublicRecordsError | ReaderGone

/** Opens the source of records, prints its warnings on standard error, and does the work with it. */
export const openSession = Effect.fnUntraced(function* (
  flags: SourceFlags & NoteFlags,
  { isOnScreen, namesSample, ...options }: SessionOptions,
  work: (session: Session) => Effect.Effect<void, WorkFailure, Host>
): Effect.fn.Return<void, CommandFailure | ReaderGone, Host> {
  const { stderr } = yield* Host
  const wantsProgress = !flags.noProgress && !flags.quiet && !flags.verbose
  const showsLine = wantsProgress && stderr.isTTY && !isOnScreen
  const notes = makeNotes(stderr, { quiet: flags.quiet, showsProgress: showsLine })
  const source = yield* openSource(flags, { ...options, sampleWithoutKey: false, showsLoading: wantsProgress })
  const { baseUrl, isSample, keySource } = source.origin
  if (source.warning !== undefined) yield* notes.say(source.warning)
  if (isSample && namesSample) yield* notes.say(sampleSentence)
  if (flags.spreadsheetSafe) {
    yield* notes.say("Cells that a spreadsheet would run get a ' before them; such a file is not for serving.")
  }
  const progress = showsLine ? "line" : wantsProgress ? "lines" : "none"
  yield* PublicRecords.use((records) =>
    work({ records, notes, progress, source: baseUrl, isLocal: isLocal(flags) })
  ).pipe(
    Effect.mapError((error) => {
      if (error._tag === "PublicRecordsError") return failureOf(error, keySource)
      return error._tag === "ExportFailure" ? failureOfExport(error) : error
    }),
    Effect.provide(source.records),
    Effect.provide(requestLog(notes, flags.verbose))
  )
})
