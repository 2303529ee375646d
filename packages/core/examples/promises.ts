import { type Complaint, createClient, PublicRecordsError } from "@public-records/core/promise"

/** Counts the complaints of a day about a phone number. Takes at most a minute. */
export const countComplaints = async (number: string, day: string, apiKey: string, fetch = globalThis.fetch) => {
  const client = createClient({ apiKey, fetch, deadline: "1 minute" })
  try {
    const query = { createdFrom: day, createdTo: day }
    const { requests, milliseconds } = await client.complaints.estimate(query)
    const found: Array<Complaint> = []
    const walk = client.complaints.stream(query, { signal: AbortSignal.timeout(60_000) })
    for await (const complaint of walk) if (complaint.companyPhoneNumber === number) found.push(complaint)
    const { records, agrees } = await walk.report
    return { found: found.length, of: records, isComplete: agrees === true, expected: { requests, milliseconds } }
  } finally {
    await client.close()
  }
}

/** Returns advice for a failed call. Throws any error that is not from the client. */
export const adviceOn = (error: unknown): string => {
  if (!(error instanceof PublicRecordsError)) throw error
  const { nextTryAt, reason } = error
  switch (reason._tag) {
    case "RateLimited":
    case "CircuitOpen":
      return nextTryAt === undefined ? error.message : `Try again at ${nextTryAt.toISOString()}.`
    case "InvalidQuery":
      return reason.problems.map(({ field, rule }) => `${field}: ${rule}`).join("\n")
    default:
      return error.message
  }
}
