/** Fastify over `node:sqlite`, in memory, with the complaints of a CSV file and the notices of a JSON file. */
import Fastify from "fastify"
import { runServer } from "../ServerProgram.ts"
import { SqliteComplaints } from "../sqlite/SqliteComplaints.ts"
import { SqliteNotices } from "../sqlite/SqliteNotices.ts"
import { complaintAnswer, noticeAnswer } from "../sqlite/answerSchemas.ts"

const [csv = "", noticesFile = ""] = process.argv.slice(2)

interface Asked {
  readonly Querystring: Readonly<Record<string, string>>
  readonly Params: { readonly id: string }
}

await runServer(async () => {
  const complaints = new SqliteComplaints(csv)
  const notices = new SqliteNotices(noticesFile)
  const fastify = Fastify()
  const linkOf = (path: string): string => `${fastify.listeningOrigin}${path}`
  fastify.get<Asked>("/v0/dnc-complaints", { schema: complaintAnswer }, ({ query, url }) =>
    complaints.list(query, linkOf(url), linkOf("/v0/dnc-complaints/"))
  )
  fastify.get<Asked>("/v0/dnc-complaints/:id", { schema: complaintAnswer }, ({ params, url }) =>
    complaints.single(params.id, linkOf(url), linkOf("/v0/dnc-complaints/"))
  )
  fastify.get<Asked>("/v0/hsr-early-termination-notices", { schema: noticeAnswer }, ({ query, url }) =>
    notices.list(query, linkOf(url), linkOf("/v0/hsr-early-termination-notices/"))
  )
  const url = await fastify.listen({ port: 0, host: "127.0.0.1" })
  return { url, close: () => fastify.close() }
})
