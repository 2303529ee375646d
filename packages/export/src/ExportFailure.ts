import { Predicate, Schema } from "effect"

/**
 * Why a file could not be made, apart from what the service does: a sentence with what to do.
 *
 * **Gotchas** the message may quote paths; it is not safe for a terminal unfiltered.
 */
export class ExportFailure extends Schema.TaggedError<ExportFailure>()("ExportFailure", {
  /** `Unwritable`: the file system refuses. `OtherExport`: the target belongs to another query, or to another run. */
  reason: Schema.Literals(["Unwritable", "OtherExport"]),
  message: Schema.String
}) {}

/** The code of an error of the file system, such as `ENOSPC`. */
export const codeOf = (cause: unknown): string =>
  Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) ? cause.code : ""

const whatHappened = (code: string, cause: unknown): string => {
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return "there is no space left"
    case "EFBIG":
      return "it would be larger than the system allows"
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return "writing there is not allowed"
    case "ENOENT":
      return "its folder is not there"
    default:
      return cause instanceof Error ? cause.message : String(cause)
  }
}

/** A file or folder that the system refuses to write. */
export const unwritable = (path: string, cause: unknown): ExportFailure => {
  const code = codeOf(cause)
  const isFull = ["ENOSPC", "EDQUOT", "EFBIG"].includes(code)
  const advice = isFull
    ? "What was written before is kept: make room, and the same command goes on from there."
    : "Name another place with --out, or mend this one, and run the same command again."
  return new ExportFailure({
    reason: "Unwritable",
    message: `${path} cannot be written: ${whatHappened(code, cause)}${code === "" ? "" : ` (${code})`}. ${advice}`
  })
}

/** A target that belongs to another export. */
export const otherExport = (message: string): ExportFailure => new ExportFailure({ reason: "OtherExport", message })
