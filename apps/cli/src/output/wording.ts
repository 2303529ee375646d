import { counted } from "@public-records/text/counts"
import { type Local } from "@public-records/tui/Source"

/** How sentences speak of a source. */
export interface Wording {
  readonly noun: string
  /** The beginning of a sentence about its total. */
  readonly has: string
  /** What happened to its records. */
  readonly read: string
  /** Returns the end of a phrase about requests. Local records need none. */
  readonly inRequests: (requests: number) => string
  /** Returns the part of a plan that only the service has. */
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
