import { type KeyMask } from "@public-records/core"
import { makeFolder } from "@public-records/text/makeFolder"
import { DateTime, Effect, Predicate, Result } from "effect"
import { writeFile } from "node:fs/promises"
import { homedir, release } from "node:os"
import { join } from "node:path"
import { type CommandFailure, unforeseen } from "./CommandFailure.ts"
import { type Environment } from "./Host.ts"
import { version } from "./version.ts"

/** Variables that say what the terminal is; no other is in a report. */
const terminalVariables = ["TERM", "COLORTERM", "NO_COLOR", "TMUX", "LANG", "LC_ALL"]

const traceOf = (error: unknown): string => (Predicate.isError(error) ? (error.stack ?? error.message) : String(error))

/** Returns the text of a crash report, without any key. */
const crashText = (
  error: unknown,
  environment: Environment,
  masks: ReadonlyArray<KeyMask>,
  at: DateTime.Utc
): string => {
  const lines = [
    `public-records ${version} crashed at ${DateTime.formatIso(at)}.`,
    `Node.js ${process.version}, ${process.platform} ${release()}, ${process.arch}`,
    ...terminalVariables.map((name) => `${name}=${environment[name] ?? ""}`),
    "",
    traceOf(error)
  ]
  return masks.reduce((text, mask) => mask.redact(text), `${lines.join("\n")}\n`)
}

const stateFolder = (environment: Environment): string => {
  const home = environment["XDG_STATE_HOME"] ?? ""
  const folder = home === "" ? join(environment["HOME"] ?? homedir(), ".local", "state") : home
  return join(folder, "public-records")
}

/** Leaves a report of a crash in the folder for the state of programs, and says where. */
export const reportCrash = Effect.fnUntraced(function* (
  error: unknown,
  environment: Environment,
  masks: ReadonlyArray<KeyMask>
): Effect.fn.Return<CommandFailure> {
  const at = yield* DateTime.now
  const folder = stateFolder(environment)
  const path = join(folder, `crash-${DateTime.formatIso(at).replaceAll(/[:.]/g, "-")}.txt`)
  const text = crashText(error, environment, masks, at)
  const writing = Effect.tryPromise({
    try: async () => {
      makeFolder(folder)
      await writeFile(path, text, { mode: 0o600 })
    },
    catch: (problem) => problem
  })
  const isWritten = Result.isSuccess(yield* Effect.result(writing))
  const where = isWritten ? `A report without any key is in ${path}.` : `No report could be written to ${folder}.`
  const [first = ""] = traceOf(error).split("\n")
  const said = masks.reduce((sentence, mask) => mask.redact(sentence), first)
  return unforeseen(`The terminal UI ended by a fault of its own: ${said}. ${where}`)
})
