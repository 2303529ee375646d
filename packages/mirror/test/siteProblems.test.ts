import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { Effect } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { indexPath, fileHeader } from "../src/site/ftcSite.ts"
import { readIndex } from "../src/site/siteIndex.ts"
import { dateOf } from "../src/store/civil.ts"
import { daily, row } from "./mirrors.ts"
import { openFake } from "./site/fakeSite.ts"
import { daysOf, fileOf, filesOf, refusals, setDate, startSite, storedDays } from "./sites.ts"

const from = { from: CivilDate.make("2026-11-16") }
const path = (day: string): string => `/sites/default/files/DNC_Complaint_Numbers_${day}.csv`
const thursday = path("2026-11-19")

/** A client that gets other bodies for some paths. */
const withBodies = (client: HttpClient.HttpClient, bodies: Readonly<Record<string, string>>) =>
  HttpClient.make((request, { pathname }) => {
    const body = bodies[pathname]
    if (body === undefined) return client.execute(request)
    return Effect.succeed(HttpClientResponse.fromWeb(request, new Response(body)))
  })

const page = (...links: ReadonlyArray<string>): string =>
  `<!doctype html><html><body>${links.map((link) => `<li><a class="x" href="${link}">CSV</a></li>`).join("\n")}</body></html>`

describe("the index of daily files", () => {
  const linksOf = Effect.fnUntraced(function* (body: string) {
    const fake = yield* openFake([{ body }])
    const index = yield* readIndex(fake.site)
    return [...index].map(([day, address]) => `${dateOf(day)} ${address}`)
  })

  it.effect("has the highest edition of each date, in any order and form of links", () =>
    Effect.gen(function* () {
      const older = "/system/files/attachments/do-not-call-dnc-reported-calls-data/dnc_complaint_numbers_2021-07-08.csv"
      const links = [
        path("2026-11-18_9"),
        path("2026-11-18_10"),
        path("2026-11-18"),
        older,
        `https://www.ftc.gov${path("2026-11-20")}`,
        path("2026-11-19").replace("_2026-11-19", "_2026-11-19_0"),
        path("2026-11-19"),
        path("2026-02-30"),
        "/sites/default/files/other_2026-11-17.csv"
      ]
      const newest = [path("2026-11-20"), path("2026-11-19_0"), path("2026-11-18_10"), older]
      const dates = ["2026-11-20", "2026-11-19", "2026-11-18", "2021-07-08"]
      assert.deepStrictEqual(
        yield* linksOf(page(...links)),
        dates.map((day, index) => `${day} ${newest[index]}`)
      )
    })
  )

  it.effect("ends the run if it has no link, and is shown", () =>
    Effect.gen(function* () {
      const { client, mirror, sent, sync } = yield* startSite()
      yield* sync(mirror, { from: CivilDate.make("2026-11-18") })
      const days = yield* mirror.days()
      sent()
      const strange = `${"<p>A new page</p>\n".repeat(11)}${"x".repeat(2)}END`
      const { error, events } = yield* sync(mirror, from, withBodies(client, { [indexPath]: strange }))
      assert.strictEqual(error?._tag === "SiteError" ? error.problem : "", "Changed")
      assert.include(error?.message, `${"<p>A new page</p> ".repeat(11)}xx. `)
      assert.deepStrictEqual([sent(), daysOf(events)], [[], []])
      assert.deepStrictEqual(yield* mirror.days(), days)
      assert.strictEqual((yield* mirror.status).sync?.lastFailure?.why, error?.message)
    })
  )

  it.effect("ends the run if it is refused", () =>
    Effect.gen(function* () {
      const { faults, mirror, sent, sync } = yield* startSite()
      yield* Effect.orDie(faults.set({ faults: [{ on: { path: "/*" }, do: "html", status: 403 }] }))
      const { error } = yield* sync(mirror, from)
      assert.strictEqual(error?._tag === "SiteError" ? error.problem : "", "Refused")
      assert.deepStrictEqual([sent(), yield* storedDays(mirror)], [["403 index"], []])
    })
  )
})

describe("a daily file that cannot be used", () => {
  const bodies: ReadonlyArray<readonly [why: string, body: string]> = [
    ["it is a web page and no daily file", "\n<!DOCTYPE html><html><body>Sorry</body></html>\n"],
    ["it ends within a line, so its end is missing", fileOf("2026-11-18", 10).slice(0, -2)],
    ["it ends within a line, so its end is missing", ""],
    ["its layout is not known; it begins: Number,Date 2165550000,2026", "Number,Date\r\n2165550000,2026\r\n"],
    [`its layout is not known; it begins: ${fileHeader},More`, fileOf("2026-11-18", 2).replaceAll("\r\n", ",More\r\n")]
  ]
  it.effect.each(bodies)("is refused by name, and the others are read: %s", ([why, body]) =>
    Effect.gen(function* () {
      const { client, mirror, sync } = yield* startSite()
      const { error, events } = yield* sync(mirror, from, withBodies(client, { [thursday]: body }))
      assert.isUndefined(error)
      assert.deepStrictEqual(filesOf(events), { stored: 3, refused: 1 })
      const [message = ""] = refusals(events)
      assert.isTrue(message.startsWith(`DNC_Complaint_Numbers_2026-11-19.csv was not stored: ${why}`), message)
      assert.include(message, "Its days stay as they were.")
      assert.deepStrictEqual(daysOf(events), ["2026-11-19", "2026-11-17", "2026-11-16"])
      // In the next run it is asked for like one that was never read.
      assert.deepStrictEqual(daysOf((yield* sync(mirror)).events), ["2026-11-18"])
    })
  )

  it.effect("leaves the days as they were that an edition before it had", () =>
    Effect.gen(function* () {
      const { faults, mirror, sync } = yield* startSite({
        site: { uploads: [{ file: thursday.slice(21), at: "2026-11-19T20:06:00Z", share: 0.5 }] }
      })
      yield* sync(mirror, from)
      const days = yield* mirror.days()
      for (const fault of ["half", "truncate"] as const) {
        yield* Effect.orDie(faults.set({ faults: [{ on: { path: thursday }, do: fault }] }))
        const { events } = yield* sync(mirror, { replace: [CivilDate.make("2026-11-18")] })
        assert.lengthOf(refusals(events), 1)
        assert.deepStrictEqual(yield* mirror.days(), days)
      }
    })
  )

  it.effect("ends the run if it is the second one of an unknown layout", () =>
    Effect.gen(function* () {
      const { client, mirror, sent, sync } = yield* startSite()
      const strange = {
        [path("2026-11-20")]: "a,b\r\n1,2\r\n",
        [path("2026-11-18")]: `a,b\r\n${"3,4;".repeat(60)}\r\n`
      }
      const { error, events } = yield* sync(mirror, from, withBodies(client, strange))
      assert.strictEqual(error?._tag === "SiteError" ? error.problem : "", "Changed")
      assert.include(error?.message, `it begins: a,b ${"3,4;".repeat(48)}3,4. This version`)
      assert.deepStrictEqual(sent(), ["200 index", "200 2026-11-19"])
      assert.deepStrictEqual(filesOf(events), { stored: 1, refused: 1 })
    })
  )

  it.effect("has rows that cannot be read: its day is partial, and asked for again", () =>
    Effect.gen(function* () {
      const { client, mirror, sync } = yield* startSite()
      const body = daily(row({ created: "2026-11-18 10:00:00" }), row({ created: "2026-11-39 10:00:00" }))
      const { events } = yield* sync(mirror, from, withBodies(client, { [thursday]: body }))
      assert.include(daysOf(events), "2026-11-18 partial stored 1+0")
      assert.strictEqual((yield* mirror.status).setAside, 1)
      yield* sync(mirror)
      assert.include(yield* storedDays(mirror), "2026-11-18 complete 10")
    })
  )
})

describe("a site that fails", () => {
  it.effect("ends the run with the second refusal, and the next run goes on", () =>
    Effect.gen(function* () {
      const { faults, mirror, sent, sync } = yield* startSite()
      const on = { path: "/sites/*", requests: [2, 4] }
      yield* Effect.orDie(faults.set({ faults: [{ on, do: "html", status: 403 }] }))
      const { error, events } = yield* sync(mirror, from)
      assert.strictEqual(error?._tag === "SiteError" ? error.problem : "", "Refused")
      const answers = ["200 2026-11-20", "403 2026-11-19", "200 2026-11-18", "403 2026-11-17"]
      assert.deepStrictEqual(sent(), ["200 index", ...answers])
      assert.deepStrictEqual(filesOf(events), { stored: 2, refused: 1 })
      yield* Effect.orDie(faults.set({ faults: [] }))
      yield* setDate("2026-11-21")
      assert.deepStrictEqual(daysOf((yield* sync(mirror)).events), ["2026-11-18", "2026-11-16"])
    })
  )

  it.effect("ends the run with the second file in a row that cannot be reached", () =>
    Effect.gen(function* () {
      const { faults, mirror, sync } = yield* startSite()
      yield* Effect.orDie(faults.set({ faults: [{ on: { path: "/sites/*" }, do: "status", status: 500, body: "" }] }))
      const { error, events } = yield* sync(mirror, from)
      assert.strictEqual(error?._tag === "SiteError" ? error.problem : "", "Unreachable")
      assert.lengthOf(refusals(events), 1)
      assert.isNull(events.find((event) => event._tag === "Report")?.dailyFiles?.nothingNew ?? null)
    })
  )
})
