import { type FaultSchedule, type ProfileName } from "@public-records/server"

/** How the service differs from the reference server, in addition to the faults that the server injects. */
export interface Quirks {
  /** The largest page that the service sends, whatever the limit. */
  readonly largestPage?: number
  /** Every n-th response is a page of half the size. */
  readonly everyShort?: number
  /** The last offset that the service has. Beyond it, it repeats the page there. */
  readonly stuckAt?: number
  /** What is added to the total that the service reports; `"none"` if it reports none. */
  readonly claim?: number | "none"
  /** The response that has no records, whatever is requested. The first response is 1. */
  readonly emptyAt?: number
  /** Records that vanish from the list with a response: the position of the first one, and how many. */
  readonly vanish?: { readonly at: number; readonly from: number; readonly count: number }
  /** Which records break the contract: every n-th of the data set, and how. */
  readonly broken?: { readonly every: number; readonly how: "date" | "id" }
}

/** One run: a service with its faults, a client, and its query. The same schedule makes the same run. */
export interface Schedule {
  readonly seed: number
  readonly collection: "complaints" | "notices"
  /** How many records the service holds. */
  readonly records: number
  readonly profile: ProfileName
  readonly filter: FilterName
  readonly order: "ASC" | "DESC"
  readonly sortBy: "created" | "changed"
  readonly limit: number
  readonly offset: number
  /** The client's own budget. */
  readonly requestsPerHour: number
  /** The service's requests per hour; `undefined` if it has no limit. */
  readonly serviceLimit: number | undefined
  readonly maxRetryAfterSeconds: number
  readonly quirks: Quirks
  readonly faults: FaultSchedule
}

/** The filters of walks; `PlainRecords` says what they mean for each collection. */
export type FilterName = "none" | "narrow" | "range" | "days" | "nothing"

/** A schedule without faults. */
export const undisturbed: Schedule = {
  seed: 1,
  collection: "complaints",
  records: 150,
  profile: "documented",
  filter: "none",
  order: "DESC",
  sortBy: "created",
  limit: 50,
  offset: 0,
  requestsPerHour: 1000,
  serviceLimit: undefined,
  maxRetryAfterSeconds: 120,
  quirks: {},
  faults: { seed: 1, faults: [] }
}
