import { Result } from "effect"
import type { Answer, ServiceRequest } from "../requests/Answer.ts"
import { KeyMask } from "./KeyMask.ts"
import type { RequestLogEntry } from "./RequestLogEntry.ts"

/** Hands each request to a log, without any key. */
export const requestLog = (log: (entry: RequestLogEntry) => void, keys: ReadonlySet<string>) => {
  const mask = new KeyMask(keys)
  return (request: ServiceRequest, answered: Answer, when: Pick<RequestLogEntry, "at" | "milliseconds">): void => {
    const { body, refused = null, status, struck } = answered
    const fault = struck.at(-1) ?? null
    const milliseconds = Math.round(when.milliseconds * 1000) / 1000
    const entry = { method: mask.method(request), url: mask.url(request), status, bytes: body.length, refused, fault }
    // A log that fails must not cost anybody an answer.
    Result.try(() => log({ at: when.at, ...entry, milliseconds }))
  }
}
