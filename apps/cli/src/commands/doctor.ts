import { safeText } from "@public-records/text/safeText"
import { Effect } from "effect"
import { type CommandFlags } from "../flags.ts"
import { Exit } from "../CommandFailure.ts"
import { runDiagnostics } from "../doctor/runDiagnostics.ts"
import { type Finding } from "../doctor/Finding.ts"
import { Host } from "../Host.ts"
import { makeStatusOutput } from "../output/StatusOutput.ts"
import { requestLog, waitMessages } from "../output/requestLog.ts"
import { writeReport } from "../output/StandardOutput.ts"

const marks = { ok: "✓", advice: "!", problem: "✗", unknown: "·" } as const
const nameWidth = "configuration".length

const lineOf = (finding: Finding): string => {
  const fix = "fix" in finding && finding.fix !== "" ? ` ${finding.fix}` : ""
  return `${safeText(`${marks[finding.verdict]} ${finding.name.padEnd(nameWidth)}  ${finding.message}${fix}`)}\n`
}

export const doctor = Effect.fnUntraced(function* (flags: CommandFlags<"doctor">) {
  const status = makeStatusOutput(yield* Host, { quiet: false, showsProgress: false })
  // The findings include the client's warnings, so they are only printed with `--verbose`.
  const log = flags.verbose ? requestLog(status, true) : waitMessages(status, false)
  const findings = yield* Effect.provide(runDiagnostics(flags), log)
  const [exitCode = 0] = findings.flatMap((finding) => (finding.verdict === "problem" ? [finding.exitCode] : []))
  yield* writeReport(flags.format, { exitCode, findings }, findings.map(lineOf).join(""))
  if (exitCode !== 0) yield* new Exit({ code: exitCode })
})
