import { connect, type Socket } from "node:net"
import type { ObservedResponse } from "./checkResponse.ts"
import type { OddRequest } from "./oddRequest.ts"

/** The reason why there is no response. */
export type NoResponse = "closed" | "hung"

const responseTimeoutMillis = 20_000

const head = /^HTTP\/1\.1 (\d{3})[^\r\n]*\r\n([\s\S]*?)\r\n\r\n/

/** Headers of a request after which its connection is not reused. */
const singleUse = /^(?:connection|upgrade|expect|content-length|transfer-encoding|te)$/i

const bytesOf = ({ headers, method, url }: OddRequest, isLast: boolean): Buffer => {
  const lines = headers.map(([name, value]) => `${name}: ${value}`)
  const host = headers.some(([name]) => name === "Host") ? [] : ["Host: fuzz"]
  const close = isLast ? ["Connection: close"] : []
  // Characters above U+00FF are sent as UTF-8, and half a surrogate pair as U+FFFD.
  return Buffer.from(`${[`${method} ${url} HTTP/1.1`, ...host, ...lines, ...close].join("\r\n")}\r\n\r\n`, "utf8")
}

/** Sends requests one after another over connections that it opens as needed. */
export class RawClient {
  readonly #port: number
  #socket: Socket | undefined
  #received = Buffer.alloc(0)
  #wake: () => void = () => undefined

  constructor(port: number) {
    this.#port = port
  }

  /** Sends a request and returns its complete response. */
  async send(request: OddRequest): Promise<ObservedResponse | NoResponse> {
    const isLast = request.headers.some(([name]) => singleUse.test(name))
    const socket = this.#open()
    socket.write(bytesOf(request, isLast))
    let isHung = false
    const alarm = setTimeout(() => {
      isHung = true
      socket.destroy()
    }, responseTimeoutMillis)
    for (;;) {
      const response = this.#nextResponse(request.method, socket.closed)
      if (response !== undefined || socket.closed) {
        clearTimeout(alarm)
        if (isLast || response === undefined || response.headers["connection"] === "close") this.close()
        return response ?? (isHung ? "hung" : "closed")
      }
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
    this.#received = Buffer.alloc(0)
  }

  #open(): Socket {
    if (this.#socket !== undefined && !this.#socket.destroyed) return this.#socket
    this.#received = Buffer.alloc(0)
    const socket = connect(this.#port, "127.0.0.1")
    socket.on("data", (chunk) => {
      if (socket !== this.#socket) return
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
      this.#wake()
    })
    socket.on("error", () => undefined)
    socket.once("close", () => this.#wake())
    this.#socket = socket
    return socket
  }

  /** Removes the next response from the received bytes. Returns `undefined` if it is incomplete. */
  #nextResponse(method: string, isClosed: boolean): ObservedResponse | undefined {
    const text = this.#received.toString("latin1")
    const [whole = "", status = "", lines = ""] = head.exec(text) ?? []
    if (whole === "") return undefined
    const headers = Object.fromEntries(
      lines.split("\r\n").map((line) => {
        const colon = line.indexOf(":")
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
      })
    )
    const hasNoBody = method === "HEAD" || status === "204" || status === "304"
    const length = hasNoBody ? 0 : Number(headers["content-length"] ?? (status === "417" ? 0 : Infinity))
    if (this.#received.length < whole.length + length && !isClosed) return undefined
    const body = this.#received.subarray(whole.length, whole.length + length)
    this.#received = this.#received.subarray(whole.length + length)
    return { status: Number(status), headers, body }
  }
}
