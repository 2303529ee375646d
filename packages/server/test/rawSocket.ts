import { connect, type Socket } from "node:net"
import { Effect, type Scope } from "effect"

/** A connection to a server, without any HTTP client in between. */
export interface RawConnection {
  readonly socket: Socket
  readonly send: (text: string) => void
  /** Returns everything received so far, as Latin-1. */
  readonly received: () => string
  /** Waits until the received text matches. Fails if the connection ends before that. */
  readonly until: (pattern: RegExp) => Effect.Effect<string>
  /** Waits for the end of the connection and returns everything received. */
  readonly end: Effect.Effect<string>
}

/** Much longer than any response takes, so that a test that waits in vain fails with a message instead of a timeout. */
const patienceMillis = 30_000

/** Waits for a promise, but not forever. */
export const patiently = <A>(awaited: Promise<A>, problem: () => string): Promise<A> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(problem())), patienceMillis)
  return Promise.race([awaited, promise]).finally(() => clearTimeout(timer))
}

/** Opens a connection and closes it with the scope. */
export const rawConnection = (url: string): Effect.Effect<RawConnection, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { hostname, port } = new URL(url)
    const socket = yield* Effect.acquireRelease(
      Effect.callback<Socket>((resume) => {
        const opened = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
        opened.once("connect", () => resume(Effect.succeed(opened)))
        // A refused connection shows as one that has ended.
        opened.on("error", () => resume(Effect.succeed(opened)))
      }),
      (opened) => Effect.sync(() => opened.destroy())
    )
    let received = ""
    const closed = new Promise<void>((resolve) => {
      socket.once("end", () => socket.end())
      socket.once("close", () => resolve())
      if (socket.destroyed) resolve()
    })
    socket.on("data", (chunk) => (received += chunk.toString("latin1")))
    return {
      socket,
      send: (text) => void socket.write(text, "latin1"),
      received: () => received,
      until: (pattern) =>
        Effect.promise(() => {
          const problem = (): string => `${pattern} was not received, but ${received.slice(0, 500)}`
          const matching = new Promise<string>((resolve, reject) => {
            const check = () => {
              if (pattern.test(received)) resolve(received)
            }
            check()
            socket.on("data", check)
            void closed.then(() => reject(new Error(problem())))
          })
          return patiently(matching, problem)
        }),
      end: Effect.promise(() =>
        patiently(
          closed.then(() => received),
          () => `the server did not close the connection after ${received.slice(0, 500)}`
        )
      )
    }
  })

/** Sends raw text and reads until the server closes. */
export const raw = (url: string, text: string): Effect.Effect<string> =>
  Effect.scoped(
    Effect.gen(function* () {
      const connection = yield* rawConnection(url)
      connection.send(text)
      return yield* connection.end
    })
  )

/** Returns the text of a request with the API key that closes its connection. */
export const lastRequest = (method: string, target: string, ...headers: ReadonlyArray<string>): string =>
  `${[`${method} ${target} HTTP/1.1`, "Host: x", "X-Api-Key: DEMO_KEY", "Connection: close", ...headers].join("\r\n")}\r\n\r\n`

/** Returns the text of a request with the API key that leaves its connection open. */
export const firstRequest = (method: string, target: string, ...headers: ReadonlyArray<string>): string =>
  `${[`${method} ${target} HTTP/1.1`, "Host: x", "X-Api-Key: DEMO_KEY", ...headers].join("\r\n")}\r\n\r\n`

/** A response on a connection. */
export interface RawResponse {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** Splits received text into responses by their Content-Length. `methods` are those of the requests, GET by default. */
export const parseResponses = (received: string, ...methods: ReadonlyArray<string>): ReadonlyArray<RawResponse> => {
  const responses: Array<RawResponse> = []
  let rest = received
  while (rest !== "") {
    const [head = ""] = rest.split("\r\n\r\n", 1)
    const [statusLine = "", ...lines] = head.split("\r\n")
    const headers = new Map(
      lines.map((line) => {
        const [name = "", ...value] = line.split(":")
        return [name.toLowerCase(), value.join(":").trim()] as const
      })
    )
    const length = methods[responses.length] === "HEAD" ? 0 : Number(headers.get("content-length") ?? 0)
    const from = head.length + 4
    responses.push({ status: Number(statusLine.split(" ")[1]), headers, body: rest.slice(from, from + length) })
    rest = rest.slice(from + length)
  }
  return responses
}
