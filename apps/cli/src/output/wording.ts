import { counted } from "@public-records/text/counts"
import { type Local } from "@public-records/tui/Source"

/** The words for a source in sentences. */
export interface Wording {
  readonly noun: string
  /** The beginning of a sentence about its total. */
  readonly has: string
  /** The participle for its records: received or exported. */
  readonly read: string
  /** Returns ` in 3 requests`, or an empty string for local records. */
  readonly inRequests: (requests: number) => string
  /** Returns the costs in a plan. Local records have none. */
  readonly costs: (texts: ReadonlyArray<string>) => ReadonlyArray<string>
}

export const serviceWording: Wording = {
  noun: "service",
  has: "The service reports",
  read: "received",
  inRequests: (requests) => ` in ${counted(requests, "request", "requests")}`,
  costs: (texts) => texts
}

export const localWording = (noun: Local["noun"]): Wording => ({
  noun,
  has: `The ${noun} has`,
  read: "exported",
  inRequests: () => "",
  costs: () => []
})
