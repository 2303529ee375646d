import { Schema } from "effect"

/**
 * The reason why a file cannot be read or used. The message names the file and, if known, the line or record. `isIoFailure` is whether
 * the machine failed, such as a disk or a missing permission, and not the choice of the file.
 */
export class RecordFileError extends Schema.TaggedError<RecordFileError>()("RecordFileError", {
  message: Schema.String,
  isIoFailure: Schema.optionalKey(Schema.Boolean)
}) {}
