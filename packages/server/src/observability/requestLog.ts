import { Result } from "effect"
import type { ServiceResponse, ServiceRequest } from "../requests/Response.ts"
import { maskedUrl } from "./maskedUrl.ts"
import type { RequestLogEntry } from "./RequestLogEntry.ts"

/** Returns the method of a request for the log. A client in this process could send a key as the method. */
const maskedMethod = (method: string, keys: ReadonlySet<string>): string => (keys.has(method) ? "••••" : method)

/** Returns a function that passes each request to a log, without any key. */
export const requestLog = (log: (entry: RequestLogEntry) => void, keys: ReadonlySet<string>) => {
  return (
    request: ServiceRequest,
    response: ServiceResponse,
    when: Pick<RequestLogEntry, "at" | "milliseconds">
  ): void => {
    const entry: RequestLogEntry = {
      at: when.at,
      method: maskedMethod(request.method, keys),
      url: maskedUrl(request.url, keys),
      status: response.status,
      bytes: response.body.length,
      milliseconds: Math.round(when.milliseconds * 1000) / 1000,
      errorCode: response.errorCode ?? null,
      fault: response.applied.at(-1) ?? null
    }
    // A log that throws must not break the response.
    Result.try(() => log(entry))
  }
}
