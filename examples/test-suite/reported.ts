import { type PublicRecordsClient, PublicRecordsError } from "@public-records/core/promise"

/** Whether a number was reported in the last complaints of a state; `"unknown"` while the key's limit is used up. */
export const wasReported = async (
  { complaints }: PublicRecordsClient,
  number: string,
  state: string
): Promise<boolean | "unknown"> => {
  try {
    const { records } = await complaints.page({ state })
    return records.some(({ companyPhoneNumber }) => companyPhoneNumber === number)
  } catch (error) {
    if (error instanceof PublicRecordsError && error.reason._tag === "RateLimited") return "unknown"
    throw error
  }
}
