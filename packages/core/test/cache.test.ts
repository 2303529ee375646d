import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { ComplaintQuery, NoticeQuery, PublicRecords, type PublicRecordsOptions } from "../src/index.ts"
import { type Respond, clientOf, fakeService, pageOfIds } from "./FakeService.ts"

const withEtag = (etag: string) => {
  const response = pageOfIds(["a"])
  response.headers.set("etag", etag)
  return response
}

/** Monday, 5 July 2021 was a holiday. Complaints of the weekend were published on Tuesday at noon, 16:00 UTC. */
const saturday = DateTime.makeUnsafe("2021-07-03T15:00:00Z")

const withCache = <A, E>(
  respond: Respond,
  use: (client: PublicRecords["Service"]) => Effect.Effect<A, E>,
  options: PublicRecordsOptions = { cache: true }
) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(DateTime.toEpochMillis(saturday))
    const service = fakeService(respond)
    yield* PublicRecords.use(use).pipe(Effect.provide(clientOf(service, options)))
    return service.arrivals
  })

const complaints = ({ complaints }: PublicRecords["Service"]) => complaints.page(ComplaintQuery.default)
const notices = ({ notices }: PublicRecords["Service"]) => notices.page(NoticeQuery.default)

describe("the next publication", () => {
  it.effect("is known without a request", () =>
    Effect.gen(function* () {
      const arrivals = yield* withCache(
        () => pageOfIds(["a"]),
        ({ complaints, notices }) =>
          Effect.gen(function* () {
            const next = [yield* complaints.nextPublication, yield* notices.nextPublication]
            assert.deepStrictEqual(next.map(DateTime.formatIso), [
              "2021-07-06T16:00:00.000Z",
              "2021-07-04T15:00:00.000Z"
            ])
          })
      )
      assert.strictEqual(arrivals.length, 0)
    })
  )
})

describe("the cache", () => {
  it.effect("is off by default", () =>
    Effect.gen(function* () {
      const arrivals = yield* withCache(
        () => withEtag('"1"'),
        (client) => Effect.andThen(complaints(client), complaints(client)),
        {}
      )
      assert.strictEqual(arrivals.length, 2)
      assert.isTrue(arrivals.every(({ headers }) => headers["if-none-match"] === undefined))
    })
  )

  it.effect("caches complaints until the next publication, including holidays", () =>
    Effect.gen(function* () {
      const arrivals = yield* withCache(
        () => pageOfIds(["a"]),
        (client) =>
          Effect.gen(function* () {
            yield* complaints(client)
            yield* TestClock.setTime(DateTime.toEpochMillis(DateTime.makeUnsafe("2021-07-06T15:59:59Z")))
            assert.strictEqual((yield* complaints(client)).records.length, 1)
            yield* TestClock.adjust("1 second")
            yield* complaints(client)
          })
      )
      assert.deepStrictEqual(
        arrivals.map(({ at }) => DateTime.formatIso(DateTime.makeUnsafe(at))),
        ["2021-07-03T15:00:00.000Z", "2021-07-06T16:00:00.000Z"]
      )
    })
  )

  it.effect("caches notices for a day", () =>
    Effect.gen(function* () {
      const arrivals = yield* withCache(
        () => Response.json({ data: [] }),
        (client) =>
          Effect.gen(function* () {
            yield* notices(client)
            yield* TestClock.adjust("23 hours")
            yield* notices(client)
            yield* TestClock.adjust("1 hour")
            yield* notices(client)
          })
      )
      assert.strictEqual(arrivals.length, 2)
    })
  )

  it.effect("revalidates a cached response by its ETag", () =>
    Effect.gen(function* () {
      const arrivals = yield* withCache(
        (_, n) => (n === 1 ? new Response(null, { status: 304 }) : withEtag(`"${n}"`)),
        (client) =>
          Effect.gen(function* () {
            yield* notices(client)
            yield* TestClock.adjust("25 hours")
            yield* notices(client)
            yield* TestClock.adjust("25 hours")
            yield* notices(client)
          })
      )
      assert.deepStrictEqual(
        arrivals.map(({ headers }) => headers["if-none-match"]),
        [undefined, '"0"', '"0"']
      )
    })
  )

  it.effect("uses a response until its next publication after it was revalidated, too", () =>
    Effect.gen(function* () {
      const arrivals = yield* withCache(
        (_, n) => (n === 0 ? withEtag('"1"') : new Response(null, { status: 304 })),
        (client) =>
          Effect.gen(function* () {
            yield* notices(client)
            for (const pause of ["25 hours", "23 hours", "2 hours", "23 hours"] as const) {
              yield* TestClock.adjust(pause)
              yield* notices(client)
            }
          })
      )
      assert.strictEqual(arrivals.length, 3)
    })
  )

  it.effect("sends the ETag of the cached response only, also to the target of a redirect", () =>
    Effect.gen(function* () {
      const redirect = () => new Response(null, { status: 302, headers: { location: "/v1/notices" } })
      const notModified = new Response(null, { status: 304 })
      const withoutEtag = () => pageOfIds(["a"])
      const responses = [withEtag('W/"1"'), redirect(), notModified, redirect(), withoutEtag(), withoutEtag()]
      const arrivals = yield* withCache(
        (_, n) => responses[n] ?? assert.fail(),
        (client) => Effect.replicateEffect(Effect.andThen(notices(client), TestClock.adjust("25 hours")), 4)
      )
      assert.deepStrictEqual(
        arrivals.map(({ headers }) => headers["if-none-match"]),
        [undefined, 'W/"1"', 'W/"1"', 'W/"1"', 'W/"1"', undefined]
      )
    })
  )

  it.effect("requests complaints again if their publication came between the request and the response", () =>
    Effect.gen(function* () {
      const beforePublication = DateTime.toEpochMillis(DateTime.makeUnsafe("2021-07-06T15:59:59Z"))
      const arrivals = yield* withCache(
        (_, n) => (n === 0 ? Effect.as(TestClock.adjust("2 seconds"), pageOfIds(["a"])) : pageOfIds(["b"])),
        (client) =>
          Effect.gen(function* () {
            yield* TestClock.setTime(beforePublication)
            yield* complaints(client)
            assert.strictEqual((yield* complaints(client)).records[0]?.id, "b")
            yield* complaints(client)
          })
      )
      assert.strictEqual(arrivals.length, 2)
    })
  )

  for (const status of [403, 404, 429, 500]) {
    it.effect(`never caches a response with status ${status}`, () =>
      Effect.gen(function* () {
        const arrivals = yield* withCache(
          (_, n) => (n === 0 ? new Response(null, { status, headers: { "retry-after": "900" } }) : pageOfIds(["a"])),
          (client) =>
            Effect.gen(function* () {
              yield* Effect.flip(complaints(client))
              yield* TestClock.adjust("15 minutes")
              yield* complaints(client)
            })
        )
        assert.strictEqual(arrivals.length, 2)
      })
    )
  }

  it.effect("is used while the circuit breaker is open", () =>
    Effect.gen(function* () {
      const arrivals = yield* withCache(
        (_, n) => (n === 0 ? pageOfIds(["a"]) : new Response(null, { status: 503 })),
        (client) =>
          Effect.gen(function* () {
            yield* complaints(client)
            const other = client.complaints.page({ ...ComplaintQuery.default, offset: 50 }, { maxRetries: 0 })
            yield* Effect.replicateEffect(Effect.flip(other), 5)
            assert.strictEqual((yield* Effect.flip(other)).reason._tag, "CircuitOpen")
            assert.strictEqual((yield* complaints(client)).records[0]?.id, "a")
          })
      )
      assert.strictEqual(arrivals.length, 1 + 5)
    })
  )

  it.effect("is used while no request may be sent: the budget is used up, or the service requested a pause", () =>
    Effect.gen(function* () {
      const arrivals = yield* withCache(
        (_, n) => (n === 0 ? pageOfIds(["a"]) : new Response(null, { status: 503, headers: { "retry-after": "600" } })),
        (client) =>
          Effect.gen(function* () {
            yield* complaints(client)
            for (const expected of ["Unavailable", "RateLimited", "RateLimited"]) {
              const other = client.complaints.page(
                { ...ComplaintQuery.default, offset: 50 },
                { maxWait: 0, maxRetries: 0 }
              )
              assert.strictEqual((yield* Effect.flip(other)).reason._tag, expected)
              const cached = yield* client.complaints.page(ComplaintQuery.default, { maxWait: 0 })
              assert.strictEqual(cached.records[0]?.id, "a")
            }
          }),
        { cache: true, requestsPerHour: 2 }
      )
      assert.strictEqual(arrivals.length, 2)
    })
  )

  it.effect("keeps a response while it cannot be revalidated, but does not return it then", () =>
    Effect.gen(function* () {
      const arrivals = yield* withCache(
        (_, n) => {
          if (n === 0) return withEtag('"1"')
          return new Response(null, { status: n % 2 === 1 ? 500 : 304 })
        },
        (client) =>
          Effect.gen(function* () {
            yield* notices(client)
            for (let n = 0; n < 2; n++) {
              yield* TestClock.adjust("25 hours")
              const failing = client.notices.page(NoticeQuery.default, { maxRetries: 0 })
              assert.strictEqual((yield* Effect.flip(failing)).reason._tag, "Unavailable")
              assert.strictEqual((yield* notices(client)).received, 1)
            }
          })
      )
      assert.deepStrictEqual(
        arrivals.map(({ headers }) => headers["if-none-match"]),
        [undefined, '"1"', '"1"', '"1"', '"1"']
      )
    })
  )

  it.effect("caches queries separately", () =>
    Effect.gen(function* () {
      const arrivals = yield* withCache(
        () => pageOfIds(["a"]),
        (client) =>
          Effect.forEach([0, 50, 0, 50], (offset) => client.complaints.page({ ...ComplaintQuery.default, offset }))
      )
      assert.strictEqual(arrivals.length, 2)
    })
  )

  it.effect("caches calls with different headers separately", () =>
    Effect.gen(function* () {
      const arrivals = yield* withCache(
        () => pageOfIds(["a"]),
        (client) =>
          Effect.forEach(["en", "es", "en"], (language) =>
            client.complaints.page(ComplaintQuery.default, { headers: { "accept-language": language } })
          )
      )
      assert.deepStrictEqual(
        arrivals.map(({ headers }) => headers["accept-language"]),
        ["en", "es"]
      )
    })
  )

  it.effect("keeps the 500 responses that were used last", () =>
    Effect.gen(function* () {
      const offsets: Array<string | null> = []
      yield* withCache(
        (url) => {
          offsets.push(url.searchParams.get("offset"))
          return pageOfIds([])
        },
        (client) => {
          const pages = (...numbers: ReadonlyArray<number>) =>
            Effect.forEach(numbers, (n) => client.complaints.page({ ...ComplaintQuery.default, offset: n }))
          return Effect.gen(function* () {
            yield* pages(...Array.from({ length: 500 }, (_, n) => n))
            yield* pages(0, 500)
            offsets.length = 0
            yield* pages(0, 2, 500, 1)
          })
        }
      )
      assert.deepStrictEqual(offsets, ["1"])
    })
  )

  it.effect("rejects an unsolicited 304", () =>
    Effect.gen(function* () {
      yield* withCache(
        () => new Response(null, { status: 304 }),
        (client) =>
          Effect.map(Effect.flip(complaints(client)), (error) => assert.strictEqual(error.reason._tag, "BadRequest"))
      )
    })
  )
})
