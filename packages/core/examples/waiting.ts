import { type Complaint, createClient, PublicRecordsError } from "@public-records/core/promise"

/** Gets complaints for a web page: no request waits longer than 2 seconds. */
export const complaintsForPage = (apiKey: string, fetch = globalThis.fetch) => {
  const client = createClient({
    apiKey,
    fetch,
    maxWait: "2 seconds",
    maxRetries: 1,
    timeout: "5 seconds",
    logLevel: "off"
  })
  return async (id: string): Promise<{ readonly complaint: Complaint } | { readonly comeBackAt: Date }> => {
    try {
      return { complaint: await client.complaints.get(id) }
    } catch (error) {
      if (PublicRecordsError.is(error) && error.nextTryAt !== undefined) return { comeBackAt: error.nextTryAt }
      throw error
    }
  }
}
