import { Effect, Option, Redacted } from "effect"
import { HttpClientRequest } from "effect/http"
import { type ClientConfig } from "../Options.ts"
import { KeyMissing } from "../PublicRecordsError.ts"
import { type EnvelopeRequest, type KeyedRequest, type Send } from "./Send.ts"

/** In a web page the browser sets the user agent: another one would need the service's permission first. */
export const userAgentHeader = ({ userAgent }: ClientConfig): Readonly<Record<string, string>> =>
  "document" in globalThis ? {} : { "user-agent": userAgent }

/** The base URL without a slash at its end. */
export const rootOf = ({ baseUrl }: ClientConfig): string => baseUrl.href.replace(/\/$/, "")

/** Makes the HTTP request, with the key in its header. **Fails with** `KeyMissing` without a key. */
export const withApiKey =
  (config: ClientConfig) =>
  <A, E>(send: Send<KeyedRequest, A, E>): Send<EnvelopeRequest, A, E | KeyMissing> => {
    const root = rootOf(config)
    const userAgent = userAgentHeader(config)
    return ({ path, params, nextPublication }, call) => {
      if (Option.isNone(config.apiKey)) return Effect.fail(new KeyMissing())
      const headers = { "x-api-key": Redacted.value(config.apiKey.value), ...userAgent }
      const http = HttpClientRequest.get(`${root}${path}`, { urlParams: params, acceptJson: true, headers })
      return send({ http, nextPublication }, call)
    }
  }
