/** Fastify with `node:sqlite`, in memory, with the complaints of a CSV file. */
import Fastify from "fastify"
import { runServer } from "../ServerProgram.ts"
import { responseSchema } from "../sqlite/responseSchema.ts"
import { SqliteComplaints } from "../sqlite/SqliteComplaints.ts"

interface Parts {
  readonly Querystring: Readonly<Record<string, string>>
  readonly Params: { readonly id: string }
}

await runServer(async (dataFile) => {
  const complaints = new SqliteComplaints(dataFile)
  const fastify = Fastify()
  const linkTo = (path: string): string => `${fastify.listeningOrigin}${path}`
  const options = { schema: { response: { 200: responseSchema } } }
  fastify.get<Parts>("/v0/dnc-complaints", options, ({ query, url }) =>
    complaints.list(query, linkTo(url), linkTo("/v0/dnc-complaints/"))
  )
  fastify.get<Parts>("/v0/dnc-complaints/:id", options, ({ params, url }) =>
    complaints.single(params.id, linkTo(url), linkTo("/v0/dnc-complaints/"))
  )
  return { url: await fastify.listen({ port: 0, host: "127.0.0.1" }), close: () => fastify.close() }
})
