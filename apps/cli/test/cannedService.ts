import { Effect } from "effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"

/** A service on plain HTTP with a fixed response, which records its requests. */
export interface CannedService {
  readonly url: string
  readonly requests: ReadonlyArray<{ readonly url: string; readonly key: string | undefined }>
}

/** Returns a complaint in the format of the service. */
export const wireComplaint = (id: string, attributes: Readonly<Record<string, string>> = {}) => ({
  type: "dnc_complaint",
  id,
  attributes: {
    "company-phone-number": "4703352559",
    "created-date": "2021-07-07 00:01:15",
    "violation-date": "2021-07-06 11:48:00",
    "consumer-city": "Columbus",
    "consumer-state": "Ohio",
    "consumer-area-code": "614",
    subject: "Other",
    "recorded-message-or-robocall": "Y",
    ...attributes
  },
  relationships: [],
  meta: [],
  links: { self: `https://api.test/v0/dnc-complaints/${id}` }
})

/** Responds with JSON. */
export const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))
  }

/** Responds with a page of these records. */
export const page = (...data: ReadonlyArray<unknown>) =>
  json(200, { data, meta: { "records-this-page": data.length, "records-total": data.length } })

/** Starts the service on a free port and stops it when the scope closes. */
export const cannedService = (answer: (request: IncomingMessage, response: ServerResponse) => void) =>
  Effect.acquireRelease(
    Effect.callback<CannedService & { readonly close: Effect.Effect<void> }>((resume) => {
      const requests: Array<{ readonly url: string; readonly key: string | undefined }> = []
      const server = createServer((request, response) => {
        requests.push({ url: request.url ?? "", key: request.headers["x-api-key"]?.toString() })
        answer(request, response)
      })
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        const close = Effect.sync(() => {
          server.closeAllConnections()
          server.close()
        })
        resume(Effect.succeed({ url: `http://127.0.0.1:${port}`, requests, close }))
      })
    }),
    ({ close }) => close
  )
