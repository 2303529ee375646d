/** The least that Node.js can do: one body that is ready, as long as the path says, for whatever is asked. */
import { createServer } from "node:http"
import { once } from "node:events"
import { runServer } from "../ServerProgram.ts"

const bodies = new Map<string, Buffer>()

const bodyOf = (path: string): Buffer => {
  const known = bodies.get(path)
  if (known !== undefined) return known
  const body = Buffer.alloc(Number(path.slice(1)), "x")
  bodies.set(path, body)
  return body
}

await runServer(async () => {
  const server = createServer((request, response) => {
    const body = bodyOf(request.url ?? "/0")
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": body.length })
    response.end(body)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, close: () => server[Symbol.asyncDispose]() }
})
