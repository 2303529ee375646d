import {
  Complaint,
  ComplaintFilters,
  type ComplaintInput,
  type ComplaintQuery,
  type InvalidQuery,
  Notice,
  type NoticeInput,
  type Page,
  PublicRecordsError,
  type QuerySource,
  type QuotaState,
  readComplaintQuery,
  readNoticeQuery,
  type Records,
  states,
  subjects
} from "@public-records/core"
import { Effect, Option, Stream, SubscriptionRef } from "effect"
import type { Service } from "../src/Source.ts"

/** A request to the fake service. */
export interface FakeRequest {
  readonly collection: "complaints" | "notices"
  readonly offset: number
  readonly limit: number
  /** The names of the filters. */
  readonly filter: string
}

/** Content and behavior of the fake service. */
export interface FakeRecords {
  readonly complaints: ReadonlyArray<Complaint>
  readonly notices: ReadonlyArray<Notice>
  /** Number of invalid records at the end of each page. @default 0 */
  readonly rejected: number
  /** Why they are invalid. @default the date is missing */
  readonly rejectedReason: string
  /** Whether lists report their total. */
  readonly reportsTotal: boolean
  /** Runs before each response. May wait or fail. `count` is the number of the request, from 1. */
  readonly before: (count: number) => Effect.Effect<void, PublicRecordsError>
  /** Time of the next permit in milliseconds, if none is available. */
  readonly nextRequestAt: number
  /** Number of waiting requests. @default 1 if `nextRequestAt` is set */
  readonly waiting: number
  /** The rate limit that responses report, if any. */
  readonly rateLimit: { readonly limit: number; readonly remaining?: number }
  /** The source whose rules apply to queries. @default "local", which accepts all */
  readonly source: QuerySource
  /** Called for each request. */
  readonly onRequest: (request: FakeRequest) => void
}

const padded = (value: number, length: number): string => String(value).padStart(length, "0")

const at = <A>(all: ReadonlyArray<A>, index: number): A => {
  const value = all[index % all.length]
  if (value === undefined) throw new Error("the list is empty")
  return value
}

/** Makes complaints of one day, newest first. Every fourth has no city, every tenth no number. */
export const fakeComplaints = (count: number): ReadonlyArray<Complaint> =>
  Array.from({ length: count }, (_, index) => {
    const secondsLeft = 86_399 - (index % 86_400)
    const time = [secondsLeft / 3600, (secondsLeft / 60) % 60, secondsLeft % 60].map((part) =>
      padded(Math.floor(part), 2)
    )
    return Complaint.make({
      id: padded(index, 32),
      companyPhoneNumber: index % 10 === 9 ? null : `214555${padded(index % 700, 4)}`,
      createdDate: `2021-07-07 ${time.join(":")}`,
      violationDate: "2021-07-07 00:00:00",
      consumerCity: index % 4 === 3 ? null : "Springfield",
      consumerState: at(states, index).name,
      consumerAreaCode: "214",
      subject: at(subjects, index).wire,
      isRobocall: index % 3 === 0,
      recordedMessageOrRobocall: index % 3 === 0 ? "Y" : "N",
      link: null
    })
  })

/** Makes notices of invented companies. */
export const fakeNotices = (count: number): ReadonlyArray<Notice> =>
  Array.from({ length: count }, (_, index) =>
    Notice.make({
      id: `notice-${index}`,
      transactionNumber: `2011${padded(index, 4)}`,
      title: `2011${padded(index, 4)}: Invented Holdings ${index}; Imaginary Works ${index}`,
      acquiringParty: `Invented Holdings ${index}`,
      acquiredParty: `Imaginary Works ${index}`,
      acquiredEntities: [`Imaginary Works ${index} North`, `Imaginary Works ${index} South`],
      date: "2011-04-11",
      created: "2013-09-24T20:05:39+00:00",
      updated: "2013-09-24T20:05:39+00:00",
      tags: [],
      link: null
    })
  )

const sliced = <Record extends { readonly id: string }>(
  all: ReadonlyArray<Record>,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  { reportsTotal = true, rejected = 0, rejectedReason = "the date is missing" }: Partial<FakeRecords>
): Page<Record> => {
  const received = all.slice(offset, offset + limit)
  const records = received.slice(0, received.length - rejected)
  return {
    records,
    rejected: received.slice(records.length).map((raw) => ({ raw, reason: rejectedReason })),
    offset,
    received: received.length,
    nextOffset: received.length === 0 ? null : offset + received.length,
    total: reportsTotal ? all.length : null
  }
}

const matching = (all: ReadonlyArray<Complaint>, query: ComplaintQuery): ReadonlyArray<Complaint> => {
  const { sort, state } = query
  const found = state === undefined ? all : all.filter(({ consumerState }) => consumerState === state)
  return sort === "desc" ? found : found.toReversed()
}

const filtersOf = (query: ComplaintQuery): string =>
  Object.keys(query)
    .filter((name) => name in ComplaintFilters.fields)
    .join(" ")

const refused = (reason: InvalidQuery) => new PublicRecordsError({ operation: "List complaints", reason })

/** Creates a client with fake records. */
export const makeFakeRecords = (options: Partial<FakeRecords> = {}): Effect.Effect<Records> => {
  const { complaints = [], notices = [], source = "local" } = options
  let requestCount = 0
  return Effect.gen(function* () {
    const quota = yield* SubscriptionRef.make<QuotaState>({
      limit: Option.fromUndefinedOr(options.rateLimit?.limit),
      remaining: Option.fromUndefinedOr(options.rateLimit?.remaining),
      requestsThisHour: 0,
      nextRequestAt: Option.fromUndefinedOr(options.nextRequestAt),
      waiting: options.waiting ?? (options.nextRequestAt === undefined ? 0 : 1)
    })
    const send = Effect.fnUntraced(function* (request: FakeRequest) {
      requestCount += 1
      options.onRequest?.(request)
      yield* SubscriptionRef.update(quota, (state) => ({ ...state, requestsThisHour: requestCount }))
      yield* options.before?.(requestCount) ?? Effect.void
    })
    return {
      complaints: {
        page: Effect.fnUntraced(function* (input: ComplaintInput) {
          const query = yield* Effect.mapError(readComplaintQuery(input, source), refused)
          const { limit, offset } = query
          yield* send({ collection: "complaints", offset, limit, filter: filtersOf(query) })
          return sliced(matching(complaints, query), query, options)
        }),
        stream: () => Stream.die("not used by the terminal UI"),
        pages: () => Stream.die("not used by the terminal UI"),
        get: () => Effect.die("not used by the terminal UI"),
        estimate: () => Effect.die("not used by the terminal UI"),
        nextPublication: Effect.die("not used by the terminal UI")
      },
      notices: {
        page: Effect.fnUntraced(function* (input: NoticeInput) {
          const query = yield* Effect.mapError(readNoticeQuery(input, source), refused)
          yield* send({ collection: "notices", offset: query.offset, limit: query.limit, filter: "" })
          return sliced(notices, query, options)
        }),
        stream: () => Stream.die("not used by the terminal UI"),
        pages: () => Stream.die("not used by the terminal UI"),
        get: () => Effect.die("not used by the terminal UI"),
        estimate: () => Effect.die("not used by the terminal UI"),
        nextPublication: Effect.die("not used by the terminal UI")
      },
      quota: { get: SubscriptionRef.get(quota), changes: SubscriptionRef.changes(quota) },
      timeFor: () => Effect.die("not used by the terminal UI")
    }
  })
}

/** The service with fake records. */
export const fakeService = (options: Partial<FakeRecords> = {}, part: Partial<Service> = {}): Service => ({
  _tag: "Service",
  records: Effect.runSync(makeFakeRecords(options)),
  baseUrl: "https://api.ftc.gov",
  keySource: "environment",
  keyAdvice: "",
  ...part
})
