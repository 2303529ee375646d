import { createServer, type Server } from "node:http"

/** What the gateway stands before, and with which key it asks there. */
export interface Upstream {
  readonly url: string
  readonly apiKey: string
  readonly fetch: typeof globalThis.fetch
}

const passedOn = ["content-type", "retry-after", "x-ratelimit-limit", "x-ratelimit-remaining"]

/** A server of one's own before the service: its clients have no key, and the one that is used never leaves it. */
export const gateway = ({ apiKey, fetch, url }: Upstream): Server =>
  createServer(async ({ method = "GET", url: target = "/" }, response) => {
    try {
      const answer = await fetch(url + target, { method, headers: { "X-Api-Key": apiKey }, redirect: "manual" })
      const body = Buffer.from(await answer.arrayBuffer())
      const headers = passedOn.flatMap((name) => {
        const value = answer.headers.get(name)
        return value === null ? [] : [[name, value] as const]
      })
      response.writeHead(answer.status, Object.fromEntries(headers)).end(body)
    } catch {
      response.writeHead(502).end()
    }
  })
