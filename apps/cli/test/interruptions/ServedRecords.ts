import { startReferenceServer } from "@public-records/server"
import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"

/** A TCP proxy to a port, which can be cut and repaired. While it is held, new connections wait. */
interface TestConnection {
  readonly port: number
  readonly cut: () => void
  readonly repair: () => void
  readonly hold: () => void
  readonly release: () => void
  /** Number of bytes that the service has sent. */
  readonly sentBytes: () => number
  /** Calls a function as soon as the service has sent this many more bytes. */
  readonly onSent: (bytes: number, notify: () => void) => void
  readonly close: () => Promise<void>
}

/** Opens a proxy to a port of this machine. */
const openConnection = async (to: number): Promise<TestConnection> => {
  const open = new Set<Socket>()
  const held: Array<() => void> = []
  let isCut = false
  let isHeld = false
  let sent = 0
  let thresholds: ReadonlyArray<{ readonly at: number; readonly notify: () => void }> = []
  const count = (bytes: number): void => {
    sent += bytes
    const reached = thresholds.filter(({ at }) => at <= sent)
    thresholds = thresholds.filter(({ at }) => at > sent)
    for (const { notify } of reached) notify()
  }
  const track = (socket: Socket): void => {
    open.add(socket)
    socket.once("close", () => open.delete(socket)).on("error", () => socket.destroy())
  }
  const server = createServer((near) => {
    track(near)
    if (isCut) return void near.resetAndDestroy()
    const connectFar = (): void => {
      const far = connect(to, "127.0.0.1")
      track(far)
      far.on("data", (chunk: Buffer) => count(chunk.length))
      near.pipe(far)
      far.pipe(near)
      near.once("close", () => far.destroy())
      far.once("close", () => near.destroy())
    }
    if (isHeld) held.push(connectFar)
    else connectFar()
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    cut: () => {
      isCut = true
      for (const socket of open) socket.resetAndDestroy()
    },
    repair: () => {
      isCut = false
    },
    hold: () => {
      isHeld = true
    },
    release: () => {
      isHeld = false
      for (const connectFar of held.splice(0)) connectFar()
    },
    sentBytes: () => sent,
    onSent: (bytes, notify) => {
      thresholds = [...thresholds, { at: sent + bytes, notify }]
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, "close")
    }
  }
}

/** Generated records, served over a connection that can be cut. */
export interface ServedRecords {
  readonly url: string
  readonly connection: TestConnection
  readonly close: () => Promise<void>
}

/** Serves generated complaints. */
export const serveRecords = async (count: number, seed: number): Promise<ServedRecords> => {
  const server = await startReferenceServer({
    synthetic: count,
    seed,
    rateLimit: "off"
  })
  const connection = await openConnection(Number(new URL(server.url).port))
  return {
    url: `http://127.0.0.1:${connection.port}`,
    connection,
    close: async () => {
      await connection.close()
      await server.close()
    }
  }
}
