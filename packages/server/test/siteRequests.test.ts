import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { type NextFault, ReferenceServer, type RequestLogEntry } from "../src/index.ts"
import { ComplaintStore } from "../src/store/ComplaintStore.ts"
import { complaintsOf, filePath, getAt, indexPath, linkedAt, numbersIn, served } from "./site.ts"
import { type TestResponse, sendRequest } from "./requests.ts"

const feedPath = "/feeds/hsr-early-termination-notices.xml"
const browsePath = "/legal-library/browse/early-termination-notices"
const file = filePath("2026-11-25")
const later = "2026-11-28T00:00:00Z"
const complaints = complaintsOf("2026-11-24", 40)
const uploadedAt = "Wed, 25 Nov 2026 20:06:00 GMT"

const header = (response: TestResponse, name: string): string => response.headers.get(name) ?? ""

describe("a conditional request to the site", () => {
  const statusWith = (headers: Readonly<Record<string, string>>, path = file) =>
    Effect.map(getAt(later, path, headers), ({ status, text }) => (text === "" ? status : [status, text.length]))

  it.effect("gets a 304 if the client has the file, and If-None-Match decides if both are sent", () =>
    Effect.gen(function* () {
      const whole = yield* getAt(later, file)
      const etag = header(whole, "etag")
      assert.match(etag, /^"[0-9a-f]{16}"$/)
      assert.strictEqual(header(whole, "last-modified"), uploadedAt)
      const full = [200, whole.text.length]
      for (const [headers, expected] of [
        [{ "If-None-Match": etag }, 304],
        [{ "If-None-Match": '"other"' }, full],
        [{ "If-Modified-Since": uploadedAt }, 304],
        [{ "If-Modified-Since": "Wed, 25 Nov 2026 20:06:01 GMT" }, 304],
        [{ "If-Modified-Since": "Wed, 25 Nov 2026 20:05:59 GMT" }, full],
        [{ "If-Modified-Since": "yesterday" }, full],
        [{ "If-None-Match": '"other"', "If-Modified-Since": uploadedAt }, full],
        [{ "If-None-Match": etag, "If-Modified-Since": "Wed, 25 Nov 2026 20:05:59 GMT" }, 304]
      ] as const) {
        assert.deepStrictEqual(yield* statusWith(headers), expected, JSON.stringify(headers))
      }
    }).pipe(served(complaints))
  )

  it.effect("gets the file after another edition replaced it, unless the content is equal", () =>
    Effect.gen(function* () {
      const name = "DNC_Complaint_Numbers_2026-11-25.csv"
      const uploads = (share: number) => ({
        uploads: [
          { file: name, at: "2026-11-25T20:06:00Z", share },
          { file: name, at: "2026-11-27T20:06:00Z" }
        ]
      })
      for (const [share, status] of [
        [0.9, 200],
        [1, 304]
      ] as const) {
        const second = Effect.gen(function* () {
          const etag = header(yield* getAt("2026-11-26T00:00:00Z", file), "etag")
          return yield* getAt(later, file, { "If-None-Match": etag })
        })
        const response = yield* second.pipe(served(complaints, { site: uploads(share) }))
        assert.strictEqual(response.status, status)
      }
    })
  )

  it.effect("gets a 304 for each page, which has an ETag only", () =>
    Effect.gen(function* () {
      for (const path of [indexPath, feedPath, browsePath]) {
        const page = yield* getAt(later, path)
        assert.strictEqual(header(page, "last-modified"), "")
        assert.strictEqual(yield* statusWith({ "If-None-Match": header(page, "etag") }, path), 304)
        assert.notStrictEqual(yield* statusWith({ "If-Modified-Since": uploadedAt }, path), 304)
      }
    }).pipe(served(complaints))
  )

  it.effect("gets the whole response without validators", () =>
    Effect.gen(function* () {
      const whole = yield* getAt(later, file)
      assert.deepStrictEqual([header(whole, "etag"), header(whole, "last-modified")], ["", ""])
      assert.strictEqual(header(whole, "content-length"), String(whole.text.length))
      const conditions = { "If-None-Match": "*", "If-Modified-Since": uploadedAt }
      assert.deepStrictEqual(yield* statusWith(conditions), [200, whole.text.length])
    }).pipe(served(complaints, { site: { validators: false } }))
  )
})

describe("a request to the site", () => {
  it.effect("needs no key and no HTTPS, and does not count against the limit", () =>
    Effect.gen(function* () {
      const { fetch, url } = yield* ReferenceServer
      for (const path of [indexPath, file, feedPath, browsePath]) {
        assert.strictEqual((yield* getAt(later, path)).status, 200, path)
        const insecure = yield* Effect.promise(() => fetch(url.replace("https:", "http:") + path))
        assert.strictEqual(insecure.status, 200)
        assert.isNull(insecure.headers.get("x-ratelimit-limit"))
      }
      assert.strictEqual((yield* sendRequest("/v0/dnc-complaints")).status, 200)
      assert.strictEqual((yield* sendRequest("/v0/dnc-complaints")).status, 429)
    }).pipe(served(complaints, { rateLimit: { limit: 1, window: "1 hour" } }))
  )

  it.effect("is logged without its key, and the log says that it had one", () => {
    const entries: Array<RequestLogEntry> = []
    const encoded = encodeURIComponent("secret/key")
    return Effect.gen(function* () {
      yield* getAt(later, file)
      yield* getAt(later, file, { "X-Api-Key": "secret/key" })
      yield* getAt(later, file, { Cookie: `key=${encoded}` })
      yield* getAt(later, `${file}?api_key=${encoded}`)
      yield* getAt(later, `/sites/${encoded}`)
      assert.deepStrictEqual(
        entries.map(({ hasKey, url }) => [url, hasKey]),
        [
          [file, false],
          [file, true],
          [file, true],
          [file, true],
          ["/sites/••••", true]
        ]
      )
    }).pipe(served(complaints, { apiKeys: ["secret/key"], log: (entry) => void entries.push(entry) }))
  })

  it.effect("gets the complaints without quirks, and without those that a fault adds", () =>
    Effect.gen(function* () {
      const { faults } = yield* ReferenceServer
      yield* faults.next({ do: "mutate" })
      assert.include((yield* sendRequest("/v0/dnc-complaints?items_per_page=1")).text, '"record-total":81')
      assert.deepStrictEqual(
        numbersIn((yield* getAt(later, file)).text),
        complaints.map(({ companyPhoneNumber }) => companyPhoneNumber)
      )
    }).pipe(served(complaints, { quirks: { copies: 2, shifted: 1 } }))
  )

  it.effect("gets what was reloaded", () => {
    const days = [complaints.slice(0, 3), complaints]
    const openRecords = Effect.sync(() => ({
      source: "a day",
      complaints: new ComplaintStore(days.shift() ?? []),
      notices: []
    }))
    return Effect.gen(function* () {
      assert.lengthOf(numbersIn((yield* getAt(later, file)).text), 3)
      yield* (yield* ReferenceServer).reload
      assert.lengthOf(numbersIn((yield* getAt(later, file)).text), 40)
    }).pipe(Effect.provide(ReferenceServer.layerInProcess({ openRecords })))
  })
})

/** The links in the index now. */
const linkedNow = Effect.map(sendRequest(indexPath, {}), ({ text }) => Array.from(text.matchAll(/<li>/g)))

const options = { rateLimit: "off", site: { linked: 1 } } as const
const drivers = {
  "a server in process": ReferenceServer.layerInProcess(options),
  "a server on a socket": ReferenceServer.layerSocket({ ...options, port: 0, tls: "off", allowHttp: true })
} as const

for (const [driver, server] of Object.entries(drivers)) {
  layer(server, { excludeTestServices: true })(`faults on the site of ${driver}`, (it) => {
    const sample = "/system/files/attachments/do-not-call-dnc-reported-calls-data/dnc_complaint_numbers_2021-07-08.csv"
    const under = (fault: NextFault, path = sample) =>
      Effect.gen(function* () {
        const { faults } = yield* ReferenceServer
        yield* faults.next({ on: { path: "/*" }, ...fault })
        return yield* sendRequest(path, {})
      })

    it.effect("apply if they name its path, and otherwise only to the service", () =>
      Effect.gen(function* () {
        const { faults } = yield* ReferenceServer
        const seen = [sample, "/v0/dnc-complaints", sample, "/feeds/x.xml"]
        yield* faults.set({
          faults: [
            { on: { requests: [1] }, do: "status", status: 500 },
            { on: { path: "/system/*", requests: [2] }, do: "status", status: 503, retryAfter: 7 }
          ]
        })
        const responses = yield* Effect.forEach(seen, (path) => sendRequest(path))
        assert.deepStrictEqual(
          responses.map(({ status }) => status),
          [200, 500, 503, 404]
        )
        assert.deepStrictEqual(
          responses.map((response) => header(response, "retry-after")),
          ["", "", "7", ""]
        )
        const history = yield* faults.history
        assert.deepStrictEqual(
          history.map(({ applied, path }) => `${path} ${applied.join()}`),
          seen.map((path, index) => `${path} ${index === 1 || index === 2 ? "status" : ""}`)
        )
        yield* faults.clear
      })
    )

    it.effect("send HTML with 403 or 200, or redirect", () =>
      Effect.gen(function* () {
        for (const status of [403, 200]) {
          const page = yield* under({ do: "html", status })
          assert.deepStrictEqual([page.status, header(page, "content-type")], [status, "text/html; charset=utf-8"])
          assert.approximately(page.text.length, 450, 30)
          assert.include(page.text, `<h1>${status} `)
        }
        const { faults, fetch, url } = yield* ReferenceServer
        const redirect = { do: "status", status: 302, headers: { Location: "/docs" }, body: "" } as const
        yield* faults.next({ on: { path: "/*" }, ...redirect })
        const response = yield* Effect.promise(() => fetch(url + sample, { redirect: "manual" }))
        assert.deepStrictEqual([response.status, response.headers.get("location")], [302, "/docs"])
      })
    )

    it.effect("cut the file with its length, or without one as if it were complete", () =>
      Effect.gen(function* () {
        const whole = yield* sendRequest(sample, { headers: { "Accept-Encoding": "identity" } })
        const bytes = Buffer.from(whole.text)
        assert.strictEqual(header(whole, "content-length"), String(bytes.length))
        assert.isTrue(Exit.isFailure(yield* Effect.exit(under({ do: "truncate" }))))
        const { faults } = yield* ReferenceServer
        yield* faults.next({ on: { path: sample }, do: "half" })
        const half = yield* sendRequest(sample, { headers: { "Accept-Encoding": "identity" } })
        assert.deepStrictEqual([half.status, header(half, "content-length")], [200, ""])
        assert.strictEqual(half.text, bytes.subarray(0, bytes.length / 2).toString())
        // A client that decompresses may not notice the end within the data either.
        const compressed = yield* under({ do: "half" })
        assert.isTrue(whole.text.startsWith(compressed.text) && compressed.text.length < whole.text.length)
        assert.strictEqual((yield* sendRequest(sample, {})).text, whole.text)
      })
    )

    it.effect("have no effect on a response without a body", () =>
      Effect.gen(function* () {
        const { faults } = yield* ReferenceServer
        yield* faults.next({ on: { path: sample }, do: "half" })
        const head = yield* sendRequest(sample, { method: "HEAD" })
        assert.deepStrictEqual([head.status, head.text], [200, ""])
        assert.isAbove(Number(header(head, "content-length")), 1_000_000 / 5)
        assert.lengthOf(yield* linkedNow, 1)
      })
    )
  })
}

layer(ReferenceServer.layerSocket({ port: 0, tls: "off" }))("a file on a socket", (it) => {
  it.effect("is compressed if the client accepts that, with another ETag", () =>
    Effect.gen(function* () {
      const [sample = ""] = yield* linkedAt(later)
      const [plain, compressed] = yield* Effect.forEach(["identity", "gzip"], (coding) =>
        getAt(later, sample, { "Accept-Encoding": coding })
      )
      assert.strictEqual(plain?.text, compressed?.text)
      assert.strictEqual(compressed?.headers.get("content-encoding"), "gzip")
      assert.isBelow(Number(compressed?.headers.get("content-length")), Number(plain?.headers.get("content-length")))
      const [etag, other] = [plain, compressed].map((response) => response?.headers.get("etag") ?? "")
      assert.strictEqual(other, etag?.replace(/"$/, '-gzip"'))
      const headers = { "If-None-Match": other ?? "" }
      const again = (coding: string) => getAt(later, sample, { ...headers, "Accept-Encoding": coding })
      assert.strictEqual((yield* again("gzip")).status, 304)
      assert.strictEqual((yield* again("identity")).status, 200)
    })
  )
})
