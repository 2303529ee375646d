import { assert, describe, it } from "@effect/vitest"
import { CivilDate, PublicRecords, type PublicRecordsOptions } from "@public-records/core"
import type { SyncEvent, SyncOptions } from "@public-records/mirror"
import { Context, Effect, Layer } from "effect"
import { HttpClient, type HttpClientRequest, UrlParams } from "effect/http"
import { TestClock } from "effect/testing"
import { startSite } from "./sites.ts"
import { url } from "./syncs.ts"

const date = CivilDate.make
const key = "Kx7mQ9vTzR4wYb2n"

/** The source of each stored day. */
const sourcesOf = (events: ReadonlyArray<SyncEvent>): ReadonlyArray<string> =>
  events.flatMap((event) => (event._tag === "Day" ? [`${event.day} ${event.source} ${event.state}`] : []))

/** All that is sent, unlike the JSON of a request, in which some headers are redacted. */
const textOf = ({ headers, method, url, urlParams }: HttpClientRequest.HttpClientRequest): string =>
  [method, url, UrlParams.toString(urlParams), ...Object.entries(headers).flat()].join(" ")

/** A site whose file of 18 November is missing, and a service. At 13:00 Eastern time, the service has a day more than the files. */
const startBoth = Effect.fnUntraced(function* (limits: Partial<PublicRecordsOptions> = {}) {
  const gaps = [{ from: "2026-11-18", to: "2026-11-18" }]
  const started = yield* startSite({ apiKeys: [key], site: { gaps } })
  yield* TestClock.setTime(Date.parse("2026-11-20T18:00:00Z"))
  const http = Layer.succeed(HttpClient.HttpClient, started.client)
  const service = PublicRecords.layer({ apiKey: key, baseUrl: url, ...limits }).pipe(Layer.provide(http))
  const records = Context.get(yield* Layer.build(service), PublicRecords)
  const requests: Array<string> = []
  const watched = started.client.pipe(
    HttpClient.tapRequest((request) => Effect.sync(() => void requests.push(textOf(request))))
  )
  const sync = (options: SyncOptions = {}) =>
    started
      .sync(started.mirror, { source: undefined, origin: url, from: date("2026-11-16"), ...options }, watched)
      .pipe(Effect.provideService(PublicRecords, records))
  const asked = () => [...new Set(started.sent().map((request) => request.replace(/\?.*/, "")))]
  return { ...started, sync, asked, requests }
})

const api = ["200 /v0/dnc-complaints", "200 /v0/hsr-early-termination-notices"]
const files = ["200 index", "200 2026-11-19", "404 2026-11-18", "404 2026-11-18_0", "200 2026-11-17"]

describe("a sync with a key", () => {
  it.effect("reads from the service only what the daily files lack", () =>
    Effect.gen(function* () {
      const { asked, mirror, sync } = yield* startBoth()
      const { error, events } = yield* sync()
      assert.isUndefined(error)
      assert.deepStrictEqual(asked(), [...files, ...api])
      assert.deepStrictEqual(sourcesOf(events), [
        "2026-11-17 file partial",
        "2026-11-18 file complete",
        "2026-11-16 file complete",
        "2026-11-19 service complete",
        "2026-11-17 service complete"
      ])
      const { sources } = yield* mirror.status
      assert.deepStrictEqual(
        sources.map(({ days, source }) => `${source} ${days}`),
        ["file 2", "service 2"]
      )
      // The file that is there two hours later has no day that the mirror lacks.
      yield* TestClock.setTime(Date.parse("2026-11-20T21:00:00Z"))
      const again = yield* sync()
      assert.deepStrictEqual(sourcesOf(again.events), [])
      assert.notInclude(asked(), "200 2026-11-20")
    })
  )

  it.effect("says in a dry run what it would read from each", () =>
    Effect.gen(function* () {
      const { asked, sync } = yield* startBoth()
      const { events } = yield* sync({ dryRun: true })
      const plan = events.find((event) => event._tag === "Plan")
      assert.deepStrictEqual(plan?.dailyFiles?.days, [{ from: date("2026-11-16"), to: date("2026-11-18") }])
      assert.deepStrictEqual(plan?.days, { new: 1, again: 0, missing: 0 })
      assert.deepStrictEqual(asked(), ["200 index"])
    })
  )

  it.effect("reads one source only if that is wished", () =>
    Effect.gen(function* () {
      const { asked, sync } = yield* startBoth()
      const fromFiles = yield* sync({ source: "files" })
      assert.deepStrictEqual(asked(), files)
      assert.lengthOf(sourcesOf(fromFiles.events), 3)
      const fromService = yield* sync({ source: "service" })
      assert.deepStrictEqual(asked(), api)
      assert.deepStrictEqual(sourcesOf(fromService.events), [
        "2026-11-19 service complete",
        "2026-11-17 service complete"
      ])
    })
  )

  it.effect("never sends the key to the site, also when the site refuses, redirects or fails", () =>
    Effect.gen(function* () {
      const { faults, requests, sync } = yield* startBoth()
      yield* sync()
      const on = { path: "/sites/*" } as const
      for (const fault of [
        { on, do: "status", status: 302, headers: { Location: "/v0/dnc-complaints" }, body: "" },
        { on, do: "status", status: 503, retryAfter: 1 },
        { on, do: "html", status: 403 }
      ] as const) {
        yield* Effect.orDie(faults.set({ faults: [fault] }))
        yield* sync({ from: date("2026-11-10") })
      }
      assert.isAbove(requests.length, 20)
      assert.deepStrictEqual(
        requests.filter((text) => text.includes(key) || /api|\/v0\//i.test(text)),
        []
      )
    })
  )
})
