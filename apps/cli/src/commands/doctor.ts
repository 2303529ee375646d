import { Effect } from "effect"
import { type CommandFailure, type Exit, exitWith } from "../CommandFailure.ts"
import { examine } from "../doctor/examine.ts"
import { exitCodeOf } from "../doctor/Finding.ts"
import { type DoctorFlags } from "../flags/reportFlags.ts"
import { Host } from "../Host.ts"
import { doctorText } from "../output/doctorText.ts"
import { makeNotes } from "../output/Notes.ts"
import { printedJson } from "../output/printedJson.ts"
import { type ReaderGone, write } from "../output/StandardOutput.ts"
import { requestLog, waitNotes } from "../output/requestLog.ts"

/** `public-records doctor` */
export const doctor = Effect.fnUntraced(function* (
  flags: DoctorFlags
): Effect.fn.Return<void, CommandFailure | Exit | ReaderGone, Host> {
  const { stderr, stdout } = yield* Host
  const notes = makeNotes(stderr, { quiet: false, showsProgress: false })
  // What the client warns of is what the doctor finds.
  const log = flags.verbose ? requestLog(notes, true) : waitNotes(notes, false)
  const findings = yield* Effect.provide(examine(flags), log)
  const code = exitCodeOf(findings)
  yield* write(
    stdout,
    flags.format === "json" ? `${printedJson({ exitCode: code, findings }, stdout, 2)}\n` : doctorText(findings)
  )
  if (code !== 0) yield* exitWith(code)
})
