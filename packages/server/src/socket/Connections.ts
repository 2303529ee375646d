import type { Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** One connection, and what is owed on it. */
export interface Connection {
  readonly socket: Socket
  /** Answers that are delayed; what is answered at once is never counted. */
  waiting: number
  isStalled: boolean
  /** The answer to the newest request. */
  latest: ServerResponse | undefined
  /** When something was last received or sent. */
  activeAt: number
  bytesRead: number
}

// A request that was sent just before its client learns of the end still arrives within this time.
const graceMillis = 250
const tickMillis = 25

/** Turns of the event loop without a new connection, after which none is left. */
const quietRounds = 3
const mostRounds = 200

/** What is open on a server, so that closing it can tell who is still owed an answer. */
export class Connections {
  readonly #open = new Map<Socket, Connection>()
  /** TCP connections, by the client's address, whose TLS is not there yet. */
  readonly #handshaking = new Map<string, Socket>()
  #accepted = 0
  #held: Array<() => void> | undefined
  isClosing = false

  track(server: Server, isTls: boolean): void {
    server.on("connection", (socket: Socket) => {
      this.#accepted += 1
      if (!isTls) return this.#add(socket)
      const address = addressOf(socket)
      this.#handshaking.set(address, socket)
      socket.once("close", () => this.#handshaking.delete(address))
    })
    server.on("secureConnection", (socket: Socket) => {
      this.#handshaking.delete(addressOf(socket))
      this.#add(socket)
    })
  }

  #add(socket: Socket): void {
    this.#open.set(socket, {
      socket,
      waiting: 0,
      isStalled: false,
      latest: undefined,
      activeAt: performance.now(),
      bytesRead: 0
    })
    socket.once("close", () => this.#open.delete(socket))
  }

  /** How many are open. */
  get count(): number {
    return this.#open.size + this.#handshaking.size
  }

  of(socket: Socket): Connection | undefined {
    return this.#open.get(socket)
  }

  /**
   * Begins to close: accepts what the system has connected already, because it would be reset with the listening socket.
   *
   * **Gotchas** answers are held back until that is done, so that as little as possible comes in between.
   */
  async acceptAll(): Promise<void> {
    this.isClosing = true
    this.#held = []
    for (let rounds = 0, quiet = 0; quiet < quietRounds && rounds < mostRounds; rounds++) {
      const before = this.#accepted
      await new Promise((resolve) => setImmediate(resolve))
      quiet = this.#accepted === before ? quiet + 1 : 0
    }
  }

  /** While closing: answers once all is read that came in the same packet, so that the newest request is known. */
  soon(task: () => void): void {
    if (this.#held === undefined) setImmediate(task)
    else this.#held.push(task)
  }

  #isIdle(connection: Connection, now: number): boolean {
    const { bytesRead, writableLength } = connection.socket
    if (bytesRead !== connection.bytesRead || writableLength > 0) connection.activeAt = now
    connection.bytesRead = bytesRead
    return connection.waiting === 0 && now - connection.activeAt >= graceMillis
  }

  /** Closes what is idle, again and again, and in the end everything. Returns what stops it. */
  drain(drainMillis: number): () => void {
    const held = this.#held ?? []
    this.#held = undefined
    for (const task of held) this.soon(task)
    const startedAt = performance.now()
    const tick = () => {
      const now = performance.now()
      const isOver = now - startedAt >= drainMillis
      for (const connection of this.#open.values()) {
        if (isOver || connection.isStalled) connection.socket.destroy()
        else if (this.#isIdle(connection, now)) connection.socket.destroySoon()
      }
      for (const socket of this.#handshaking.values()) {
        if (now - startedAt >= Math.min(drainMillis, graceMillis * 4)) socket.destroy()
      }
    }
    tick()
    const ticking = setInterval(tick, tickMillis)
    return () => clearInterval(ticking)
  }
}

const addressOf = (socket: Socket): string => `${socket.remoteAddress} ${socket.remotePort}`
