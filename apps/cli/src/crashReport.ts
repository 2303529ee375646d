import { type KeyMask } from "@public-records/core"
import { makeFolder } from "@public-records/text/makeFolder"
import { DateTime, Effect, Predicate, Result } from "effect"
import { writeFile } from "node:fs/promises"
import { release } from "node:os"
import { join } from "node:path"
import { unexpected } from "./CommandFailure.ts"
import { type Environment } from "./Host.ts"
import { userFolder } from "./userFolder.ts"
import { version } from "./version.ts"

/** The only environment variables that a report contains. */
const terminalVariables = ["TERM", "COLORTERM", "NO_COLOR", "TMUX", "LANG", "LC_ALL"]

/** Writes a crash report without the API key to the user's state folder. Returns the failure to print. */
export const reportCrash = Effect.fnUntraced(function* (
  error: unknown,
  environment: Environment,
  masks: ReadonlyArray<KeyMask>
) {
  const at = DateTime.formatIso(yield* DateTime.now)
  const folder = yield* userFolder("state", environment)
  const path = join(folder, `crash-${at.replaceAll(/[:.]/g, "-")}.txt`)
  const trace = Predicate.isError(error) ? (error.stack ?? error.message) : String(error)
  const lines = [
    `public-records ${version} crashed at ${at}.`,
    `Node.js ${process.version}, ${process.platform} ${release()}, ${process.arch}`,
    ...terminalVariables.map((name) => `${name}=${environment[name] ?? ""}`),
    "",
    trace
  ]
  const hide = (text: string): string => masks.reduce((masked, mask) => mask.redact(masked), text)
  const write = async (): Promise<void> => {
    makeFolder(folder)
    await writeFile(path, hide(`${lines.join("\n")}\n`), { mode: 0o600 })
  }
  const written = yield* Effect.result(Effect.tryPromise(write))
  return unexpected(
    `The terminal UI crashed: ${hide(trace.split("\n")[0] ?? "")}.`,
    Result.isSuccess(written)
      ? `Crash report (without the API key): ${path}.`
      : `The crash report could not be written to ${folder}.`
  )
})
