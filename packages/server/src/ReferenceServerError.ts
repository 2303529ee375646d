import { Schema } from "effect"

/**
 * The reason why a server cannot start or reload its data. The message names the file and line, if any, but never a key.
 * `isIoFailure` is whether the machine failed to read a file.
 */
export class ReferenceServerError extends Schema.TaggedError<ReferenceServerError>()("ReferenceServerError", {
  message: Schema.String,
  isIoFailure: Schema.optionalKey(Schema.Boolean)
}) {}
