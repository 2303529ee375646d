import { Result } from "effect"
import type { Answer, ServiceRequest } from "../requests/Answer.ts"
import { maskedUrl } from "./maskedUrl.ts"
import type { RequestLogEntry } from "./RequestLogEntry.ts"

/** A method in the log. A client in this process could put a key there. */
const maskedMethod = (method: string, keys: ReadonlySet<string>): string => (keys.has(method) ? "••••" : method)

/** Returns a function that passes each request to a log, without any key. */
export const requestLog = (log: (entry: RequestLogEntry) => void, keys: ReadonlySet<string>) => {
  return (request: ServiceRequest, answer: Answer, when: Pick<RequestLogEntry, "at" | "milliseconds">): void => {
    const entry: RequestLogEntry = {
      at: when.at,
      method: maskedMethod(request.method, keys),
      url: maskedUrl(request, keys),
      status: answer.status,
      bytes: answer.body.length,
      milliseconds: Math.round(when.milliseconds * 1000) / 1000,
      errorCode: answer.refused ?? null,
      fault: answer.struck.at(-1) ?? null
    }
    // A log that throws must not break the response.
    Result.try(() => log(entry))
  }
}
