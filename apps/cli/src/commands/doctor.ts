import { safeText } from "@public-records/text/safeText"
import { Effect } from "effect"
import { type CommandFlags } from "../flags.ts"
import { Exit } from "../CommandFailure.ts"
import { examine } from "../doctor/examine.ts"
import { type Finding } from "../doctor/Finding.ts"
import { Host } from "../Host.ts"
import { makeNotes } from "../output/Notes.ts"
import { requestLog, waitNotes } from "../output/requestLog.ts"
import { writeReport } from "../output/StandardOutput.ts"

const marks = { ok: "✓", advice: "!", problem: "✗", unknown: "·" } as const
const nameWidth = "configuration".length

const lineOf = (finding: Finding): string => {
  const todo = "todo" in finding ? ` ${finding.todo}` : ""
  return `${safeText(`${marks[finding.verdict]} ${finding.of.padEnd(nameWidth)}  ${finding.found}${todo}`)}\n`
}

export const doctor = Effect.fnUntraced(function* (flags: CommandFlags<"doctor">) {
  const { stderr } = yield* Host
  const notes = makeNotes(stderr, { quiet: false, showsProgress: false })
  // Without `--verbose` no warnings of the client are printed: they are in the findings.
  const log = flags.verbose ? requestLog(notes, true) : waitNotes(notes, false)
  const findings = yield* Effect.provide(examine(flags), log)
  const [exitCode = 0] = findings.flatMap((finding) => (finding.verdict === "problem" ? [finding.exitCode] : []))
  yield* writeReport(flags.format, { exitCode, findings }, findings.map(lineOf).join(""))
  if (exitCode !== 0) yield* new Exit({ code: exitCode })
})
