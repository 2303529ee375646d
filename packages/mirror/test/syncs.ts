import { CivilDate, PublicRecords, type PublicRecordsError, type PublicRecordsOptions } from "@public-records/core"
import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import type { PlainNotice } from "@public-records/files/PlainNotice"
import type { Mirror, MirrorError, SyncEvent, SyncOptions, SyncReport } from "@public-records/mirror"
import { ReferenceServer, type ReferenceServerOptions } from "@public-records/server"
import { Context, Effect, Fiber, Layer, Stream } from "effect"
import { FetchHttpClient } from "effect/http"
import { TestClock } from "effect/testing"
import { ComplaintStore } from "../../server/src/store/ComplaintStore.ts"
import { daily, makeMirror, row } from "./mirrors.ts"

const hexOf = (text: string): string => Buffer.from(text.padEnd(16, ".")).toString("hex").slice(0, 32)

/** Complaints of a day, each with a number of ids. `edition` changes their contents and ids. */
export const complaintsOf = (
  day: string,
  count: number,
  { edition = "a", ids = 1 } = {}
): ReadonlyArray<PlainComplaint> =>
  Array.from({ length: count * ids }, (_, index) => {
    const number = Math.floor(index / ids)
    return {
      id: hexOf(`${day.slice(2).replaceAll("-", "")} ${index} ${edition}`),
      companyPhoneNumber: String(2_165_550_000 + number),
      createdDate: `${day} ${String(number % 24).padStart(2, "0")}:00:00`,
      violationDate: `${day} 00:00:00`,
      consumerCity: `City ${edition}`,
      consumerState: "Ohio",
      consumerAreaCode: "216",
      subject: "Other",
      recordedMessageOrRobocall: "Y"
    }
  })

export const noticeOf = (name: string, updated = "2021-07-01T00:00:00+00:00"): PlainNotice => ({
  id: name,
  title: `Notice ${name}`,
  transactionNumber: "20210001",
  acquiringParty: "A",
  acquiredParty: "B",
  acquiredEntities: ["C"],
  date: "2021-07-01",
  created: "2021-07-01T00:00:00+00:00",
  updated,
  tags: undefined,
  revision: "7"
})

/** The complaints that a service shows, which may change between two requests. */
const changingStore = (behavior: { totalError: number; onPage: (day: string) => void }) => {
  let shown = new ComplaintStore([])
  return {
    show: (days: ReadonlyMap<string, ReadonlyArray<PlainComplaint>>): void => {
      shown = new ComplaintStore([...days.values()].flat())
    },
    complaints: {
      get: () => Effect.undefined,
      all: Effect.suspend(() => shown.all),
      page: (...args: Parameters<ComplaintStore["page"]>): ReturnType<ComplaintStore["page"]> =>
        Effect.suspend(() => {
          behavior.onPage(args[0].created?.from.slice(0, 10) ?? "")
          return Effect.map(shown.page(...args), ({ records, total }) => ({
            records,
            total: total + behavior.totalError
          }))
        })
    }
  }
}

/** Faults for the requests of complaints with these numbers. */
export const failing = (...requests: ReadonlyArray<number>) =>
  ({ faults: [{ on: { path: "/v0/dnc-complaints", requests }, do: "status", status: 500 }] }) as const

export const url = "https://reference-server.invalid"

/** Runs a sync to its end. */
export const syncWith = (
  mirror: Mirror["Service"],
  records: PublicRecords["Service"],
  options: SyncOptions = {}
): Effect.Effect<ReadonlyArray<SyncEvent>, MirrorError | PublicRecordsError> =>
  Stream.runCollect(mirror.sync({ origin: url, source: "service", ...options })).pipe(
    Effect.catchTag("SiteError", Effect.die),
    Effect.provideService(PublicRecords, records),
    Effect.provide(FetchHttpClient.layer)
  )

/** Lets a second pass each millisecond while something runs. The process is idle in between, so that the engine has the processor. */
export const passingTime = Effect.fnUntraced(function* <A, E>(work: Effect.Effect<A, E>) {
  const fiber = yield* Effect.forkChild(work)
  while (fiber.pollUnsafe() === undefined) {
    yield* Effect.promise(() => new Promise((resolve) => void setTimeout(resolve, 1)))
    yield* TestClock.adjust("1 second")
  }
  return yield* Fiber.join(fiber)
})

/** A service whose records a test changes: call `publish` after a change. `requests` are the times and paths of all requests. */
export const makeService = Effect.fnUntraced(function* (options: ReferenceServerOptions = {}) {
  const days = new Map<string, ReadonlyArray<PlainComplaint>>()
  const notices = new Map<string, PlainNotice>()
  const behavior = { totalError: 0, onPage: (_day: string): void => undefined }
  const store = changingStore(behavior)
  const show = () => store.show(days)
  const requests: Array<{ readonly at: number; readonly url: string; readonly status: number }> = []
  const server = yield* Layer.build(
    ReferenceServer.layerInProcess({
      apiKeys: ["a-key"],
      openRecords: Effect.sync(() => ({
        source: "test",
        complaints: store.complaints,
        notices: [...notices.values()]
      })),
      log: ({ at, status, url: path }) => void requests.push({ at, url: path, status }),
      ...options
    })
  )
  const { faults, fetch, reload } = Context.get(server, ReferenceServer)
  const http = Layer.provide(ReferenceServer.httpClient, Layer.succeedContext(server))
  return {
    days,
    notices,
    requests,
    behavior,
    faults,
    fetch,
    show,
    publish: Effect.andThen(Effect.sync(show), Effect.orDie(reload)),
    /** Connects a client, with a budget of its own or a shared one. */
    connect: Effect.fnUntraced(function* (limits: PublicRecordsOptions = {}, guards: Layer.Layer<never> = Layer.empty) {
      const client = PublicRecords.layer({ apiKey: "a-key", baseUrl: url, ...limits })
      return Context.get(yield* Layer.build(client.pipe(Layer.provide(http), Layer.provide(guards))), PublicRecords)
    })
  }
})

/** Returns what a sync did with each list. */
export const results = (events: ReadonlyArray<SyncEvent>): ReadonlyArray<string> =>
  events.flatMap((event) => {
    if (event._tag === "Day") return [`${event.day} ${event.state} ${event.outcome} ${event.records}+${event.setAside}`]
    if (event._tag === "Failed") return [`${event.list} failed`]
    return event._tag === "Notices" ? [`notices ${event.changed}-${event.gone}`] : []
  })

export const reportOf = (events: ReadonlyArray<SyncEvent>): SyncReport | undefined =>
  events.find((event) => event._tag === "Report")

/** Returns the days on which a mirror has other records than the truth. Equal ids and numbers are equal records here. */
export const wrongDays = Effect.fnUntraced(function* (
  mirror: Mirror["Service"],
  truth: ReadonlyMap<string, ReadonlyArray<PlainComplaint>>
) {
  const found = new Map<string, Array<string>>()
  yield* Stream.runForEach(
    mirror.records.complaints.stream({}),
    ({ companyPhoneNumber, consumerCity, createdDate, id }) =>
      Effect.sync(() => {
        const day = createdDate.slice(0, 10)
        found.set(day, [...(found.get(day) ?? []), `${id} ${companyPhoneNumber} ${consumerCity}`])
      })
  )
  const textOf = (complaints: ReadonlyArray<PlainComplaint>): string =>
    complaints
      .map(({ companyPhoneNumber, consumerCity, id }) => `${id} ${companyPhoneNumber} ${consumerCity}`)
      .toSorted()
      .join()
  const all = new Set([...found.keys(), ...truth.keys()])
  return [...all].filter((day) => (found.get(day) ?? []).toSorted().join() !== textOf(truth.get(day) ?? []))
})

/** Thursday, two hours after the complaints of Wednesday were published. */
export const thursday = Date.parse("2021-07-08T18:00:00Z")
export const monday = CivilDate.make("2021-07-05")
export const tuesday = CivilDate.make("2021-07-06")
export const wednesday = CivilDate.make("2021-07-07")

/** Fills a month from a file, so that a sync from Wednesday on reads only notices. */
export const fillDays = ({ importText }: Pick<Effect.Success<typeof makeMirror>, "importText">) =>
  importText("filled.csv", daily(row()), { covers: { from: wednesday, to: CivilDate.make("2021-08-05") } })

/** A service with three days of 120 complaints, and an empty mirror. */
export const startSync = Effect.fnUntraced(function* (
  options: ReferenceServerOptions = {},
  limits: PublicRecordsOptions = {}
) {
  yield* TestClock.setTime(thursday)
  const made = yield* makeMirror
  const service = yield* makeService(options)
  const records = yield* service.connect(limits)
  for (const day of [monday, tuesday, wednesday]) service.days.set(day, complaintsOf(day, 120))
  service.notices.set("one", noticeOf("one"))
  yield* service.publish
  const sync = (mirror: Mirror["Service"], syncOptions?: SyncOptions) => syncWith(mirror, records, syncOptions)
  return { ...service, ...made, records, sync }
})
