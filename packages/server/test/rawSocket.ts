import { connect, type Socket } from "node:net"
import { Effect, type Scope } from "effect"

/** A connection to a server, without any HTTP client in between. */
export interface RawConnection {
  readonly socket: Socket
  readonly send: (text: string) => void
  /** Everything received so far, as Latin-1. */
  readonly received: () => string
  /** Waits until what was received matches; fails where the connection ends before. */
  readonly until: (pattern: RegExp) => Effect.Effect<string>
  /** Waits for the end of the connection, and tells everything that was received. */
  readonly end: Effect.Effect<string>
}

/** Opens a connection for the time of a scope. */
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
        Effect.promise(
          () =>
            new Promise((resolve, reject) => {
              const check = () => {
                if (pattern.test(received)) resolve(received)
              }
              check()
              socket.on("data", check)
              void closed.then(() => reject(new Error(`${pattern} never came, but ${received.slice(0, 500)}`)))
            })
        ),
      end: Effect.promise(() => closed.then(() => received))
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

/** A request as it goes over the wire, with the key, for the last one of its connection. */
export const lastRequest = (method: string, target: string, ...headers: ReadonlyArray<string>): string =>
  `${[`${method} ${target} HTTP/1.1`, "Host: x", "X-Api-Key: DEMO_KEY", "Connection: close", ...headers].join("\r\n")}\r\n\r\n`

/** The same, with more to come. */
export const firstRequest = (method: string, target: string, ...headers: ReadonlyArray<string>): string =>
  `${[`${method} ${target} HTTP/1.1`, "Host: x", "X-Api-Key: DEMO_KEY", ...headers].join("\r\n")}\r\n\r\n`

/** One answer of a connection. */
export interface RawAnswer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** The answers to requests of these methods, taken apart by their Content-Length. */
export const answersIn = (received: string, ...methods: ReadonlyArray<string>): ReadonlyArray<RawAnswer> => {
  const answers: Array<RawAnswer> = []
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
    const length = methods[answers.length] === "HEAD" ? 0 : Number(headers.get("content-length") ?? 0)
    const from = head.length + 4
    answers.push({ status: Number(statusLine.split(" ")[1]), headers, body: rest.slice(from, from + length) })
    rest = rest.slice(from + length)
  }
  return answers
}
