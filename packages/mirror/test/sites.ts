import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import type { FilesReport, Mirror, SyncEvent, SyncOptions } from "@public-records/mirror"
import { ReferenceServer, type ReferenceServerOptions } from "@public-records/server"
import { Context, Effect, Layer, Stream } from "effect"
import { HttpClient } from "effect/http"
import { TestClock } from "effect/testing"
import { ComplaintStore } from "../../server/src/store/ComplaintStore.ts"
import { daily, makeMemoryMirror, row } from "./mirrors.ts"
import { complaintsOf, noticeOf, passingTime, results, url } from "./syncs.ts"

/** Friday at 17:30 Eastern time. */
const friday = Date.parse("2026-11-20T22:30:00Z")

const dayMillis = 86_400_000

/** Returns the dates from one to another, both included. */
export const datesBetween = (from: string, to: string): ReadonlyArray<string> =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / dayMillis + 1 }, (_, index) =>
    new Date(Date.parse(from) + index * dayMillis).toISOString().slice(0, 10)
  )

/** Sets the clock to 17:30 Eastern time of a date in winter. */
export const setDate = (date: string): Effect.Effect<void> => TestClock.setTime(Date.parse(`${date}T22:30:00Z`))

/** The upload of a daily file by the date and suffix in its name, at 15:06 Eastern time. */
export const uploadOf = (name: string, on = name.slice(0, 10), more: { share?: number; from?: string } = {}) => ({
  file: `DNC_Complaint_Numbers_${name}.csv`,
  at: `${on}T20:06:00Z`,
  ...more
})

/** Returns the text of a daily file with the first complaints of a day, as the site has them. */
export const fileOf = (day: string, count: number): string =>
  daily(
    ...complaintsOf(day, count).map(({ companyPhoneNumber: number, createdDate: created, violationDate: called }) =>
      row({ number, created, called, city: "City a" })
    )
  )

/** Returns a request as `200 index`, `304 2026-11-20_0` or `404 older 2022-05-26`. */
const shortRequest = (request: string): string =>
  request
    .replace(/\/policy-notices\/.*/, "index")
    .replace(/\/sites\/.*_(\d{4}-\d\d-\d\d.*)\.csv/, "$1")
    .replace(/\/system\/.*_(\d{4}-\d\d-\d\d.*)\.csv/, "older $1")

/** Returns the dates of the days that a sync stored, or what else it did with them. */
export const daysOf = (events: ReadonlyArray<SyncEvent>): ReadonlyArray<string> =>
  results(events.filter(({ _tag }) => _tag === "Day")).map((text) => text.replace(" complete stored 10+0", ""))

export const refusals = (events: ReadonlyArray<SyncEvent>): ReadonlyArray<string> =>
  events.flatMap((event) => (event._tag === "Refused" && event.file !== "notices" ? [event.message] : []))

export const planOf = (events: ReadonlyArray<SyncEvent>) => events.find((event) => event._tag === "Plan")

/** Returns how many files had each outcome, without those that none had. */
export const filesOf = (events: ReadonlyArray<SyncEvent>): Partial<FilesReport["files"]> => {
  const report = events.find((event) => event._tag === "Report")
  return Object.fromEntries(Object.entries(report?.dailyFiles?.files ?? {}).filter(([, count]) => count > 0))
}

/** Returns the days of a mirror as `2026-11-19 complete 10`, with the number of their complaints. */
export const storedDays = Effect.fnUntraced(function* (mirror: Mirror["Service"]) {
  const counts = new Map<string, number>()
  yield* Stream.runForEach(mirror.records.complaints.stream({}), ({ createdDate }) =>
    Effect.sync(() => {
      const created = createdDate.slice(0, 10)
      counts.set(created, (counts.get(created) ?? 0) + 1)
    })
  )
  return (yield* mirror.days()).map(({ day, state }) => `${day} ${state} ${counts.get(day) ?? 0}`)
})

/** A site with ten complaints a day, a mirror in memory, and how requests to the site are seen. */
export const startSite = Effect.fnUntraced(function* (
  options: ReferenceServerOptions = {},
  complaints: ReadonlyArray<PlainComplaint> = datesBetween("2026-09-01", "2026-11-27").flatMap((day) =>
    complaintsOf(day, 10)
  )
) {
  yield* TestClock.setTime(friday)
  const requests: Array<string> = []
  const server = yield* Layer.build(
    ReferenceServer.layerInProcess({
      apiKeys: ["a-key"],
      openRecords: Effect.succeed({
        source: "test",
        complaints: new ComplaintStore(complaints),
        notices: [{ ...noticeOf("1"), title: "20210001: A; B" }]
      }),
      log: ({ status, url: path }) => void requests.push(`${status} ${path}`),
      ...options
    })
  )
  const http = Layer.build(Layer.provide(ReferenceServer.httpClient, Layer.succeedContext(server)))
  const client = Context.get(yield* http, HttpClient.HttpClient)
  const { faults } = Context.get(server, ReferenceServer)
  /** Runs a sync to its end, or to its error. */
  const sync = (mirror: Mirror["Service"], syncOptions: SyncOptions = {}, http = client) => {
    const events: Array<SyncEvent> = []
    return mirror.sync({ site: url, source: "files", pauseSeconds: 0, ...syncOptions }).pipe(
      Stream.runForEach((event) => Effect.sync(() => void events.push(event))),
      Effect.provideService(HttpClient.HttpClient, http),
      Effect.match({ onFailure: (error) => ({ events, error }), onSuccess: () => ({ events, error: undefined }) }),
      passingTime
    )
  }
  /** Returns the requests since it was last called, without those for notices. */
  const sent = (): ReadonlyArray<string> =>
    requests
      .splice(0)
      .filter((request) => !request.includes("/feeds/"))
      .map(shortRequest)
  return { client, faults, sent, sync, ...(yield* makeMemoryMirror) }
})
