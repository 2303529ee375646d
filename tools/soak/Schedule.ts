import { type FaultSchedule, type ProfileName } from "@public-records/server"

/** Deviations of the service that the reference server's faults cannot express. */
export interface Quirks {
  /** The maximum page size, whatever the limit in the request. */
  readonly largestPage?: number
  /** Every n-th response has a page of half the size. */
  readonly shortPageEvery?: number
  /** The maximum offset. Requests beyond it return the page at this offset. */
  readonly maxOffset?: number
  /** Added to the reported total. `"none"` if the service reports no total. */
  readonly claim?: number | "none"
  /** Number of the response that has no records, counted from 1. */
  readonly emptyAt?: number
  /** Records that vanish from the list with a response: the position of the first one, and their number. */
  readonly vanish?: { readonly at: number; readonly from: number; readonly count: number }
  /** Invalid records: every n-th of the data set, and the kind of violation. */
  readonly broken?: { readonly every: number; readonly how: "date" | "id" }
}

/** One deterministic run: a service with its faults, a client, and its query. */
export interface Schedule {
  readonly seed: number
  readonly collection: "complaints" | "notices"
  /** The number of records of the service. */
  readonly records: number
  readonly profile: ProfileName
  readonly filter: FilterName
  readonly order: "ASC" | "DESC"
  readonly sortBy: "created" | "changed"
  readonly limit: number
  readonly offset: number
  /** The client's budget. */
  readonly requestsPerHour: number
  /** The service's requests per hour, or `undefined` without a limit. */
  readonly serviceLimit: number | undefined
  readonly maxRetryAfterSeconds: number
  readonly quirks: Quirks
  readonly faults: FaultSchedule
}

/** Filters of walks. `PlainRecords` implements them for each collection. */
export type FilterName = "none" | "narrow" | "range" | "days" | "nothing"
