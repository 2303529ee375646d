import { type PublicRecordsClient, PublicRecordsError, type Reason } from "@public-records/core/promise"
import fastify, { type FastifyInstance } from "fastify"

/** What a caller of this API is answered for each way in which the records cannot be had. */
const statuses: Partial<Record<Reason["_tag"], number>> = { InvalidQuery: 400, NotFound: 404, RateLimited: 503 }

interface ComplaintsRoute {
  readonly Params: { readonly state: string }
  readonly Querystring: { readonly city?: string; readonly day?: string }
}

/** An API of one's own over the records: the key stays here, and callers see plain JSON. */
export const complaintsApi = (records: PublicRecordsClient): FastifyInstance => {
  const api = fastify()

  api.get<ComplaintsRoute>("/states/:state/complaints", async ({ params: { state }, query, raw }) => {
    // Whoever hangs up is not asked for any more.
    const hungUp = new AbortController()
    raw.once("close", () => hungUp.abort())
    const { city, day } = query
    const { records: complaints } = await records.complaints.page(
      { state, city, createdFrom: day, createdTo: day, limit: 10 },
      { signal: hungUp.signal, deadline: "10 seconds" }
    )
    return { verified: false, complaints }
  })

  // A copy: Fastify takes whatever has a method `pipe`, as records of Effect have, for a stream.
  api.get<{ Params: { readonly id: string } }>("/complaints/:id", async ({ params: { id } }) => ({
    ...(await records.complaints.get(id))
  }))

  api.setErrorHandler((error, _, reply) => {
    if (!(error instanceof PublicRecordsError)) return reply.send(error)
    const { _tag } = error.reason
    return reply.status(statuses[_tag] ?? 502).send({ reason: _tag, message: error.message })
  })

  api.addHook("onClose", () => records.close())
  return api
}
