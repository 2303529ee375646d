/** json-server with the rows of a CSV file, numbered from 1. */
import { once } from "node:events"
import { readFileSync } from "node:fs"
import jsonServer from "json-server"
import { rowsOf } from "../complaintRows.ts"
import { runServer } from "../ServerProgram.ts"

await runServer(async (dataFile) => {
  const rows = Array.from(rowsOf(readFileSync(dataFile, "utf8")))
  const app = jsonServer.create()
  app.use(jsonServer.router({ complaints: rows.map((row, index) => Object.assign({ id: String(index + 1) }, row)) }))
  const server = app.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, close: () => server[Symbol.asyncDispose]() }
})
