import { Effect, Queue } from "effect"
import { createServer, type ServerResponse } from "node:http"

/** Answers the n-th request, counted from 0. */
type Respond = (response: ServerResponse, n: number) => void

const started = (respond: Respond, asked: Queue.Queue<number>, closed: Queue.Queue<number>) => {
  let arrivals = 0
  const server = createServer((_request, response) => {
    const n = arrivals++
    response.once("close", () => Queue.offerUnsafe(closed, n))
    respond(response, n)
    Queue.offerUnsafe(asked, n)
  })
  const close = Effect.sync(() => {
    server.closeAllConnections()
    server.close()
  })
  return { arrivals: () => arrivals, server, close }
}

/**
 * A service on a real socket of this machine, until the scope ends.
 *
 * **Gotchas** `asked` gives the number of each request when it was answered as far as `respond` does so at once, `closed`
 * the number of each whose exchange is over, whoever ended it.
 */
export const loopbackService = Effect.fnUntraced(function* (respond: Respond) {
  const asked = yield* Queue.unbounded<number>()
  const closed = yield* Queue.unbounded<number>()
  const service = yield* Effect.acquireRelease(
    Effect.callback<ReturnType<typeof started> & { readonly url: string }>((resume) => {
      const starting = started(respond, asked, closed)
      starting.server.listen(0, "127.0.0.1", () => {
        const address = starting.server.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        resume(Effect.succeed({ ...starting, url: `http://127.0.0.1:${port}` }))
      })
    }),
    ({ close }) => close
  )
  return { ...service, asked, closed }
})
