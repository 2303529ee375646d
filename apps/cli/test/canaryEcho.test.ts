import { assert, describe, it } from "@effect/vitest"
import { canaryKey, findCanary } from "@public-records/testing/Canary"
import { Effect } from "effect"
import { type IncomingMessage, type ServerResponse } from "node:http"
import { cannedService, json, page, wireComplaint } from "./cannedService.ts"
import { run } from "./inProcess.ts"

const withKey = { PUBLIC_RECORDS_API_KEY: canaryKey }
const link = `https://records.test/?api_key=${canaryKey}`
const encoded = wireComplaint("one", {
  subject: canaryKey.toUpperCase(),
  "consumer-city": Buffer.from(canaryKey).toString("base64")
})
const record = { ...wireComplaint("one", { subject: canaryKey, "consumer-city": link }), links: { self: link } }

/** Responses that contain the API key in places that no gateway was observed to repeat it in. */
const echoes: ReadonlyArray<
  readonly [name: string, exitCode: number, answer: (request: IncomingMessage, response: ServerResponse) => void]
> = [
  ["a record", 0, page(record)],
  ["a record, encoded", 0, page(encoded)],
  [
    "an error, encoded",
    6,
    json(400, { error: { code: "X", message: `${canaryKey.toLowerCase()} ${encodeURIComponent(canaryKey)}` } })
  ],
  ["a redirect elsewhere", 6, json(302, {}, { location: `https://elsewhere.test/${canaryKey}` })],
  [
    "the limit's headers",
    0,
    json(200, { data: [] }, { "x-ratelimit-limit": canaryKey, "x-ratelimit-remaining": canaryKey })
  ]
]

describe("a key of fewer than eight characters", () => {
  for (const key of ["t", "test", "api-key"]) {
    it.effect(`leaves the log and errors readable: ${key}`, () =>
      Effect.gen(function* () {
        const { requests, url } = yield* cannedService(
          json(400, { error: { code: "X", message: "The test of api-key" } })
        )
        const flags = ["--allow-http", "--base-url", url, "--verbose"]
        const { stderr } = yield* run(["complaints", "list", ...flags], { PUBLIC_RECORDS_API_KEY: key })
        assert.include(stderr, `GET ${url}/v0/dnc-complaints?`)
        assert.include(stderr, "The test of api-key")
        assert.notInclude(stderr, "••••")
        assert.deepStrictEqual(
          requests.map((request) => request.key),
          [key]
        )
      })
    )
  }
})

describe("a key that a service sends back is not shown", () => {
  for (const [name, exitCode, answer] of echoes) {
    for (const format of ["table", "json", "csv"]) {
      it.effect(`for ${name}, with --verbose and --format ${format}`, () =>
        Effect.gen(function* () {
          const { url } = yield* cannedService(answer)
          const flags = ["--allow-http", "--base-url", url, "--verbose", "--format", format]
          const { code, stdout, stderr } = yield* run(["complaints", "list", ...flags], withKey)
          assert.strictEqual(code, exitCode)
          assert.deepStrictEqual(findCanary(stdout + stderr), [])
        })
      )
    }
  }

  it.effect("for a base URL that is a key by mistake", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* run(["complaints", "list"], { ...withKey, PUBLIC_RECORDS_BASE_URL: canaryKey })
      assert.strictEqual(code, 2)
      assert.deepStrictEqual(findCanary(stderr), [])
    })
  )
})
