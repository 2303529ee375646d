import { Schema } from "effect"

/** The reason why a server cannot start or reload its data. The message names the file and row, if any, but never a key. */
export class ReferenceServerError extends Schema.TaggedError<ReferenceServerError>()("ReferenceServerError", {
  message: Schema.String
}) {}
