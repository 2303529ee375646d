import { gatewayError } from "./GatewayError.ts"
import type { Reply } from "../requests/Answer.ts"

/** The 400 that a request without HTTPS gets; nothing for a request with it (decision 25). */
export const refusedByHttps = (isSecure: boolean): Reply | undefined =>
  isSecure ? undefined : gatewayError("HTTPS_REQUIRED")
