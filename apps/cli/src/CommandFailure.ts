import { type InvalidQuery, type PublicRecordsError, type Reason } from "@public-records/core"
import { type MirrorError, type SiteError } from "@public-records/mirror"
import { Schema } from "effect"
import { exitCodeOfReason, exitCodeOfSite, exitCodes } from "./exitCodes.ts"

/**
 * Error of a command. `fix` is the end of the message that states what to do, or empty.
 *
 * **Units** `nextTryAt` in milliseconds since 1970, `null` if unknown.
 *
 * **Gotchas** the message may quote the service, so filter it before printing it to a terminal. It never contains a part of a key.
 */
export class CommandFailure extends Schema.TaggedError<CommandFailure>()("CommandFailure", {
  reason: Schema.String,
  summary: Schema.String,
  fix: Schema.String,
  exitCode: Schema.Int,
  nextTryAt: Schema.NullOr(Schema.Finite)
}) {
  override get message(): string {
    return [this.summary, this.fix].filter((sentence) => sentence !== "").join(" ")
  }
}

/** Ends the program with an exit code after a command has printed its output. */
export class Exit extends Schema.TaggedError<Exit>()("Exit", { code: Schema.Int }) {}

const failing =
  (reason: string, exitCode: number) =>
  (summary: string, fix = ""): CommandFailure =>
    new CommandFailure({ reason, summary, fix, exitCode, nextTryAt: null })

export const removeOne = "Remove one of them."

export const usageFailure = failing("Usage", exitCodes.usage)

/** Creates the failure for two flags that exclude each other. */
export const usedTogether = (one: string, other: string): CommandFailure =>
  usageFailure(`${one} and ${other} cannot be used together.`, removeOne)

export const keyMissing = failing("KeyMissing", exitCodes.key)
/** Creates the failure for a run that would have to wait longer than allowed. */
export const rateLimited = (summary: string, fix: string, nextTryAt: Date | null): CommandFailure =>
  new CommandFailure({
    reason: "RateLimited",
    summary,
    fix,
    exitCode: exitCodes.rateLimited,
    nextTryAt: nextTryAt?.getTime() ?? null
  })

export const noRecords = failing("NoRecords", exitCodes.notFound)
export const strictCheckFailed = failing("StrictCheckFailed", exitCodes.refused)
export const staleMirror = failing("StaleMirror", exitCodes.stale)
export const blocklistRefused = failing("BlocklistRefused", exitCodes.refused)

/** Creates the failure for a bug, or for a problem of the machine, such as a file that cannot be written. */
export const unexpected = failing("Unexpected", exitCodes.unexpected)

/** Converts an error of a file, or of a server that reads files, to a failure. */
export const fileFailure = ({
  isIoFailure,
  message
}: {
  readonly isIoFailure?: boolean
  readonly message: string
}): CommandFailure => (isIoFailure === true ? unexpected(message) : usageFailure(message))

export type Sentences = readonly [summary: string, fix: string]

/** Creates one failure for all problems of the settings. */
export const usageFailures = (problems: ReadonlyArray<Sentences>): CommandFailure => {
  const sentences = problems.flat().filter((sentence) => sentence !== "")
  const fix = problems.at(-1)?.[1] ?? ""
  return usageFailure((fix === "" ? sentences : sentences.slice(0, -1)).join(" "), fix)
}

export const noKey = (suggestsDemo = true): CommandFailure =>
  keyMissing(
    "There is no API key.",
    "Get one at https://api.data.gov/signup/ and set PUBLIC_RECORDS_API_KEY" +
      (suggestsDemo ? ", or add --demo to use the bundled sample data, which needs no key." : ".")
  )

/** Converts an input member to its flag: `createdFrom` to `--created-from`. */
export const flagName = (member: string): string =>
  `--${member.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

const queryFailure = failing("InvalidQuery", exitCodes.usage)

/** Creates the failure for an invalid query. Each sentence starts with the flag. */
export const invalidQuery = (problems: InvalidQuery["problems"], fix = ""): CommandFailure =>
  queryFailure(
    // `ID` is the argument of `get`, which is not a flag.
    problems.map(({ field, rule }) => (field === "ID" ? rule : `${flagName(field)}: ${rule}`)).join(" "),
    fix
  )

/** The advice if the key is `DEMO_KEY`, which anyone may use, and its limit is reached. */
export const demoKeyAdvice = "DEMO_KEY has a low limit. Your own key is free: https://api.data.gov/signup/."

/** Where the key was set, and the advice if its limit is reached. Both are empty if they are unknown. */
export interface KeyOrigin {
  readonly keySource: string
  readonly keyAdvice: string
}
const unknownKey: KeyOrigin = { keySource: "", keyAdvice: "" }

const checkKey = "Check PUBLIC_RECORDS_API_KEY, or get a key at https://api.data.gov/signup/."

const adviceOn = (reason: Reason, { keyAdvice, keySource }: KeyOrigin): string => {
  if (reason._tag === "RateLimited") return keyAdvice
  if (reason._tag === "KeyRejected" && keySource !== "") return `Key source: ${keySource}.`
  if (reason._tag === "InvalidOptions" && reason.neededOption === "allowHttp") return "Pass --allow-http to allow it."
  if (reason._tag === "Unavailable" && reason.certificate === "untrusted") {
    return "If this is your own server, pass its certificate with --ca FILE."
  }
  return ""
}

/** Converts an error reason of the client to a failure. */
export const failureOfReason = (reason: Reason, key = unknownKey, operation = ""): CommandFailure => {
  if (reason._tag === "InvalidQuery") return invalidQuery(reason.problems)
  if (reason._tag === "KeyMissing") return noKey()
  const [summary, usualFix] = reason.sentences
  const fix = reason._tag === "KeyRejected" ? checkKey : usualFix
  return new CommandFailure({
    reason: reason._tag,
    summary: reason._tag === "InvalidOptions" || operation === "" ? summary : `${operation}: ${summary}`,
    fix: [fix, adviceOn(reason, key)].filter((sentence) => sentence !== "").join(" "),
    exitCode: exitCodeOfReason[reason._tag],
    nextTryAt: ("nextTryAt" in reason ? reason.nextTryAt?.getTime() : undefined) ?? null
  })
}

export const failureOf = ({ operation, reason }: PublicRecordsError, key = unknownKey): CommandFailure =>
  failureOfReason(reason, key, operation)

/** Adds the advice to a failure of a command that reached the limit of the key. */
export const withKeyAdvice = (failure: CommandFailure, keyAdvice: string): CommandFailure =>
  failure.reason === "RateLimited" && keyAdvice !== ""
    ? new CommandFailure({ ...failure, fix: `${failure.fix} ${keyAdvice}` })
    : failure

/** Converts an error of the site with daily files to a failure. */
export const siteFailure = ({ message, problem }: SiteError, fix = ""): CommandFailure =>
  failing(`Site${problem}`, exitCodeOfSite[problem])(message, fix)

/** Converts an error of a mirror to a failure. */
export const mirrorFailure = ({ file, message, problem }: MirrorError): CommandFailure => {
  if (problem === "Missing") {
    const fix =
      'Create it with "public-records mirror sync", which needs no key, or "public-records mirror import FILE". To try one, add --mirror-file sample.'
    return usageFailure(`There is no mirror at ${file}.`, fix)
  }
  if (problem === "Engine") {
    return unexpected(
      message,
      'The service and "public-records serve" need no DuckDB: set a key, and leave out --demo, --data and --mirror.'
    )
  }
  const isUnexpected = ["Locked", "Full", "Damaged", "Clock"].includes(problem)
  return isUnexpected ? unexpected(message) : usageFailure(message)
}

/** Converts an error of a question. A problem of the query is one of the argument, as the filters are already valid. */
export const questionFailure = (error: InvalidQuery | MirrorError): CommandFailure =>
  error._tag === "MirrorError"
    ? mirrorFailure(error)
    : invalidQuery(error.problems.map(({ rule }) => ({ field: "ID", rule })))
