import { writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Client } from "undici"
import { compare, type Figure } from "../Comparison.ts"
import { startReferenceServer, startServer, temporaryFolder } from "../processes.ts"

const key = "DEMO_KEY"
const connections = 8
const requestsPerConnection = 25

/** Returns a port that is free now, for servers that cannot choose one. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

/** Starts a server with `npx`, which downloads it. Returns its URL. */
const startPackage = async (ready: RegExp, ...args: ReadonlyArray<string>): Promise<string> => {
  const port = String(await freePort())
  await startServer("npx", ["-y", ...args, "--port", port, "--host", "127.0.0.1"], ready)
  return `http://127.0.0.1:${port}`
}

const ours = await startReferenceServer()
const page = await new Client(ours).request({
  path: "/v0/dnc-complaints?items_per_page=50",
  method: "GET",
  headers: { "x-api-key": key }
})
const data = join(temporaryFolder(), "db.json")
writeFileSync(data, JSON.stringify({ "dnc-complaints": JSON.parse(await page.body.text()).data }))
const contract = fileURLToPath(new URL("../data/openapi.yaml", import.meta.resolve("@public-records/server")))
const jsonServer = await startPackage(/Home/, "json-server@0.17.4", "--quiet=false", data)
const prism = await startPackage(/listening/, "@stoplight/prism-cli@5", "mock", contract)

/** Returns work that requests a page 200 times, over eight connections. */
const requesting = (url: string, path: string) => {
  const clients = Array.from({ length: connections }, () => new Client(url))
  return () =>
    Promise.all(
      clients.map(async (client) => {
        for (let sent = 0; sent < requestsPerConnection; sent++) {
          const { body, statusCode } = await client.request({ path, method: "GET", headers: { "x-api-key": key } })
          await body.arrayBuffer()
          if (statusCode !== 200) throw new Error(`The response of ${url}${path} has the status ${statusCode}.`)
        }
      })
    )
}

export const figures: ReadonlyArray<Figure> = await compare(
  "200 pages of 50 complaints",
  requesting(ours, "/v0/dnc-complaints?items_per_page=50"),
  {
    "json-server": requesting(jsonServer, "/dnc-complaints?_limit=50"),
    Prism: requesting(prism, "/v0/dnc-complaints?items_per_page=50")
  },
  { "json-server": 1, Prism: 1 },
  { iterations: 20, warmupIterations: 5 }
)
