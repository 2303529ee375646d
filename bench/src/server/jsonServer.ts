/** json-server with the rows of a CSV file, numbered from 1. */
import { once } from "node:events"
import jsonServer from "json-server"
import { readRows } from "./rows.ts"
import { runServer } from "./ServerProcess.ts"

await runServer(async (file) => {
  const complaints = readRows(file).map((row, index) => Object.assign({ id: String(index + 1) }, row))
  const app = jsonServer.create()
  app.use(jsonServer.router({ complaints }))
  const server = app.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`
})
