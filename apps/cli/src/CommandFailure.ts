import { type InvalidQuery, type PublicRecordsError, type Reason } from "@public-records/core"
import { Schema } from "effect"
import { exitCodeOfReason, exitCodes } from "./exitCodes.ts"

/**
 * Why a command ends without having done its work: one sentence for people, a reason and an exit code for scripts.
 *
 * **Units** `nextTryAt` in milliseconds since 1970, `null` where nothing is known of it.
 *
 * **Gotchas** the message may quote the service; it is not safe for a terminal unfiltered. No part of a key is in it.
 */
export class CommandFailure extends Schema.TaggedError<CommandFailure>()("CommandFailure", {
  reason: Schema.String,
  message: Schema.String,
  exitCode: Schema.Int,
  nextTryAt: Schema.NullOr(Schema.Finite)
}) {}

/** The program ends with a code of its own, and everything that there was to say has been said. */
export class Exit extends Schema.TaggedError<Exit>()("Exit", { code: Schema.Int }) {}

/** Ends the program with that code. */
export const exitWith = (code: number): Exit => new Exit({ code })

/** A command line, or a setting, that cannot be followed. */
export const usageFailure = (message: string): CommandFailure =>
  new CommandFailure({ reason: "Usage", message, exitCode: exitCodes.usage, nextTryAt: null })

/** No key could be had. */
export const keyMissing = (message: string): CommandFailure =>
  new CommandFailure({ reason: "KeyMissing", message, exitCode: exitCodes.key, nextTryAt: null })

/** Nothing matches, and `--fail-if-empty` asks for a failure. */
export const noRecords = (message: string): CommandFailure =>
  new CommandFailure({ reason: "NoRecords", message, exitCode: exitCodes.notFound, nextTryAt: null })

/** The program itself is wrong, or the machine: a file that cannot be written. */
export const unforeseen = (message: string): CommandFailure =>
  new CommandFailure({ reason: "Unforeseen", message, exitCode: exitCodes.unforeseen, nextTryAt: null })

/** Where the sample data is offered to whoever has no key. */
export const howToGetKey =
  "Get one at https://api.data.gov/signup/ and set PUBLIC_RECORDS_API_KEY, " +
  "or add --demo to use the bundled sample data, which needs no key."

/** The name of a flag: `createdFrom` is `--created-from`. */
export const flagName = (member: string): string =>
  `--${member.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

const labelOf = (member: string): string => member.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const labelledFlags = ["createdFrom", "createdTo", "createdDate", "violationDate", "violationFrom", "violationTo"]

/** A rule of core in the words of the command line. */
const flagSentence = (field: string, rule: string): string => {
  // The argument of `get`, which is not a flag.
  if (field === "ID") return rule
  const withoutName = rule.replace(`The ${labelOf(field)} is wrong: `, "")
  const named = labelledFlags.reduce((text, member) => text.replaceAll(labelOf(member), flagName(member)), withoutName)
  return `${flagName(field)}: ${named}`
}

/** A query that the service cannot answer; each sentence begins with its flag. */
export const invalidQuery = (problems: InvalidQuery["problems"]): CommandFailure =>
  new CommandFailure({
    reason: "InvalidQuery",
    message: problems.map(({ field, rule }) => flagSentence(field, rule)).join(" "),
    exitCode: exitCodes.usage,
    nextTryAt: null
  })

const adviceOn = (reason: Reason, keySource: string): string => {
  if (reason._tag === "KeyRejected" && keySource !== "") return ` The key is that of ${keySource}.`
  if (reason._tag === "InvalidOptions" && reason.message.includes("allow plain HTTP by name")) {
    return " The name is --allow-http."
  }
  if (reason._tag === "Unavailable" && reason.said.includes("certificate")) {
    return " If the server is yours, name its certificate with --ca FILE."
  }
  return ""
}

const nextTryOf = (reason: Reason): number | null =>
  reason._tag === "RateLimited" || reason._tag === "CircuitOpen" ? reason.nextTryAt : null

/** Returns the failure of the command for an error of core. `keySource` is where the key was set, or empty if unknown. */
export const failureOf = (error: PublicRecordsError, keySource = ""): CommandFailure => {
  const { reason } = error
  if (reason._tag === "InvalidQuery") return invalidQuery(reason.problems)
  if (reason._tag === "KeyMissing") return keyMissing(`There is no API key. ${howToGetKey}`)
  const message = reason._tag === "InvalidOptions" ? reason.message : error.message
  return new CommandFailure({
    reason: reason._tag,
    message: message + adviceOn(reason, keySource),
    exitCode: exitCodeOfReason[reason._tag],
    nextTryAt: nextTryOf(reason)
  })
}
