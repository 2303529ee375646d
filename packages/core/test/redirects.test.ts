import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ComplaintQuery, type PublicRecords } from "../src/index.ts"
import { pageOfIds, type Respond } from "./FakeService.ts"
import { withClient } from "./withClient.ts"

const key = "canary-key-0123456789"

const redirectTo = (location: string, status = 302): Response => {
  const response = new Response(null, { status })
  // The constructor of Headers would trim spaces.
  response.headers.set("location", location)
  return response
}

const firstPage = ({ complaints }: PublicRecords["Service"]) => complaints.page(ComplaintQuery.default)

/** Returns the reason for which a redirect is refused, and the requests. */
const refusalOf = (respond: Respond) =>
  Effect.map(withClient(respond, firstPage), ({ result, arrivals }) => {
    const reason = result._tag === "Failure" ? result.failure.reason : assert.fail("It should have failed.")
    return { reason, arrivals }
  })

describe("a redirect elsewhere", () => {
  for (const location of [
    "https://evil.test/v0/dnc-complaints",
    "https://records.test.evil.test/",
    "https://records.test./",
    "https://records.test:8443/",
    "https://records.test:80/",
    "http://records.test/",
    "http://records.test:443/",
    "//evil.test/v0",
    "///evil.test/v0",
    "/\\evil.test/v0",
    "\\\\evil.test/v0",
    "https:\\\\evil.test/v0",
    "https:/\\evil.test/v0",
    "/\t/evil.test/v0",
    "  https://evil.test/",
    "https://records.test@evil.test/",
    "https://records.test%40evil.test/",
    "https://records.test:pass@evil.test:443/",
    "https://evil.test#@records.test/",
    "https://evil.test\\@records.test/",
    "ftp://records.test/",
    "blob:https://records.test/1",
    "file:///etc/passwd",
    "data:application/json,{}",
    "javascript:alert(1)",
    "https://"
  ]) {
    it.effect(`does not get the key: ${JSON.stringify(location)}`, () =>
      Effect.gen(function* () {
        for (const status of [301, 302, 303, 307, 308]) {
          const { reason, arrivals } = yield* refusalOf(() => redirectTo(location, status))
          assert.strictEqual(reason._tag, "RedirectRefused", String(status))
          assert.strictEqual(arrivals.length, 1)
        }
      })
    )
  }

  for (const [location, shown] of [
    ["https://", "an invalid URL"],
    ["https://evil.test/v0/list?x=1#y", "https://evil.test/v0/list"],
    [`https://evil.test/${key}`, "https://evil.test/••••"],
    [`/v1/${key}`, "https://records.test/v1/••••"],
    ["https://name@records.test/v1", "https://records.test/v1"],
    ["https://:pass@records.test/v1", "https://records.test/v1"]
  ] as const) {
    it.effect(`is shown without secrets: ${location} as ${shown}`, () =>
      Effect.gen(function* () {
        const { reason, arrivals } = yield* refusalOf(() => redirectTo(location))
        assert.deepInclude(reason, { _tag: "RedirectRefused", location: shown })
        assert.strictEqual("response" in reason && reason.response?.status, 302)
        assert.strictEqual(arrivals.length, 1)
      })
    )
  }

  it.effect("does not get the key after a redirect within the origin", () =>
    Effect.gen(function* () {
      const { reason, arrivals } = yield* refusalOf((_, n) =>
        redirectTo(n === 0 ? "/v1/dnc-complaints" : "//evil.test/", 307)
      )
      assert.strictEqual(reason._tag, "RedirectRefused")
      assert.deepStrictEqual(
        arrivals.map(({ url }) => url.href.replace(/\?.*/, "")),
        ["https://records.test/v0/dnc-complaints", "https://records.test/v1/dnc-complaints"]
      )
    })
  )

  it.effect("is refused if a browser hides it", () =>
    Effect.gen(function* () {
      const { reason } = yield* refusalOf(() => Response.error())
      assert.deepInclude(reason, { _tag: "RedirectRefused", location: "an address that the browser hides" })
    })
  )
})

describe("a redirect within the origin", () => {
  it.effect("is followed in any spelling, with the headers of the client and of the call", () =>
    Effect.gen(function* () {
      const page = ({ complaints }: PublicRecords["Service"]) =>
        complaints.page(ComplaintQuery.default, { headers: { "x-trace": "1" } })
      for (const location of [
        "/v1/x",
        "//records.test/v1/x",
        "https://records.test:443/v1/x",
        "HTTPS://RECORDS.TEST/v1/x"
      ]) {
        const { result, arrivals } = yield* withClient(
          (_, n) => (n === 0 ? redirectTo(location) : pageOfIds(["a"])),
          page,
          { userAgent: "my-program/1" }
        )
        assert.strictEqual(result._tag, "Success", location)
        assert.strictEqual(arrivals[1]?.url.href, "https://records.test/v1/x")
        assert.deepInclude(arrivals[1]?.headers, { "x-api-key": key, "x-trace": "1" })
        assert.deepStrictEqual(arrivals[1]?.headers, arrivals[0]?.headers)
      }
    })
  )

  it.effect("is relative to the URL that redirects", () =>
    Effect.gen(function* () {
      const { arrivals } = yield* withClient(
        (_, n) => (n < 2 ? redirectTo(["things/list?a=1", "other"][n] ?? "") : pageOfIds(["a"])),
        firstPage,
        { baseUrl: "https://records.test/prefix" }
      )
      assert.deepStrictEqual(
        arrivals.slice(1).map(({ url }) => url.href),
        ["https://records.test/prefix/v0/things/list?a=1", "https://records.test/prefix/v0/things/other"]
      )
    })
  )

  it.effect("is followed with each status from 300 to 399", () =>
    Effect.gen(function* () {
      for (const [status, requests] of [
        [300, 2],
        [399, 2],
        [400, 1]
      ] as const) {
        const respond: Respond = (_, n) => (n === 0 ? redirectTo("/v1", status) : pageOfIds(["a"]))
        const { arrivals } = yield* withClient(respond, firstPage)
        assert.strictEqual(arrivals.length, requests, String(status))
      }
    })
  )

  it.effect("is followed three times, and not a fourth time", () =>
    Effect.gen(function* () {
      const { result } = yield* withClient((_, n) => (n < 3 ? redirectTo(`/v${n + 1}`) : pageOfIds(["a"])), firstPage)
      assert.strictEqual(result._tag, "Success")
      const { reason, arrivals } = yield* refusalOf((_, n) => redirectTo(`/v${n + 1}`))
      assert.deepInclude(reason, { _tag: "UnexpectedAnswer", detail: "it redirects more than 3 times" })
      assert.strictEqual(arrivals.length, 4)
    })
  )
})
