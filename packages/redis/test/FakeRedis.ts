import { Effect, type Scope } from "effect"
import { createServer, type Socket } from "node:net"
import { Journal } from "./Journal.ts"

/** A Redis that grants every permit. A test can close its connections, and delay its replies to new ones. */
export interface FakeRedis {
  readonly url: string
  /** `connected`, `disconnected`, and the name of each command, in order. */
  readonly journal: Journal
  readonly closeConnections: () => void
  /** Delays all replies until the returned function is called. */
  readonly hold: () => () => void
}

/** The replies to commands. Scripts reply that a permit is granted, and any other command with `OK`. */
const replies: Readonly<Record<string, string>> = {
  EVALSHA: "*4\r\n:1\r\n:100\r\n:0\r\n:0\r\n",
  PING: "+PONG\r\n"
}

/** Returns the names of the commands that a client sent, from arrays such as `*1\r\n$4\r\nPING\r\n`. */
const namesOf = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/\*\d+\r\n\$\d+\r\n([^\r]+)\r\n/g)].map(([, name = ""]) => name.toUpperCase())

export const fakeRedis: Effect.Effect<FakeRedis, never, Scope.Scope> = Effect.acquireRelease(
  Effect.callback<FakeRedis & { readonly close: () => void }>((resume) => {
    const journal = new Journal()
    const sockets = new Set<Socket>()
    let held: Array<() => void> | undefined
    const server = createServer((socket) => {
      sockets.add(socket)
      journal.add("connected")
      // A client that is closed with unread replies resets its connection.
      socket.on("error", () => {})
      socket.on("close", () => {
        sockets.delete(socket)
        journal.add("disconnected")
      })
      socket.setEncoding("utf8").on("data", (text: string) => {
        for (const name of namesOf(text)) {
          journal.add(name)
          const reply = () => void socket.write(replies[name] ?? "+OK\r\n")
          if (held === undefined) reply()
          else held.push(reply)
        }
      })
    })
    const closeConnections = () => {
      for (const socket of sockets) socket.destroy()
    }
    const hold = () => {
      held = []
      return () => {
        const late = held ?? []
        held = undefined
        for (const reply of late) reply()
      }
    }
    const close = () => {
      closeConnections()
      server.close()
    }
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = typeof address === "object" ? (address?.port ?? 0) : 0
      resume(Effect.succeed({ url: `redis://127.0.0.1:${port}`, journal, closeConnections, hold, close }))
    })
  }),
  ({ close }) => Effect.sync(close)
)
