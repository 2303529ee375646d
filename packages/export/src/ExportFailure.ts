import { Predicate, Schema } from "effect"

/**
 * Error of an export that the service did not cause. The message is the problem and what to do about it.
 *
 * **Gotchas** the message may quote paths, so escape it before printing it to a terminal.
 */
export class ExportFailure extends Schema.TaggedError<ExportFailure>()("ExportFailure", {
  /**
   * `WriteFailed`: the file system reported an error. `TargetConflict`: the target belongs to another query or to another
   * run.
   */
  reason: Schema.Literals(["WriteFailed", "TargetConflict"]),
  problem: Schema.String,
  advice: Schema.String
}) {
  override get message(): string {
    return `${this.problem} ${this.advice}`.trimEnd()
  }
}

/** Returns the code of a file system error, such as `ENOSPC`. */
export const codeOf = (cause: unknown): string =>
  Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) ? cause.code : ""

const noSpace = "there is no space left"
const notAllowed = "permission denied"

const descriptions: ReadonlyMap<string, string> = new Map([
  ["ENOSPC", noSpace],
  ["EDQUOT", noSpace],
  ["EFBIG", "it would be larger than the system allows"],
  ["EACCES", notAllowed],
  ["EPERM", notAllowed],
  ["EROFS", notAllowed],
  ["ENOENT", "its folder does not exist"],
  ["ELOOP", "it is a symbolic link, or its links form a loop"]
])

/** Creates the failure for a file or folder that cannot be written. */
export const writeFailed = (path: string, cause: unknown): ExportFailure => {
  const code = codeOf(cause)
  const description = descriptions.get(code) ?? (cause instanceof Error ? cause.message : String(cause))
  const isFull = ["ENOSPC", "EDQUOT", "EFBIG"].includes(code)
  const advice = isFull
    ? "The records written so far remain. Free some space and run the same command to resume."
    : "Choose another path with --out, or fix this one, and run the same command again."
  return new ExportFailure({
    reason: "WriteFailed",
    problem: `${path} cannot be written: ${description}${code === "" ? "" : ` (${code})`}.`,
    advice
  })
}

/** Creates the failure for a target that belongs to another export. */
export const targetConflict = (message: string): ExportFailure =>
  new ExportFailure({ reason: "TargetConflict", problem: message, advice: "" })
