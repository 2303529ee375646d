import { createClient, type Hooks } from "@public-records/core/promise"

/** Measures calls: how many requests each took, how long, how long it waited, and why it failed. */
export const measureCalls = (record: (line: string) => void): Hooks => {
  const waited = new Map<string, number>()
  return {
    onWait: ({ callId, until }) => void waited.set(callId, until.getTime() - Date.now()),
    onRetry: ({ operation, reason, waitMilliseconds }) =>
      record(`${operation}: ${reason._tag}, next attempt in ${waitMilliseconds} ms`),
    onCallEnd: ({ callId, operation, attempts, error, milliseconds }) => {
      const wait = waited.get(callId) ?? 0
      waited.delete(callId)
      record(
        `${operation}: ${error?.code ?? "ok"}, ${attempts} requests, ${milliseconds} ms, of which waiting ${wait} ms`
      )
    }
  }
}

/** Gets a complaint, with the gateway's name for the request. */
export const getObserved = async (id: string, apiKey: string, hooks: Hooks, fetch = globalThis.fetch) => {
  await using client = createClient({ apiKey, fetch, hooks, logLevel: "off" })
  const { data, response } = await client.complaints.get(id).withResponse()
  return { subject: data.subject, requestId: response?.requestId }
}
