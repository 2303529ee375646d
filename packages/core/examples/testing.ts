import { createClient } from "@public-records/core/promise"

const complaint = {
  type: "dnc_complaint",
  id: "1",
  attributes: { "created-date": "2021-07-07 10:00:00", "violation-date": "2021-07-06 10:00:00" }
}

/** A client whose service has one complaint, and refuses its first request. No request leaves the process. */
export const clientInTest = () => {
  const urls: Array<string> = []
  const fetch: typeof globalThis.fetch = async (input) => {
    urls.push(String(input))
    return urls.length === 1
      ? new Response(null, { status: 503 })
      : Response.json({ data: [complaint], meta: { "records-total": 1 } })
  }
  return { client: createClient({ apiKey: "test", fetch, logLevel: "off" }), urls }
}
