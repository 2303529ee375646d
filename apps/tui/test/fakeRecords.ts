import {
  Complaint,
  type ComplaintQuery,
  Notice,
  type Page,
  PublicRecords,
  type PublicRecordsError,
  type QuotaState,
  states,
  subjects
} from "@public-records/core"
import { Effect, Layer, Option, Stream, SubscriptionRef } from "effect"

/** A request that the invented service got. */
export interface Asked {
  readonly collection: "complaints" | "notices"
  readonly offset: number
  readonly limit: number
  readonly filter: string
}

/** What the invented service holds and how it behaves. */
export interface FakeRecords {
  readonly complaints: ReadonlyArray<Complaint>
  readonly notices: ReadonlyArray<Notice>
  /** How many records at the end of each page cannot be read. @default 0 */
  readonly rejected: number
  /** Whether lists tell their total. */
  readonly tellsTotal: boolean
  /** Done before each answer: may wait, or fail. `count` is the number of the request, from 1. */
  readonly before: (count: number) => Effect.Effect<void, PublicRecordsError>
  /** When the budget has a place again, in milliseconds; absent while it has one. */
  readonly nextRequestAt: number
  /** How many requests wait for that place. @default 1 where there is such a time */
  readonly waiting: number
  /** Told of each request. */
  readonly onAsked: (asked: Asked) => void
}

const padded = (value: number, length: number): string => String(value).padStart(length, "0")

const at = <A>(all: ReadonlyArray<A>, index: number): A => {
  const value = all[index % all.length]
  if (value === undefined) throw new Error("the list is empty")
  return value
}

/** Complaints of one day, newest first; every fourth has no city, every tenth no number. */
export const fakeComplaints = (count: number): ReadonlyArray<Complaint> =>
  Array.from({ length: count }, (_, index) => {
    const secondsLeft = 86_399 - (index % 86_400)
    const time = [secondsLeft / 3600, (secondsLeft / 60) % 60, secondsLeft % 60].map((part) =>
      padded(Math.floor(part), 2)
    )
    return new Complaint({
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

/** Notices of invented companies. */
export const fakeNotices = (count: number): ReadonlyArray<Notice> =>
  Array.from(
    { length: count },
    (_, index) =>
      new Notice({
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
  { tellsTotal = true, rejected = 0 }: Partial<FakeRecords>
): Page<Record> => {
  const received = all.slice(offset, offset + limit)
  const records = received.slice(0, received.length - rejected)
  return {
    records,
    rejected: received.slice(records.length).map((raw) => ({ raw, reason: "the date is missing" })),
    ids: received.map(({ id }) => id),
    offset,
    received: received.length,
    total: tellsTotal ? Option.some(all.length) : Option.none()
  }
}

const matching = (all: ReadonlyArray<Complaint>, query: ComplaintQuery): ReadonlyArray<Complaint> => {
  const { filter } = query
  const found = filter._tag === "ByState" ? all.filter(({ consumerState }) => consumerState === filter.state) : all
  return query.order === "DESC" ? found : found.toReversed()
}

/** A service of invented records. */
export const layerFakeRecords = (options: Partial<FakeRecords> = {}): Layer.Layer<PublicRecords> => {
  const { complaints = [], notices = [] } = options
  let requests = 0
  const make = Effect.gen(function* () {
    const quota = yield* SubscriptionRef.make<QuotaState>({
      limit: Option.none(),
      remaining: Option.none(),
      requestsThisHour: 0,
      nextRequestAt: Option.fromUndefinedOr(options.nextRequestAt),
      waiting: options.waiting ?? (options.nextRequestAt === undefined ? 0 : 1)
    })
    const ask = Effect.fnUntraced(function* (asked: Asked) {
      requests += 1
      options.onAsked?.(asked)
      yield* SubscriptionRef.update(quota, (state) => ({ ...state, requestsThisHour: requests }))
      yield* options.before?.(requests) ?? Effect.void
    })
    return PublicRecords.of({
      complaints: {
        page: (query) =>
          "unchecked" in query
            ? Effect.die("not asked by the screen")
            : Effect.as(
                ask({ collection: "complaints", offset: query.offset, limit: query.limit, filter: query.filter._tag }),
                sliced(matching(complaints, query), query, options)
              ),
        stream: () => Stream.die("not asked by the screen"),
        pages: () => Stream.die("not asked by the screen"),
        get: () => Effect.die("not asked by the screen"),
        estimate: () => Effect.die("not asked by the screen"),
        nextPublication: Effect.die("not asked by the screen")
      },
      notices: {
        page: (query) =>
          Effect.as(
            ask({ collection: "notices", offset: query.offset, limit: query.limit, filter: "" }),
            sliced(notices, query, options)
          ),
        stream: () => Stream.die("not asked by the screen"),
        pages: () => Stream.die("not asked by the screen"),
        get: () => Effect.die("not asked by the screen"),
        estimate: () => Effect.die("not asked by the screen"),
        nextPublication: Effect.die("not asked by the screen")
      },
      quota: { get: SubscriptionRef.get(quota), changes: SubscriptionRef.changes(quota) },
      timeFor: () => Effect.die("not asked by the screen")
    })
  })
  return Layer.effect(PublicRecords, make)
}
