import { Schema } from "effect"

/** The reason why a file cannot be read or used. The message names the file and, if known, the row, line or record. */
export class RecordFileError extends Schema.TaggedError<RecordFileError>()("RecordFileError", {
  message: Schema.String
}) {}
