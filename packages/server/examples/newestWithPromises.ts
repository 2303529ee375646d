import { type Complaint, createClient, type PublicRecordsClient } from "@public-records/core/promise"
import { startReferenceServer } from "@public-records/server"

/** Reads the newest hundred complaints from a state, each once. The signal cancels the requests. */
export const newest = async (
  { complaints }: PublicRecordsClient,
  signal?: AbortSignal
): Promise<ReadonlyArray<Complaint>> => {
  const query = { state: "NY", createdFrom: "2021-07-07", createdTo: "2021-07-07" }
  const found: Array<Complaint> = []
  for await (const complaint of complaints.stream(query, { signal })) {
    found.push(complaint)
    if (found.length === 100) break
  }
  return found
}

/** Reads them from the reference server. For the real service, use `createClient({ apiKey })` with your API key. */
export const newestOfSample = async (): Promise<ReadonlyArray<Complaint>> => {
  const server = await startReferenceServer({ rateLimit: "off" })
  const client = createClient({ apiKey: "DEMO_KEY", baseUrl: server.url, allowHttp: true })
  try {
    return await newest(client)
  } finally {
    await client.close()
    await server.close()
  }
}
