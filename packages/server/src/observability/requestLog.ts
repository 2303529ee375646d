import { Result } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { FaultKind } from "../faults/faultKinds.ts"
import type { Reply } from "../requests/Reply.ts"
import { containsKey, maskedUrl } from "./maskedUrl.ts"
import type { RequestLogEntry } from "./RequestLogEntry.ts"

interface HandledRequest extends Pick<RequestLogEntry, "at" | "bytes" | "milliseconds"> {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly reply: Reply
  readonly applied: ReadonlyArray<FaultKind>
}

/** Returns a function that passes each request to a log, without any key. */
export const requestLog =
  (log: (entry: RequestLogEntry) => void, keys: ReadonlySet<string>) =>
  ({ applied, at, bytes, milliseconds, reply, request: { headers, method, url } }: HandledRequest): void => {
    const entry: RequestLogEntry = {
      at,
      // A client in this process could send a key as the method.
      method: keys.has(method) ? "••••" : method,
      url: maskedUrl(url, keys),
      hasKey: [url, ...Object.values(headers)].some((text) => containsKey(text, keys)),
      status: reply.status,
      bytes,
      milliseconds: Math.round(milliseconds * 1000) / 1000,
      errorCode: reply.errorCode ?? null,
      fault: applied.at(-1) ?? null
    }
    // A log that throws must not break the response.
    Result.try(() => log(entry))
  }
