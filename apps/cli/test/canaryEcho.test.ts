import { assert, describe, it } from "@effect/vitest"
import { canaryKey, findCanary } from "@public-records/testing/Canary"
import { Effect } from "effect"
import { type IncomingMessage, type ServerResponse } from "node:http"
import { cannedService, json, page, wireComplaint } from "./cannedService.ts"
import { run } from "./inProcess.ts"

const withKey = { PUBLIC_RECORDS_API_KEY: canaryKey }
const link = `https://records.test/?api_key=${canaryKey}`
const part = canaryKey.slice(11, 23)
const partly = wireComplaint("one", {
  subject: part.toUpperCase(),
  "consumer-city": Buffer.from(part).toString("base64")
})
const record = { ...wireComplaint("one", { subject: canaryKey, "consumer-city": link }), links: { self: link } }

/** Responses that contain the API key in places that no gateway was observed to repeat it in. */
const echoes: ReadonlyArray<
  readonly [name: string, exitCode: number, answer: (request: IncomingMessage, response: ServerResponse) => void]
> = [
  ["a record", 0, page(record)],
  ["a record, in part", 0, page(partly)],
  [
    "an error, in part",
    6,
    json(400, { error: { code: "X", message: `${part.toLowerCase()} ${encodeURIComponent(part)}` } })
  ],
  ["a redirect elsewhere", 6, json(302, {}, { location: `https://elsewhere.test/${canaryKey}` })],
  [
    "the limit's headers",
    0,
    json(200, { data: [] }, { "x-ratelimit-limit": canaryKey, "x-ratelimit-remaining": canaryKey })
  ]
]

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
