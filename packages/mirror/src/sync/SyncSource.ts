import {
  CallListener,
  type CivilDate,
  type Complaint,
  type Notice,
  type PublicRecords,
  PublicRecordsError,
  type Resumption,
  watchClock
} from "@public-records/core"
import type { PublicRecordsClient, WalkedPage } from "@public-records/core/promise"
import { Effect, Predicate, Schema, Stream } from "effect"
import type { HttpClient } from "effect/http"

type Pages<Record> = Stream.Stream<WalkedPage<Record>, PublicRecordsError>

/** The lists of a service that a sync reads, at bulk priority. */
export interface SyncSource {
  /** Returns the complaints of a day, the oldest first. */
  readonly complaints: (day: CivilDate, from: Resumption | undefined) => Pages<Complaint>
  /** Returns the notices, the last changed first. */
  readonly notices: (from: Resumption | undefined) => Pages<Notice>
  /** Returns how many requests were sent for these lists, those that failed and were repeated included. */
  readonly requests: () => number
  /** Returns what the last response showed to be wrong with this machine's clock, if anything. @default not known */
  readonly clockProblem?: () => string | undefined
}

/** The sources of a sync: an HTTP client for the site with the daily files, and the service. */
export interface SyncSources {
  readonly http?: HttpClient.HttpClient | undefined
  readonly service?: SyncSource | undefined
}

export const sourceOfRecords = ({ complaints, notices }: PublicRecords["Service"]): SyncSource => {
  let requests = 0
  const { problem, see } = watchClock()
  const counted = <Record>(pages: Pages<Record>): Pages<Record> =>
    Effect.map(CallListener, (listen) =>
      Stream.provideService(pages, CallListener, (event) => {
        if (event._tag === "Request") requests += 1
        return Effect.andThen(see(event), listen(event))
      })
    ).pipe(Stream.unwrap)
  return {
    complaints: (createdDate, from) =>
      counted(complaints.pages({ createdDate, sort: "asc" }, { from, priority: "bulk" })),
    notices: (from) => counted(notices.pages({ sortBy: "changed", sort: "desc" }, { from, priority: "bulk" })),
    requests: () => requests,
    clockProblem: problem
  }
}

const hasPages = (value: unknown): boolean => Predicate.hasProperty(value, "pages") && Predicate.isFunction(value.pages)

export const ServiceClient = Schema.declare(
  (value): value is PublicRecordsClient =>
    Predicate.hasProperty(value, "complaints") &&
    Predicate.hasProperty(value, "notices") &&
    hasPages(value.complaints) &&
    hasPages(value.notices),
  { expected: "a client of @public-records/core/promise" }
)

/** A client fails with nothing else. */
const asError = (cause: unknown): PublicRecordsError => {
  if (cause instanceof PublicRecordsError) return cause
  throw cause
}

/**
 * Reads the lists of a client, whose hooks are those of its owner. So `requests` counts pages, and all requests of a list that cannot be
 * read, but not those that were repeated for a list that could.
 */
export const sourceOfClient = ({ complaints, notices }: PublicRecordsClient): SyncSource => {
  let requests = 0
  const counted = <Record>(pages: AsyncIterable<WalkedPage<Record>>): Pages<Record> =>
    Stream.suspend(() => {
      const before = requests
      return Stream.fromAsyncIterable(pages, asError).pipe(
        Stream.tap(() => Effect.sync(() => (requests += 1))),
        Stream.tapError(({ attempts }) => Effect.sync(() => (requests = Math.max(requests, before + attempts))))
      )
    })
  return {
    complaints: (createdDate, from) =>
      counted(complaints.pages({ createdDate, sort: "asc" }, { from, priority: "bulk" })),
    notices: (from) => counted(notices.pages({ sortBy: "changed", sort: "desc" }, { from, priority: "bulk" })),
    requests: () => requests
  }
}
