import { Effect, Queue } from "effect"
import { createServer, type ServerResponse } from "node:http"

/** Responds to the n-th request, counted from 0. */
type Respond = (response: ServerResponse, n: number) => void

const started = (respond: Respond, received: Queue.Queue<number>, closed: Queue.Queue<number>) => {
  let arrivals = 0
  const server = createServer((_request, response) => {
    const n = arrivals++
    response.once("close", () => Queue.offerUnsafe(closed, n))
    respond(response, n)
    Queue.offerUnsafe(received, n)
  })
  const close = Effect.sync(() => {
    server.closeAllConnections()
    server.close()
  })
  return { arrivals: () => arrivals, server, close }
}

/**
 * Runs a service on a loopback socket until the scope closes. `received` receives the number of each request after `respond` was
 * called, and `closed` the number of each response that was completed or aborted.
 */
export const loopbackService = Effect.fnUntraced(function* (respond: Respond) {
  const received = yield* Queue.unbounded<number>()
  const closed = yield* Queue.unbounded<number>()
  const service = yield* Effect.acquireRelease(
    Effect.callback<ReturnType<typeof started> & { readonly url: string }>((resume) => {
      const starting = started(respond, received, closed)
      starting.server.listen(0, "127.0.0.1", () => {
        const address = starting.server.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        resume(Effect.succeed({ ...starting, url: `http://127.0.0.1:${port}` }))
      })
    }),
    ({ close }) => close
  )
  return { ...service, received, closed }
})
