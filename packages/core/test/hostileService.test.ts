import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import { ComplaintQuery, PublicRecords } from "../src/index.ts"
import { type Answer, clientOf, fakeService, pageOfIds, passTimeUntil } from "./FakeService.ts"

const canary = "canary-key-0123456789"
const pageAt = (offset: number) =>
  PublicRecords.use((records) => records.complaints.page(ComplaintQuery.default.withOffset(offset)))

const asked = (answer: Answer) =>
  Effect.gen(function* () {
    const service = fakeService(answer)
    const call = pageAt(0).pipe(Effect.provide(clientOf(service)), Effect.result)
    const fiber = yield* Effect.forkChild(call)
    return { result: yield* passTimeUntil(fiber), arrivals: service.arrivals }
  })

const redirectTo = (location: string) => new Response(null, { status: 307, headers: { location } })

describe("a redirect", () => {
  it.effect("to what only names the origin, such as blob:, is refused", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* asked(() => redirectTo("blob:https://records.test/1"))
      assert.strictEqual(result._tag === "Failure" && result.failure.reason._tag, "RedirectRefused")
      assert.strictEqual(arrivals.length, 1)
    })
  )

  it.effect("within the origin brings no user name and password into the URL", () =>
    Effect.gen(function* () {
      const { arrivals } = yield* asked((_, n) =>
        n === 0 ? redirectTo("https://me:secret@records.test/v1") : pageOfIds([])
      )
      for (const { url } of arrivals) assert.strictEqual(url.username + url.password, "")
    })
  )

  for (const location of [`/v1?api_key=${canary}`, `/v1/${canary}`, `/v1#${canary}`]) {
    it.effect(`within the origin brings no key into the URL: ${location.replace(canary, "KEY")}`, () =>
      Effect.gen(function* () {
        const { arrivals } = yield* asked((_, n) => (n === 0 ? redirectTo(location) : pageOfIds([])))
        for (const { url } of arrivals) assert.notInclude(url.href, "canary")
      })
    )
  }
})

describe("a request", () => {
  it.effect("tells the service nothing of the caller's traces, which a browser would have to ask leave for", () =>
    Effect.gen(function* () {
      const { arrivals } = yield* asked(() => pageOfIds([]))
      assert.deepStrictEqual(Object.keys(arrivals[0]?.headers ?? {}).toSorted(), ["accept", "user-agent", "x-api-key"])
    })
  )

  it.effect("that waits for the budget waits once, though the clock stands between two milliseconds", () =>
    Effect.gen(function* () {
      // At these instants the wait, in whole nanoseconds, ends the smallest fraction too early.
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
      }).pipe(Effect.provide(clientOf(service, { requestsPerHour: 1 })))
      assert.strictEqual(service.arrivals.length, 2)
      assert.isAtMost(changes, 20)
    })
  )
})
