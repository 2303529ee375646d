import { gatewayError } from "./GatewayError.ts"
import type { Reply } from "../requests/Answer.ts"

/** The key that counts: the header's unless it is empty, then the query's (decision 34). */
export const keyOf = (header: string | undefined, query: string | undefined): string | undefined =>
  [header, query].find((key) => key !== undefined && key !== "")

/** The 403 that a missing or unknown key gets; nothing for a known one. */
export const refusedByKey = (key: string | undefined, known: ReadonlySet<string>): Reply | undefined => {
  if (key === undefined) return gatewayError("API_KEY_MISSING")
  return known.has(key) ? undefined : gatewayError("API_KEY_INVALID")
}
