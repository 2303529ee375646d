import { connect, type Socket } from "node:net"
import type { AnswerSeen } from "./judgeAnswer.ts"
import type { OddRequest } from "./oddRequest.ts"

/** Why no answer came. */
export type NoAnswer = "closed" | "hung"

const longestWaitMillis = 20_000

const head = /^HTTP\/1\.1 (\d{3})[^\r\n]*\r\n([\s\S]*?)\r\n\r\n/

/** Headers after which a connection is used for nothing else. */
const oneUse = /^(?:connection|upgrade|expect|content-length|transfer-encoding|te)$/i

const bytesOf = ({ headers, method, url }: OddRequest, isLast: boolean): Buffer => {
  const lines = headers.map(([name, value]) => `${name}: ${value}`)
  const host = headers.some(([name]) => name === "Host") ? [] : ["Host: fuzz"]
  const close = isLast ? ["Connection: close"] : []
  // Characters above U+00FF go as UTF-8, and so does half a surrogate pair, as well as it can.
  return Buffer.from(`${[`${method} ${url} HTTP/1.1`, ...host, ...lines, ...close].join("\r\n")}\r\n\r\n`, "utf8")
}

/** Sends requests one after the other over connections that it opens as it needs them. */
export class RawClient {
  readonly #port: number
  #socket: Socket | undefined
  #received = Buffer.alloc(0)
  #wake: () => void = () => undefined

  constructor(port: number) {
    this.#port = port
  }

  /** The whole answer to a request. */
  async ask(request: OddRequest): Promise<AnswerSeen | NoAnswer> {
    const isLast = request.headers.some(([name]) => oneUse.test(name))
    const socket = this.#open()
    socket.write(bytesOf(request, isLast))
    let isHung = false
    const alarm = setTimeout(() => {
      isHung = true
      socket.destroy()
    }, longestWaitMillis)
    for (;;) {
      const answer = this.#answer(request.method, socket.closed)
      if (answer !== undefined || socket.closed) {
        clearTimeout(alarm)
        if (isLast || answer === undefined || answer.headers["connection"] === "close") this.close()
        return answer ?? (isHung ? "hung" : "closed")
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

  /** Takes one answer off what was received; nothing while it is not whole. */
  #answer(method: string, isClosed: boolean): AnswerSeen | undefined {
    const text = this.#received.toString("latin1")
    const [whole = "", status = "", lines = ""] = head.exec(text) ?? []
    if (whole === "") return undefined
    const headers = Object.fromEntries(
      lines.split("\r\n").map((line) => {
        const colon = line.indexOf(":")
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
      })
    )
    const isBodiless = method === "HEAD" || status === "204" || status === "304"
    const length = isBodiless ? 0 : Number(headers["content-length"] ?? (status === "417" ? 0 : Infinity))
    if (this.#received.length < whole.length + length && !isClosed) return undefined
    const body = this.#received.subarray(whole.length, whole.length + length)
    this.#received = this.#received.subarray(whole.length + length)
    return { status: Number(status), headers, body }
  }
}
