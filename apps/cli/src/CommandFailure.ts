import { type InvalidQuery, type PublicRecordsError, type Reason } from "@public-records/core"
import { Schema } from "effect"
import { exitCodeOfReason, exitCodes } from "./exitCodes.ts"

/**
 * Why a command failed. `todo` is the end of the message that says what to do, or empty.
 *
 * **Units** `nextTryAt` in milliseconds since 1970, `null` if unknown.
 *
 * **Gotchas** the message may quote the service; it is not safe for a terminal unfiltered. No part of a key is in it.
 */
export class CommandFailure extends Schema.TaggedError<CommandFailure>()("CommandFailure", {
  reason: Schema.String,
  what: Schema.String,
  todo: Schema.String,
  exitCode: Schema.Int,
  nextTryAt: Schema.NullOr(Schema.Finite)
}) {
  override get message(): string {
    return [this.what, this.todo].filter((sentence) => sentence !== "").join(" ")
  }
}

/** The program ends with an exit code of its own, after it has printed everything. */
export class Exit extends Schema.TaggedError<Exit>()("Exit", { code: Schema.Int }) {}

const failing =
  (reason: string, exitCode: number) =>
  (what: string, todo = ""): CommandFailure =>
    new CommandFailure({ reason, what, todo, exitCode, nextTryAt: null })

export const usageFailure = failing("Usage", exitCodes.usage)
export const keyMissing = failing("KeyMissing", exitCodes.key)
export const noRecords = failing("NoRecords", exitCodes.notFound)
export const notStrict = failing("NotStrict", exitCodes.refused)

/** A bug of the program, or a problem of the machine, such as a file that cannot be written. */
export const unforeseen = failing("Unforeseen", exitCodes.unforeseen)

export type Sentences = readonly [what: string, todo: string]

/** One failure for everything that is wrong with settings. */
export const usageFailures = (problems: ReadonlyArray<Sentences>): CommandFailure => {
  const sentences = problems.flat().filter((sentence) => sentence !== "")
  const todo = problems.at(-1)?.[1] ?? ""
  return usageFailure((todo === "" ? sentences : sentences.slice(0, -1)).join(" "), todo)
}

export const noKey = (): CommandFailure =>
  keyMissing(
    "There is no API key.",
    "Get one at https://api.data.gov/signup/ and set PUBLIC_RECORDS_API_KEY, " +
      "or add --demo to use the bundled sample data, which needs no key."
  )

/** The name of a flag: `createdFrom` is `--created-from`. */
export const flagName = (member: string): string =>
  `--${member.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

const queryFailure = failing("InvalidQuery", exitCodes.usage)

/** A query that the service cannot answer, read with `flagName`; each sentence begins with its flag. */
export const invalidQuery = (problems: InvalidQuery["problems"]): CommandFailure =>
  queryFailure(
    // `ID` is the argument of `get`, which is not a flag.
    problems.map(({ field, rule }) => (field === "ID" ? rule : `${flagName(field)}: ${rule}`)).join(" ")
  )

const adviceOn = (reason: Reason, keySource: string): string => {
  if (reason._tag === "KeyRejected" && keySource !== "") return `The key is that of ${keySource}.`
  if (reason._tag === "InvalidOptions" && reason.neededOption === "allowHttp") return "Pass --allow-http to allow it."
  if (reason._tag === "Unavailable" && reason.certificate !== undefined) {
    return "If the server is yours, name its certificate with --ca FILE."
  }
  return ""
}

/** Returns the failure of the command for a reason of core. `keySource` is where the key was set, or empty if unknown. */
export const failureOfReason = (reason: Reason, keySource = "", operation = ""): CommandFailure => {
  if (reason._tag === "InvalidQuery") return invalidQuery(reason.problems)
  if (reason._tag === "KeyMissing") return noKey()
  const [what, todo] = reason.sentences
  return new CommandFailure({
    reason: reason._tag,
    what: reason._tag === "InvalidOptions" || operation === "" ? what : `${operation}: ${what}`,
    todo: [todo, adviceOn(reason, keySource)].filter((sentence) => sentence !== "").join(" "),
    exitCode: exitCodeOfReason[reason._tag],
    nextTryAt: reason._tag === "RateLimited" || reason._tag === "CircuitOpen" ? reason.nextTryAt : null
  })
}

export const failureOf = ({ operation, reason }: PublicRecordsError, keySource = ""): CommandFailure =>
  failureOfReason(reason, keySource, operation)
