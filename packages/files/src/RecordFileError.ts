import { Schema } from "effect"

/** A file that cannot be read or used. The message names the file and, if there is one, the row, line or record. */
export class RecordFileError extends Schema.TaggedError<RecordFileError>()("RecordFileError", {
  message: Schema.String
}) {}
