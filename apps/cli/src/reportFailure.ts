import { safeText } from "@public-records/text/safeText"
import { DateTime } from "effect"
import { type CommandFailure } from "./CommandFailure.ts"
import { safeJson } from "@public-records/export/safeJson"

/** Whether errors are wanted as JSON: where the command line asks for records as JSON, even if the rest of it is wrong. */
export const wantsJsonErrors = (args: ReadonlyArray<string>): boolean =>
  args.some((arg, index) => {
    const format = arg.startsWith("--format=") ? arg.slice("--format=".length) : undefined
    return ["json", "ndjson"].includes(format ?? (args[index - 1] === "--format" ? arg : ""))
  })

const instant = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : DateTime.formatIso(DateTime.makeUnsafe(milliseconds))

/** A failure as one line for standard error: a sentence, or JSON for scripts. */
export const failureLine = ({ reason, message, exitCode, nextTryAt }: CommandFailure, asJson: boolean): string =>
  asJson
    ? `${safeJson({ error: { reason, message: safeText(message), exitCode, nextTryAt: instant(nextTryAt) } })}\n`
    : `${safeText(message)}\n`
