import { Effect } from "effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"

/** A request over a real socket. */
interface Arrival {
  readonly url: string
  readonly headers: IncomingMessage["headers"]
}

/** Responds to the n-th request, counted from 0. */
type Respond = (response: ServerResponse, n: number, request: IncomingMessage) => void

const started = (respond: Respond) => {
  const arrivals: Array<Arrival> = []
  const server = createServer((request, response) => {
    const n = arrivals.push({ url: request.url ?? "", headers: request.headers }) - 1
    respond(response, n, request)
  })
  const close = Effect.sync(() => {
    server.closeAllConnections()
    server.close()
  })
  return { arrivals, server, close }
}

/** Starts a service on a loopback socket. It stops when the scope closes. */
export const loopbackService = (respond: Respond) =>
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof started> & { readonly url: string }>((resume) => {
      const service = started(respond)
      service.server.listen(0, "127.0.0.1", () => {
        const address = service.server.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        resume(Effect.succeed({ ...service, url: `http://127.0.0.1:${port}` }))
      })
    }),
    ({ close }) => close
  )

/** Sends a JSON response. */
export const respondJson = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {}
): void => {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))
}
