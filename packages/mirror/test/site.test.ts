import { gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { version } from "@public-records/core"
import { Effect, Result } from "effect"
import { HttpClient } from "effect/http"
import { openSite, type SiteOptions } from "../src/site/Site.ts"
import { openFake } from "./site/fakeSite.ts"

/** Returns what came of a request: the kind of the answer, or the problem that ended the run. */
const kindOf = (result: Result.Result<{ readonly _tag: string }, { readonly problem: string }>): string =>
  Result.isSuccess(result) ? result.success._tag : result.failure.problem

const busy = { status: 503 } as const
const refused = { status: 403, body: "<html>no</html>" } as const

describe("a site", () => {
  it.effect("gets one request after the other, five seconds after the last answer", () =>
    Effect.gen(function* () {
      const { get, page, site, times } = yield* openFake([{ seconds: 3, body: "abc" }])
      for (const path of ["/a", "/b"]) assert.strictEqual(kindOf(yield* get(path)), "Found")
      assert.deepStrictEqual(yield* page("/c"), Result.succeed("abc"))
      assert.deepStrictEqual(times(), [0, 8, 16])
      assert.deepStrictEqual(site.traffic, { requests: 3, bytes: 9 })
    })
  )

  it.effect("gets them as fast as wished if it is not the FTC's", () =>
    Effect.gen(function* () {
      const { get, times } = yield* openFake([{}], { site: "https://example.org", pauseSeconds: 1 })
      for (const path of ["/a", "/b", "/c"]) yield* get(path)
      assert.deepStrictEqual(times(), [0, 1, 2])
    })
  )

  it.effect("gets the name of the program, its encoding and validators, and nothing else", () =>
    Effect.gen(function* () {
      const { get, sent } = yield* openFake([{ status: 304 }])
      const known = { etag: '"1"', modified: "Fri, 20 Nov 2026 20:06:00 GMT" }
      yield* Effect.withSpan(get("/a"), "a span")
      yield* get("/b", { ...known, modified: "" })
      assert.strictEqual(kindOf(yield* get("/c", known)), "Unchanged")
      const common = { "user-agent": `public-records/${version}`, "accept-encoding": "gzip" }
      assert.deepStrictEqual(
        sent.map(({ headers }) => headers),
        [
          common,
          { ...common, "if-none-match": known.etag },
          { ...common, "if-none-match": known.etag, "if-modified-since": known.modified }
        ]
      )
      assert.deepStrictEqual(
        sent.map(({ redirect, url }) => [redirect, url]),
        ["a", "b", "c"].map((path) => ["manual", `https://www.ftc.gov/${path}`])
      )
    })
  )

  it.effect("gets another name and address if they are given", () =>
    Effect.gen(function* () {
      const { get, sent } = yield* openFake([{}], { userAgent: "Someone/2", site: "https://search.ftc.gov/" })
      yield* get("/a")
      assert.deepStrictEqual([sent[0]?.url, sent[0]?.headers["user-agent"]], ["https://search.ftc.gov/a", "Someone/2"])
    })
  )
})

describe("a request to the site that fails", () => {
  it.effect("is repeated twice after a while", () =>
    Effect.gen(function* () {
      const { get, times } = yield* openFake([busy, { status: -1 }, { body: "abc" }, busy])
      assert.strictEqual(kindOf(yield* get("/a")), "Found")
      assert.strictEqual(kindOf(yield* get("/b")), "Useless")
      assert.lengthOf(times(), 6)
      for (const [index, at] of times().entries()) assert.isAtLeast(at - (times()[index - 1] ?? -5), 5)
    })
  )

  it.effect("is repeated when the site says, at the earliest", () =>
    Effect.gen(function* () {
      const later = { status: 429, headers: { "retry-after": "60" } }
      const { get, times } = yield* openFake([{ ...busy, headers: { "retry-after": "30" } }, later, {}])
      assert.strictEqual(kindOf(yield* get("/a")), "Found")
      const [first = 0, second = 0, third = 0] = times()
      assert.isAtLeast(second - first, 30)
      assert.isAtLeast(third - second, 60)
      assert.isAtMost(third, 100)
    })
  )

  it.effect("ends the run after two in a row, but not with an answer between them", () =>
    Effect.gen(function* () {
      const { get } = yield* openFake([busy, busy, busy, {}, busy])
      const kinds = [yield* get("/a"), yield* get("/b"), yield* get("/c"), yield* get("/d")].map(kindOf)
      assert.deepStrictEqual(kinds, ["Useless", "Found", "Useless", "Unreachable"])
    })
  )

  it.effect("is given up after a quarter of an hour", () =>
    Effect.gen(function* () {
      const { get, times } = yield* openFake([{ seconds: 899 }, { seconds: 1000 }])
      assert.strictEqual(kindOf(yield* get("/a")), "Found")
      assert.include(JSON.stringify(yield* get("/b")), "there was no answer in 15 minutes")
      assert.lengthOf(times(), 2)
    })
  )

  it.effect("is one whose answer is shorter than its length", () =>
    Effect.gen(function* () {
      const packed = gzipSync("abcabc")
      const gzip = { "content-encoding": "gzip" }
      const { get } = yield* openFake([
        { body: "abcabc", headers: { "content-length": "6" } },
        { body: "abc", headers: { "content-length": "6" } },
        { body: packed, headers: { ...gzip, "content-length": String(packed.length) } },
        { body: packed.subarray(0, 12), headers: gzip }
      ])
      const answers = [yield* get("/a"), yield* get("/b"), yield* get("/c"), yield* get("/d")]
      assert.deepStrictEqual(answers.map(kindOf), ["Found", "Useless", "Found", "Useless"])
      const [, cut, unpacked] = answers.map((answer) => (Result.isSuccess(answer) ? answer.success : undefined))
      assert.deepStrictEqual(cut, { _tag: "Useless", why: "the answer was cut off", problem: "Unreachable" })
      assert.strictEqual(unpacked?._tag === "Found" ? unpacked.body.length : 0, 6)
    })
  )
})

describe("a site that refuses", () => {
  it.effect("is left alone after the second time, with what to do", () =>
    Effect.gen(function* () {
      const { get, sent } = yield* openFake([refused, {}, refused])
      const results = [yield* get("/a"), yield* get("/b"), yield* get("/c")]
      assert.deepStrictEqual(results.map(kindOf), ["Useless", "Found", "Refused"])
      assert.lengthOf(sent, 3)
      const message = results.map((result) => (Result.isFailure(result) ? result.failure.message : "")).join("")
      assert.match(
        message,
        /\/c cannot be read: the site refuses this program, 403\. Wait some hours, send another name with --user-agent/
      )
      assert.match(message, /--site https:\/\/search\.ftc\.gov, or download .*do-not-call-data and import them with/)
    })
  )

  it.effect("is left alone at once if that is a page without which nothing can be read", () =>
    Effect.gen(function* () {
      const { page, sent } = yield* openFake([refused])
      assert.strictEqual(kindOf(Result.map(yield* page("/a"), () => ({ _tag: "Found" }))), "Refused")
      assert.lengthOf(sent, 1)
    })
  )

  it.effect("is not one that redirects, however often", () =>
    Effect.gen(function* () {
      const { get } = yield* openFake([{ status: 302, headers: { location: "/elsewhere" } }])
      for (const path of ["/a", "/b", "/c"]) {
        const why = "the site redirects to /elsewhere"
        assert.deepStrictEqual(yield* get(path), Result.succeed({ _tag: "Useless", why, problem: "Changed" }))
      }
    })
  )
})

describe("options of the site", () => {
  const http = HttpClient.make(() => Effect.die(new Error("nothing may be sent")))
  const open = (options: SiteOptions) => Effect.result(openSite(http, options))

  const bad: ReadonlyArray<readonly [field: string, options: SiteOptions]> = [
    ["site", { site: "www.ftc.gov" }],
    ["site", { site: "ftp://www.ftc.gov" }],
    ["site", { site: "http://example.org" }],
    ["site", { site: "https://someone:secret@example.org" }],
    ["pauseSeconds", { pauseSeconds: 4.9 }],
    ["pauseSeconds", { pauseSeconds: Number.NaN }],
    ["pauseSeconds", { pauseSeconds: 0, site: "https://SEARCH.ftc.gov" }],
    ["pauseSeconds", { pauseSeconds: 0, site: "https://www.ftc.gov." }],
    ["pauseSeconds", { pauseSeconds: 0, site: "https://ftc.gov" }],
    ["pauseSeconds", { pauseSeconds: -1, site: "https://example.org" }],
    ["userAgent", { userAgent: "two\r\nlines" }],
    ["userAgent", { userAgent: " begins with a space" }]
  ]
  it.effect.each(bad)("that cannot be used are refused before a request is sent: %s %j", ([field, options]) =>
    Effect.gen(function* () {
      const result = yield* open(options)
      assert.strictEqual(Result.isFailure(result) ? result.failure.problems[0]?.field : "none", field)
    })
  )

  const good: ReadonlyArray<SiteOptions> = [
    { pauseSeconds: 5 },
    { pauseSeconds: 0, site: "https://example.org" },
    { pauseSeconds: 0, site: "https://notftc.gov" },
    { site: "http://localhost:3000", allowHttp: true },
    { userAgent: "Mozilla/5.0 (X11; Linux x86_64)" }
  ]
  it.effect.each(good)("that can be used are accepted: %j", (options) =>
    Effect.map(open(options), (result) => assert.isTrue(Result.isSuccess(result)))
  )
})
