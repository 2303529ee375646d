import { type PublicRecordsClient, PublicRecordsError, type Reason } from "@public-records/core/promise"
import fastify, { type FastifyInstance } from "fastify"

/** The status of the response for each failure. */
const statuses: Partial<Record<Reason["_tag"], number>> = { InvalidQuery: 400, NotFound: 404, RateLimited: 503 }

interface ComplaintsRoute {
  readonly Params: { readonly state: string }
  readonly Querystring: { readonly city?: string; readonly day?: string }
}

/** Your own API for the records. The API key stays on the server, and callers get plain JSON. */
export const complaintsApi = (records: PublicRecordsClient): FastifyInstance => {
  const api = fastify()

  api.get<ComplaintsRoute>("/states/:state/complaints", async ({ params: { state }, query, raw }) => {
    // Cancels the request to the service if the caller disconnects.
    const disconnected = new AbortController()
    raw.once("close", () => disconnected.abort())
    const { city, day } = query
    const { records: complaints } = await records.complaints.page(
      { state, city, createdFrom: day, createdTo: day, limit: 10 },
      { signal: disconnected.signal, deadline: "10 seconds" }
    )
    return { verified: false, complaints }
  })

  // A page and a record are plain objects.
  api.get("/notices", () => records.notices.page({ limit: 10 }))
  api.get<{ Params: { readonly id: string } }>("/complaints/:id", ({ params: { id } }) => records.complaints.get(id))

  api.setErrorHandler((error, _, reply) => {
    if (!(error instanceof PublicRecordsError)) return reply.send(error)
    const { _tag } = error.reason
    return reply.status(statuses[_tag] ?? 502).send({ reason: _tag, message: error.message })
  })

  api.addHook("onClose", () => records.close())
  return api
}
