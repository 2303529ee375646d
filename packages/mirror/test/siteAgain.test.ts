import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { Effect } from "effect"
import { HttpClient, HttpClientRequest, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { daysOf, filesOf, refusals, setDate, startSite } from "./sites.ts"

const date = CivilDate.make

/** No file comes after 20 November. */
const noMore = { from: "2026-11-23", to: "2027-12-31" }
const without = (...days: ReadonlyArray<string>) => [...days.map((day) => ({ from: day, to: day })), noMore]
const newest = ["2026-11-20", "2026-11-19", "2026-11-18", "2026-11-17", "2026-11-16"].map((day) => `304 ${day}`)

describe("daily files that the mirror has", () => {
  it.effect("are asked for again in each run if they are among the newest five, the others after a week", () =>
    Effect.gen(function* () {
      const { mirror, sent, sync } = yield* startSite({ site: { gaps: without() } })
      const requestsOn = Effect.fnUntraced(function* (day: string) {
        yield* setDate(day)
        yield* TestClock.adjust("1 hour")
        yield* sync(mirror, { from: date("2026-11-11") })
        return sent()
      })
      assert.lengthOf(yield* requestsOn("2026-11-20"), 8)
      const others = ["304 2026-11-13", "304 2026-11-12"]
      assert.deepStrictEqual(yield* requestsOn("2026-11-26"), ["200 index", ...newest])
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* requestsOn("2026-11-28"), ["200 index", ...newest, ...others])
      assert.deepStrictEqual(yield* requestsOn("2026-11-29"), ["200 index", ...newest])
      assert.deepStrictEqual(yield* requestsOn("2026-12-06"), ["200 index", ...newest, ...others])
    })
  )

  it.effect("are unchanged without validators if they have the same contents", () =>
    Effect.gen(function* () {
      const { mirror, sent, sync } = yield* startSite({ site: { validators: false } })
      yield* sync(mirror, { from: date("2026-11-17") })
      sent()
      const days = yield* mirror.days()
      const { events } = yield* sync(mirror)
      assert.deepStrictEqual(sent(), ["200 index", "200 2026-11-20", "200 2026-11-19", "200 2026-11-18"])
      assert.deepStrictEqual([filesOf(events), daysOf(events)], [{ unchanged: 3 }, []])
      assert.deepStrictEqual(yield* mirror.days(), days)
    })
  )

  it.effect("are asked for by their last validators, also if only those changed", () =>
    Effect.gen(function* () {
      const { client, mirror, sync } = yield* startSite()
      const asked: Array<string | undefined> = []
      const renamed = client.pipe(
        HttpClient.tapRequest(({ headers, url }) =>
          Effect.sync(() => void (url.endsWith(".csv") && asked.push(headers["if-none-match"])))
        ),
        HttpClient.mapRequest(HttpClientRequest.setHeader("if-none-match", "unknown")),
        HttpClient.transformResponse(
          Effect.flatMap((response) =>
            Effect.map(response.text, (body) =>
              HttpClientResponse.fromWeb(response.request, new Response(body, { headers: { etag: `"new"` } }))
            )
          )
        )
      )
      yield* sync(mirror, { from: date("2026-11-19") })
      const { events } = yield* sync(mirror, {}, renamed)
      yield* sync(mirror, {}, renamed)
      assert.deepStrictEqual(filesOf(events), { unchanged: 1 })
      assert.match(asked[0] ?? "", /^"[^"]{8,}"$/)
      assert.strictEqual(asked[1], `"new"`)
    })
  )
})

describe("a daily file that does not exist", () => {
  it.effect("is asked for again until 35 days have passed since its date", () =>
    Effect.gen(function* () {
      const { mirror, sent, sync } = yield* startSite({ site: { gaps: without("2026-11-19") } })
      yield* sync(mirror, { from: date("2026-11-18") })
      const missing = ["404 2026-11-19", "404 2026-11-19_0"]
      assert.deepStrictEqual(sent(), ["200 index", "200 2026-11-20", ...missing])
      yield* setDate("2026-12-24")
      yield* sync(mirror)
      assert.deepStrictEqual(sent(), ["200 index", "304 2026-11-20", ...missing])
      yield* setDate("2026-12-25")
      yield* sync(mirror)
      assert.notInclude(sent().join(), "2026-11-19")
    })
  )

  it.effect("was never seen by a redirect, a web page or a failure, however old it is", () =>
    Effect.gen(function* () {
      const gaps = [{ from: "2026-09-11", to: "2026-09-11" }]
      const { faults, mirror, sent, sync } = yield* startSite({ site: { gaps, linked: 3 } })
      const on = (day: string) => ({ path: `/sites/default/files/DNC_Complaint_Numbers_2026-09-${day}.csv` })
      yield* Effect.orDie(
        faults.set({
          faults: [
            { on: on("08"), do: "status", status: 302, headers: { Location: "/404" }, body: "" },
            { on: on("09"), do: "html", status: 200 },
            { on: on("10"), do: "status", status: 410, body: "" }
          ]
        })
      )
      const { events } = yield* sync(mirror, { from: date("2026-09-07") })
      assert.deepStrictEqual(
        refusals(events).map((message) => message.slice(22, 32)),
        ["2026-09-10", "2026-09-09", "2026-09-08"]
      )
      assert.match(
        refusals(events).join(),
        /was not stored: the site redirects to \/404\. Its days stay as they were\./
      )
      sent()
      yield* Effect.orDie(faults.set({ faults: [] }))
      yield* sync(mirror)
      const old = sent().filter((request) => request.includes("2026-09"))
      assert.deepStrictEqual(old, ["200 2026-09-10", "200 2026-09-09", "200 2026-09-08"])
    })
  )
})
