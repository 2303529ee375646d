import { jsonReply, type TextReply } from "../requests/Reply.ts"

const signUp = "https://api.ftc.gov:443"

/** The gateway's errors, in its own words. */
const gatewayErrors = {
  NOT_FOUND: { status: 404, message: "The requested URL was not found on this server." },
  METHOD_NOT_ALLOWED: { status: 405, message: "This method is not allowed here. Use GET, HEAD or OPTIONS." },
  URI_TOO_LONG: { status: 414, message: "The requested URL is too long for this server." },
  HTTPS_REQUIRED: {
    status: 400,
    message: `Requests must be made over HTTPS. Try accessing the API at: ${signUp}`
  },
  API_KEY_MISSING: { status: 403, message: `No api_key was supplied. Get one at ${signUp}` },
  API_KEY_INVALID: { status: 403, message: `An invalid api_key was supplied. Get one at ${signUp}` },
  OVER_RATE_LIMIT: {
    status: 429,
    message: `You have exceeded your rate limit. Try again later or contact us at ${signUp} for assistance`
  },
  INVALID_PARAMETERS: { status: 400, message: "The parameters of this request are not valid." },
  INTERNAL_SERVER_ERROR: {
    status: 500,
    message: `An unexpected error has occurred. Try again later or contact us at ${signUp} for assistance`
  }
} as const

/** The `error.code` of an error body. */
export type GatewayErrorCode = keyof typeof gatewayErrors

/** Returns an error body in the gateway's format. */
export const gatewayErrorBody = (code: string, message: string): string => JSON.stringify({ error: { code, message } })

/**
 * Returns an error in the gateway's format.
 *
 * **Wire** `{"error":{"code":"API_KEY_MISSING","message":"No api_key was supplied. …"}}`.
 *
 * **Source** docs/api.md, statement 31.
 */
export const gatewayError = (
  code: GatewayErrorCode,
  message: string = gatewayErrors[code].message,
  headers: TextReply["headers"] = {}
): TextReply => ({
  ...jsonReply(gatewayErrors[code].status, gatewayErrorBody(code, message), headers),
  errorCode: code
})
