import { assert, describe, it, vi } from "@effect/vitest"
import { ConfigProvider, Duration, Effect, Fiber, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { layerConfig, optionsConfig } from "../src/config.ts"
import { ComplaintQuery, PublicRecords } from "../src/index.ts"
import { createClient } from "../src/promise.ts"
import { environmentVariable, hasEnvironment } from "../src/promise/environment.ts"
import { fakeFetch, rejection } from "./FakeFetch.ts"
import { fakeService, pageOfIds } from "./FakeService.ts"

const onePage = () => fakeFetch(() => pageOfIds(["a"]))

describe("an environment variable", () => {
  const withEnvironment = (process: unknown, read: () => unknown): unknown => {
    vi.stubGlobal("process", process)
    try {
      return read()
    } finally {
      vi.unstubAllGlobals()
    }
  }

  it.each([
    [{ A: "1" }, true, "1"],
    [{ A: "" }, true, undefined],
    [{ A: 1 }, true, undefined],
    [{}, true, undefined],
    [undefined, false, undefined]
  ] as const)("in %j: the environment is there: %s, its value is %s", (env, isThere, value) => {
    const read = () => environmentVariable("A")
    assert.strictEqual(withEnvironment({ env }, read), value)
    assert.strictEqual(withEnvironment({ env }, hasEnvironment), isThere)
  })

  it("is undefined if it may not be read", () => {
    const refuse = () => {
      throw new Error("no permission")
    }
    const env = new Proxy({}, { get: refuse, has: refuse })
    const read = () => environmentVariable("A")
    assert.strictEqual(withEnvironment({ env }, read), undefined)
  })
})

describe("a client for Promises", () => {
  it("takes its key and base URL from the environment if it has none of its own", async () => {
    vi.stubEnv("PUBLIC_RECORDS_API_KEY", "from-the-environment")
    vi.stubEnv("PUBLIC_RECORDS_BASE_URL", "https://elsewhere.test")
    try {
      const { fetch, sent } = onePage()
      await createClient({ fetch }).complaints.get("a")
      await createClient({ fetch, apiKey: "own", baseUrl: new URL("https://own.test") }).complaints.get("a")
      assert.deepStrictEqual(
        sent.map(({ headers, url }) => [headers.get("x-api-key"), url.host]),
        [
          ["from-the-environment", "elsewhere.test"],
          ["own", "own.test"]
        ]
      )
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it.each([
    ["has variables", undefined, /set PUBLIC_RECORDS_API_KEY\.$/],
    ["has none", {}, /pass it as apiKey\.$/]
  ] as const)("advises about a missing key where the environment %s", async (_, environment, advice) => {
    vi.stubEnv("PUBLIC_RECORDS_API_KEY", "")
    if (environment !== undefined) vi.stubGlobal("process", environment)
    const client = createClient({ fetch: onePage().fetch, logLevel: "off" })
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
    const error = await rejection(client.complaints.page())
    assert.deepInclude(error, { code: "KeyMissing" })
    assert.match(String(error), advice)
  })
})

describe("optionsConfig", () => {
  const environmentOf = (variables: { readonly [name: string]: string }) =>
    ConfigProvider.layer(ConfigProvider.fromUnknown(variables))
  const optionsOf = (variables: { readonly [name: string]: string }) =>
    Effect.provide(optionsConfig, environmentOf(variables))

  it.effect("reads every option from its environment variable, with units", () =>
    Effect.gen(function* () {
      const { apiKey, maxRetryAfter, maxWait, ...others } = yield* optionsOf({
        PUBLIC_RECORDS_API_KEY: "canary-key",
        PUBLIC_RECORDS_BASE_URL: "https://a.test",
        PUBLIC_RECORDS_REQUESTS_PER_HOUR: "20",
        PUBLIC_RECORDS_MAX_RETRY_AFTER: "3 minutes",
        PUBLIC_RECORDS_MAX_WAIT: "45 seconds"
      })
      assert.strictEqual(Redacted.isRedacted(apiKey) && Redacted.value(apiKey), "canary-key")
      assert.deepStrictEqual(others, {
        keyVariable: "PUBLIC_RECORDS_API_KEY",
        baseUrl: "https://a.test",
        requestsPerHour: 20
      })
      const millis = [maxRetryAfter, maxWait].map((time) => time && Duration.toMillis(time))
      assert.deepStrictEqual(millis, [180_000, 45_000])
    })
  )

  it.effect("has no option without its environment variable", () =>
    Effect.gen(function* () {
      const { keyVariable, ...others } = yield* optionsOf({})
      assert.strictEqual(keyVariable, "PUBLIC_RECORDS_API_KEY")
      assert.isTrue(Object.values(others).every((option) => option === undefined))
    })
  )

  it.effect("is what layerConfig builds a client from", () =>
    Effect.gen(function* () {
      const service = fakeService(() => pageOfIds(["a"]))
      const environment = environmentOf({
        PUBLIC_RECORDS_API_KEY: "canary-of-the-environment",
        PUBLIC_RECORDS_BASE_URL: "https://elsewhere.test",
        PUBLIC_RECORDS_REQUESTS_PER_HOUR: "1"
      })
      yield* Effect.gen(function* () {
        const { complaints, quota } = yield* PublicRecords
        yield* complaints.page(ComplaintQuery.default)
        const second = yield* Effect.forkChild(complaints.page(ComplaintQuery.default))
        yield* TestClock.adjust("59 minutes")
        assert.deepStrictEqual((yield* quota.get).nextRequestAt, Option.some(3_600_000))
        yield* Fiber.interrupt(second)
      }).pipe(Effect.provide(layerConfig.pipe(Layer.provide(service.http), Layer.provide(environment))))
      assert.deepStrictEqual(
        service.arrivals.map(({ url, headers }) => [url.host, headers["x-api-key"]]),
        [["elsewhere.test", "canary-of-the-environment"]]
      )
    })
  )
})
