import { createClient } from "@public-records/core/promise"

/** Returns the phone numbers of Ohio's newest complaints, and the total that the service reports. */
export const newestOfOhio = async (apiKey: string, fetch = globalThis.fetch) => {
  const client = createClient({ apiKey, fetch })
  try {
    const { records, total } = await client.complaints.page({ state: "Ohio", limit: 10 })
    return { numbers: records.map(({ companyPhoneNumber }) => companyPhoneNumber), total }
  } finally {
    await client.close()
  }
}
