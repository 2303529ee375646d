/** json-server as it comes, with the complaints and the notices of two JSON files. */
import { once } from "node:events"
import { readFileSync } from "node:fs"
import jsonServer from "json-server"
import { runServer } from "../ServerProgram.ts"

const [complaintsFile = "", noticesFile = ""] = process.argv.slice(2)

const recordsIn = (file: string): unknown => JSON.parse(readFileSync(file, "utf8")).data

await runServer(async () => {
  const app = jsonServer.create()
  app.use(jsonServer.router({ complaints: recordsIn(complaintsFile), notices: recordsIn(noticesFile) }))
  const server = app.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, close: () => server[Symbol.asyncDispose]() }
})
