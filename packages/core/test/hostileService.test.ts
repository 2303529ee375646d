import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import { ComplaintQuery, PublicRecords } from "../src/index.ts"
import { type Respond, clientOf, fakeService, pageOfIds, advanceUntil } from "./FakeService.ts"

const canary = "canary-key-0123456789"
const pageAt = (offset: number) =>
  PublicRecords.use((records) => records.complaints.page({ ...ComplaintQuery.default, offset }))

const requestPage = (respond: Respond) =>
  Effect.gen(function* () {
    const service = fakeService(respond)
    const call = pageAt(0).pipe(Effect.provide(clientOf(service)), Effect.result)
    const fiber = yield* Effect.forkChild(call)
    return { result: yield* advanceUntil(fiber), arrivals: service.arrivals }
  })

const redirectTo = (location: string) => new Response(null, { status: 307, headers: { location } })

describe("a redirect", () => {
  it.effect("is refused if its URL only contains the origin, such as blob:", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* requestPage(() => redirectTo("blob:https://records.test/1"))
      assert.strictEqual(result._tag === "Failure" && result.failure.reason._tag, "RedirectRefused")
      assert.strictEqual(arrivals.length, 1)
    })
  )

  it.effect("adds no user name and password to the URL", () =>
    Effect.gen(function* () {
      const { arrivals } = yield* requestPage((_, n) =>
        n === 0 ? redirectTo("https://me:secret@records.test/v1") : pageOfIds([])
      )
      for (const { url } of arrivals) assert.strictEqual(url.username + url.password, "")
    })
  )

  for (const location of [`/v1?api_key=${canary}`, `/v1/${canary}`, `/v1#${canary}`]) {
    it.effect(`adds no key to the URL: ${location.replace(canary, "KEY")}`, () =>
      Effect.gen(function* () {
        const { arrivals } = yield* requestPage((_, n) => (n === 0 ? redirectTo(location) : pageOfIds([])))
        for (const { url } of arrivals) assert.notInclude(url.href, "canary")
      })
    )
  }
})

describe("a request", () => {
  it.effect("sends no trace headers, which a browser would need permission for", () =>
    Effect.gen(function* () {
      const { arrivals } = yield* requestPage(() => pageOfIds([]))
      assert.deepStrictEqual(Object.keys(arrivals[0]?.headers ?? {}).toSorted(), ["accept", "user-agent", "x-api-key"])
    })
  )

  it.effect("waits once for the budget even if the clock is between two milliseconds", () =>
    Effect.gen(function* () {
      // At these times the wait, rounded to nanoseconds, ends slightly too early.
      const service = fakeService(() => pageOfIds(["a"]))
      let changes = 0
      yield* Effect.gen(function* () {
        const { quota } = yield* PublicRecords
        yield* Effect.forkChild(Stream.runForEach(quota.changes, () => Effect.sync(() => changes++)))
        yield* TestClock.adjust(0.200002)
        yield* pageAt(0)
        yield* TestClock.adjust(0.1)
        const second = yield* Effect.forkChild(pageAt(50))
        yield* TestClock.adjust("2 hours")
        yield* Fiber.join(second)
      }).pipe(Effect.provide(clientOf(service, { requestsPerHour: 1, maxWait: "1 hour" })))
      assert.strictEqual(service.arrivals.length, 2)
      assert.isAtMost(changes, 20)
    })
  )
})
