import { jsonReply, type TextReply } from "../requests/Answer.ts"

const signUp = "https://api.ftc.gov:443"

/** The gateway's own errors, worded as it words them. */
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

/** The code of an error body, as `error.code` has it. */
export type GatewayErrorCode = keyof typeof gatewayErrors

/** The body of an error in the gateway's form. */
export const gatewayErrorBody = (code: string, message: string): string => JSON.stringify({ error: { code, message } })

/**
 * An error in the gateway's form.
 *
 * **Wire** `{"error":{"code":"API_KEY_MISSING","message":"No api_key was supplied. …"}}`.
 *
 * **Source** observed; decision 20.
 */
export const gatewayError = (
  code: GatewayErrorCode,
  message: string = gatewayErrors[code].message,
  headers: Readonly<Record<string, string>> = {}
): TextReply => ({ ...jsonReply(gatewayErrors[code].status, gatewayErrorBody(code, message), headers), refused: code })
