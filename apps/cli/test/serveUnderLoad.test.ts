import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Agent as HttpAgent, request as httpRequest } from "node:http"
import { Agent as HttpsAgent, request as httpsRequest } from "node:https"
import { start } from "./executable.ts"

const clients = 16
const path = "/v0/dnc-complaints?items_per_page=20"

/** The result of a request: a complete response, or a refused connection. Anything else is lost. */
type Outcome = "whole" | "refused" | `lost: ${string}`

const codeOf = (error: Error): string => ("code" in error ? String(error.code) : error.message)

const askOnce = (url: string, agent: HttpAgent): Promise<Outcome> =>
  new Promise((resolve) => {
    const options = { agent, headers: { "X-Api-Key": "DEMO_KEY" }, rejectUnauthorized: false }
    const send = url.startsWith("https:") ? httpsRequest : httpRequest
    const sent = send(url + path, options, (answer) => {
      let bytes = 0
      answer.on("data", (chunk: Buffer) => (bytes += chunk.length))
      answer.on("end", () => resolve(bytes === Number(answer.headers["content-length"]) ? "whole" : "lost: cut short"))
      answer.on("error", (error) => resolve(`lost: ${codeOf(error)}`))
    })
    sent.on("error", (error) => resolve(codeOf(error) === "ECONNREFUSED" ? "refused" : `lost: ${codeOf(error)}`))
    sent.end()
  })

/** Runs clients that send requests until the server has stopped. */
const load = (url: string, keepAlive: boolean) => {
  const options = { keepAlive, maxSockets: clients }
  const agent = url.startsWith("https:") ? new HttpsAgent(options) : new HttpAgent(options)
  const outcomes: Array<Outcome> = []
  let onAnswer: () => void = () => undefined
  const client = async () => {
    for (;;) {
      const outcome = await askOnce(url, agent)
      outcomes.push(outcome)
      onAnswer()
      if (outcome === "refused") return
    }
  }
  const ended = Promise.all(Array.from({ length: clients }, client)).then(() => outcomes)
  const underWay = new Promise<void>((resolve) => {
    onAnswer = () => {
      if (outcomes.length > clients * 10) resolve()
    }
  })
  return { underWay, ended }
}

describe("serve that is stopped under load", () => {
  for (const [name, flags, keepAlive] of [
    ["loses no request over kept connections", ["--tls", "off", "--allow-http"], true],
    ["truncates no response over a connection for each request", ["--tls", "off", "--allow-http"], false],
    ["loses no request over HTTPS", [], true]
  ] as const) {
    it.effect(`${name}, and exits with code 0`, () =>
      Effect.gen(function* () {
        const server = yield* start(["serve", "--port", "0", "--rate-limit", "off", ...flags])
        const url = (yield* server.firstLine).replace("Listening on ", "")
        const { ended, underWay } = load(url, keepAlive)
        yield* Effect.promise(() => underWay)
        yield* server.signal("SIGTERM")
        const outcomes = yield* Effect.promise(() => ended)
        const lost = outcomes.filter((outcome) => outcome !== "whole" && outcome !== "refused")
        // Connections that the server has not accepted yet are reset when it closes.
        assert.deepStrictEqual(
          new Set(lost),
          new Set<Outcome>(keepAlive || lost.length === 0 ? [] : ["lost: ECONNRESET"])
        )
        assert.isAtMost(lost.length, clients)
        assert.strictEqual(outcomes.filter((outcome) => outcome === "refused").length, clients)
        assert.strictEqual((yield* server.end).code, 0)
      })
    )
  }
})
