import { writeFileSync } from "node:fs"
import { join } from "node:path"
import {
  CallListener,
  ComplaintQuery,
  NoticeQuery,
  PublicRecords,
  type PublicRecordsError,
  type WalkReport
} from "@public-records/core"
import { ReferenceServer } from "@public-records/server"
import { canaryKey } from "@public-records/testing/Canary"
import { inVirtualTime } from "@public-records/testing/virtualTime"
import { Cause, Clock, Context, Effect, Exit, Layer, Option, Random, Stream } from "effect"
import { FetchHttpClient } from "effect/http"
import { complaintFilters, matchingIdsOf, noticeFilters, vanishingIdsOf, wireRecordsOf } from "./PlainRecords.ts"
import { type Schedule } from "./Schedule.ts"
import { type Exchange, type Wire, makeWire } from "./Wire.ts"

/** Result of a walk. A defect is always a violation. */
type WalkEnd =
  | { readonly _tag: "Done" }
  | { readonly _tag: "Failed"; readonly error: PublicRecordsError }
  | { readonly _tag: "Defect"; readonly detail: string }
  | { readonly _tag: "Hangs" }

/** Record of a walk, as seen by the client and the service. */
export interface Run {
  readonly schedule: Schedule
  readonly end: WalkEnd
  /** The ids that the walk returned, in order. */
  readonly ids: ReadonlyArray<string>
  readonly reports: ReadonlyArray<WalkReport>
  readonly exchanges: ReadonlyArray<Exchange>
  readonly maxRequests: number
  /** **Units** milliseconds since 1970. */
  readonly endedAt: number
  /** Sleepers and requests that were still active after the walk. */
  readonly left: number
}

/** Writes the records of a schedule, without some, to a file. */
const writeRecords = (folder: string, schedule: Schedule, without: ReadonlySet<string>): string => {
  const file = join(folder, `${schedule.collection}.json`)
  writeFileSync(file, JSON.stringify({ data: wireRecordsOf(schedule, without) }))
  return file
}

/** Returns an upper limit for the requests of any walk of the schedule: five attempts per page, and short pages. */
const maxRequestsOf = (schedule: Schedule): number => {
  const size = Math.max(1, Math.floor(Math.min(schedule.limit, schedule.quirks.largestPage ?? schedule.limit) / 2))
  return 100 + 10 * Math.ceil(matchingIdsOf(schedule).length / size)
}

const walkOf = (schedule: Schedule, ids: Array<string>, reports: Array<WalkReport>) =>
  Effect.gen(function* () {
    const client = yield* PublicRecords
    const { collection, filter, limit, offset, order, sortBy } = schedule
    const paging = { limit: String(limit), offset: String(offset), sort: order.toLowerCase() }
    const onReport = (report: WalkReport) => Effect.sync(() => void reports.push(report))
    const stream: Stream.Stream<{ readonly id: string }, PublicRecordsError> =
      collection === "complaints"
        ? client.complaints.stream(
            yield* Effect.orDie(ComplaintQuery.fromInput({ ...complaintFilters[filter].input, ...paging })),
            { onReport }
          )
        : client.notices.stream(
            yield* Effect.orDie(NoticeQuery.fromInput({ ...noticeFilters[filter].input, ...paging, sortBy })),
            { onReport }
          )
    yield* Stream.runForEach(stream, ({ id }) => Effect.sync(() => void ids.push(id)))
  })

/** Starts a service with the records of a schedule, without some. */
const startServer = (schedule: Schedule, folder: string, without: ReadonlySet<string>) =>
  Layer.build(
    ReferenceServer.layerInProcess({
      data: [writeRecords(folder, schedule, without)],
      apiKeys: [canaryKey],
      profile: schedule.profile,
      rateLimit: schedule.serviceLimit === undefined ? "off" : { limit: schedule.serviceLimit, window: "1 hour" },
      faults: schedule.faults
    })
  ).pipe(Effect.orDie, Effect.map(Context.get(ReferenceServer)))

const clientOf = (schedule: Schedule, wire: Wire, baseUrl: string) =>
  PublicRecords.layer({
    apiKey: canaryKey,
    baseUrl,
    requestsPerHour: schedule.requestsPerHour,
    maxRetryAfter: `${schedule.maxRetryAfterSeconds} seconds`
  }).pipe(Layer.provide(FetchHttpClient.layer), Layer.provide(Layer.succeed(FetchHttpClient.Fetch, wire.fetch)))

const endOf = (exit: Exit.Exit<void, PublicRecordsError> | undefined): WalkEnd => {
  if (exit === undefined) return { _tag: "Hangs" }
  if (Exit.isSuccess(exit)) return { _tag: "Done" }
  return Option.match(Cause.findErrorOption(exit.cause), {
    onNone: (): WalkEnd => ({ _tag: "Defect", detail: Cause.pretty(exit.cause) }),
    onSome: (error): WalkEnd => ({ _tag: "Failed", error })
  })
}

/** Runs the walk of a schedule in virtual time. Writes data files to the given folder. */
export const run = async (schedule: Schedule, folder: string): Promise<Run> => {
  const ids: Array<string> = []
  const reports: Array<WalkReport> = []
  const maxRequests = maxRequestsOf(schedule)
  let wire: Wire | undefined

  const program = Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const server = yield* startServer(schedule, folder, new Set())
    const { vanish } = schedule.quirks
    const vanishAt = vanish?.at ?? Infinity
    const reduced = vanish === undefined ? server : yield* startServer(schedule, folder, vanishingIdsOf(schedule))
    const serviceFor = (n: number) => (n < vanishAt ? server : reduced).fetch
    wire = makeWire(serviceFor, schedule, { key: canaryKey, maxRequests, now: () => clock.currentTimeMillisUnsafe() })
    yield* walkOf(schedule, ids, reports).pipe(Effect.provide(clientOf(schedule, wire, server.url)))
  }).pipe(
    Effect.scoped,
    Random.withSeed(`soak ${schedule.seed}`),
    Effect.provideService(CallListener, () => Effect.void)
  )

  const { exit, endedAt, leftSleeping } = await inVirtualTime(program)
  const left = leftSleeping + (wire?.open() ?? 0)
  return { schedule, end: endOf(exit), ids, reports, exchanges: wire?.exchanges ?? [], maxRequests, endedAt, left }
}
