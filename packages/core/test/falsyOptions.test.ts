import { assert, describe, it, vi } from "@effect/vitest"
import { createClient, PublicRecordsError } from "../src/promise.ts"
import { fakeFetch, rejection } from "./FakeFetch.ts"
import { pageOfIds } from "./FakeService.ts"

const falsy: ReadonlyArray<unknown> = [null, "", 0, false, Number.NaN]

/** The falsy values that an option may have. No other one may count as absent. */
const ofCalls: Readonly<Record<string, ReadonlyArray<unknown>>> = {
  timeout: [],
  deadline: [],
  maxWait: [0],
  maxRetries: [0],
  priority: [],
  headers: []
}

const ofListeners = { hooks: [], logger: [], logLevel: [] }

const ofClients = {
  ...ofCalls,
  ...ofListeners,
  apiKey: [],
  baseUrl: [null],
  allowHttp: [false, null],
  requestsPerHour: [],
  budget: [],
  cache: [false, null],
  userAgent: [],
  fetch: [],
  fetchOptions: []
}

const ofStreams = { ...ofCalls, signal: [], onRejected: [] }

/** Passes each falsy value of each option. Returns the ones that were refused, or accepted, by mistake. */
const mistakes = async (
  options: Readonly<Record<string, ReadonlyArray<unknown>>>,
  use: (option: object) => unknown
): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  for (const [name, allowed] of Object.entries(options)) {
    for (const value of falsy) {
      const error = await rejection(
        (async () => {
          await use({ [name]: value })
          throw "accepted"
        })()
      )
      const isRefused = PublicRecordsError.is(error) && error.code === "InvalidOptions"
      if (isRefused === allowed.includes(value)) found.push(`${name}: ${JSON.stringify(value)}, ${String(error)}`)
    }
  }
  return found
}

const clientOf = () =>
  createClient({ apiKey: "canary", fetch: fakeFetch(() => pageOfIds(["a"])).fetch, logLevel: "off" })

describe("a falsy value", () => {
  it("is no absent option of a client, even if the environment has that option", async () => {
    vi.stubEnv("PUBLIC_RECORDS_API_KEY", "from-the-environment")
    vi.stubEnv("PUBLIC_RECORDS_BASE_URL", "https://elsewhere.test")
    try {
      assert.deepStrictEqual(
        await mistakes(ofClients, (option) => Reflect.apply(createClient, undefined, [option])),
        []
      )
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it("is sent as the value of a header", async () => {
    const service = fakeFetch(() => pageOfIds(["a"]))
    const { complaints } = createClient({ apiKey: "canary", fetch: service.fetch, headers: { "x-team": "red" } })
    await complaints.get("a", { headers: { "x-team": "", "x-zero": "0" } })
    const { headers } = service.sent[0] ?? assert.fail()
    assert.deepStrictEqual([headers.get("x-team"), headers.get("x-zero")], ["", "0"])
  })

  it("is no absent option of withOptions", async () => {
    const { withOptions } = clientOf()
    const options = { ...ofCalls, ...ofListeners }
    assert.deepStrictEqual(await mistakes(options, (option) => Reflect.apply(withOptions, undefined, [option])), [])
  })

  it("is no absent option of a call", async () => {
    const { complaints } = clientOf()
    const options = { ...ofCalls, signal: [] }
    for (const call of [complaints.page, complaints.estimate]) {
      assert.deepStrictEqual(await mistakes(options, (option) => Reflect.apply(call, undefined, [{}, option])), [])
    }
    assert.deepStrictEqual(
      await mistakes(options, (option) => Reflect.apply(complaints.get, undefined, ["a", option])),
      []
    )
  })

  it("is no absent option of a stream or of a walk of pages", async () => {
    const { complaints } = clientOf()
    const next = (stream: AsyncIterable<unknown>) => stream[Symbol.asyncIterator]().next()
    const ofPages = { ...ofCalls, signal: [], from: [] }
    assert.deepStrictEqual(
      await mistakes(ofStreams, (option) => next(Reflect.apply(complaints.stream, undefined, [{}, option]))),
      []
    )
    assert.deepStrictEqual(
      await mistakes(ofPages, (option) => next(Reflect.apply(complaints.pages, undefined, [{}, option]))),
      []
    )
  })
})
