import { type SyncPlan } from "@public-records/mirror"
import { Effect } from "effect"
import { createInterface } from "node:readline"
import { usageFailure } from "../CommandFailure.ts"
import { type Host } from "../Host.ts"
import { type StatusOutput } from "../output/StatusOutput.ts"
import { type SyncFlags } from "./readSyncFlags.ts"

/** The answer to the question whether a long plan is read. `unasked`: standard input or standard error is not a terminal. */
export type Consent = "yes" | "no" | "unasked"

const maxMinutes = 60

/** Returns true for a plan that takes more than an hour. With `--no-wait`, a run ends when the budget of the hour is used up. */
const isLong = ({ dailyFiles, requests }: SyncPlan, { noWait }: SyncFlags, requestsPerHour: number): boolean =>
  (dailyFiles !== null && dailyFiles.minutes > maxMinutes) || (requests > requestsPerHour && !noWait)

/** Asks on a terminal whether a plan that takes more than an hour is read. */
export const consentTo = async (
  plan: SyncPlan,
  flags: SyncFlags,
  requestsPerHour: number,
  { stderr, stdin }: Host["Service"]
): Promise<Consent> => {
  if (flags.yes || !isLong(plan, flags, requestsPerHour)) return "yes"
  if (!stdin.isTTY || !stderr.isTTY) return "unasked"
  stderr.write("Read all of it? [y/N] ")
  const lines = createInterface({ input: stdin, terminal: false })
  try {
    const answer = await new Promise<string>((resolve) => lines.once("line", resolve).once("close", () => resolve("")))
    return /^\s*y(es)?\s*$/i.test(answer) ? "yes" : "no"
  } finally {
    lines.close()
  }
}

/** Fails if the user could not be asked. Prints a line if the answer is no. */
export const checkConsent = Effect.fnUntraced(function* (consent: Consent, status: StatusOutput) {
  if (consent === "no") yield* status.print("Nothing was read.")
  if (consent !== "unasked") return
  return yield* usageFailure(
    "Nothing was read, because the plan takes more than an hour.",
    "Add --yes to read all of it, or --from with a later date. With --no-wait, the service is read until the hour is used up."
  )
})
