import { createServer, type Server } from "node:http"

/** The service behind the gateway, and the API key for it. */
export interface Upstream {
  readonly url: string
  readonly apiKey: string
  readonly fetch: typeof globalThis.fetch
}

const forwardedHeaders = ["content-type", "retry-after", "x-ratelimit-limit", "x-ratelimit-remaining"]

/** Your own server in front of the service. Its clients need no API key, and the gateway's key stays on the server. */
export const gateway = ({ apiKey, fetch, url }: Upstream): Server =>
  createServer(async ({ method = "GET", url: target = "/" }, response) => {
    try {
      const received = await fetch(url + target, { method, headers: { "X-Api-Key": apiKey }, redirect: "manual" })
      const body = Buffer.from(await received.arrayBuffer())
      const headers = forwardedHeaders.flatMap((name) => {
        const value = received.headers.get(name)
        return value === null ? [] : [[name, value] as const]
      })
      response.writeHead(received.status, Object.fromEntries(headers)).end(body)
    } catch {
      response.writeHead(502).end()
    }
  })
