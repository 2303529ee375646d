import { Schema } from "effect"

/**
 * Why a reference server could not start, or could not read its data again: one sentence with the file and the line.
 *
 * **Gotchas** the message is written for people who typed a command; it never contains a key.
 */
export class ReferenceServerError extends Schema.TaggedError<ReferenceServerError>()("ReferenceServerError", {
  message: Schema.String
}) {}
