import { Schema } from "effect"

/** Why a reference server could not start or read its data again. The message names the file and row, and never a key. */
export class ReferenceServerError extends Schema.TaggedError<ReferenceServerError>()("ReferenceServerError", {
  message: Schema.String
}) {}
