import { assert, describe, it } from "@effect/vitest"
import { OwnBudget } from "../src/budget/OwnBudget.ts"

const minute = 60_000
const hour = 60 * minute
const longest = 30_000

const untold = { count: undefined, refusedUntil: undefined }

describe("OwnBudget", () => {
  it("tells of requests that ended from their end on, and of those under way from the latest time that they may end", () => {
    const own = new OwnBudget(5, longest)
    const given = own.begin(1000, "given")
    assert.deepStrictEqual(given, { id: "given", takenAt: 1000 })
    assert.strictEqual(own.takeAt(2000, "taken")._tag, "Granted")
    assert.deepStrictEqual(own.rememberedAt(2000).requests, [
      { id: "given", countedFrom: 1000 + longest },
      { id: "taken", countedFrom: 2000 + longest }
    ])
    own.endAt(3000, given, untold)
    assert.deepStrictEqual(own.rememberedAt(4000), {
      pausedUntil: 0,
      requests: [
        { id: "given", countedFrom: 3000 },
        { id: "taken", countedFrom: 2000 + longest }
      ],
      uncounted: []
    })
  })

  it("tells of a request for an hour, and of each by itself", () => {
    const own = new OwnBudget(5, longest)
    for (const [now, id] of [
      [0, "first"],
      [minute, "second"],
      [2 * minute, "third"]
    ] as const) {
      own.endAt(now, own.begin(now, id), untold)
    }
    const toldAt = (now: number) => own.rememberedAt(now).requests.map(({ id }) => id)
    assert.deepStrictEqual(toldAt(hour - 1), ["first", "second", "third"])
    assert.deepStrictEqual(toldAt(hour), ["second", "third"])
    assert.deepStrictEqual(toldAt(hour + 2 * minute), [])
  })

  it("tells one by one of the last ten thousand", () => {
    const own = new OwnBudget(Number.POSITIVE_INFINITY, longest)
    for (let n = 0; n < 10_000; n++) own.endAt(n, own.begin(n, String(n)), untold)
    assert.strictEqual(own.rememberedAt(minute).requests[0]?.id, "0")
    own.endAt(minute, own.begin(minute, "one more"), untold)
    const { requests } = own.rememberedAt(minute)
    assert.deepStrictEqual([requests.length, requests[0]?.id, requests.at(-1)?.id], [10_000, "1", "one more"])
  })

  it("tells of the requests that it refused, because others may count them, until they know", () => {
    const own = new OwnBudget(1, longest)
    own.takeAt(0, "granted")
    for (const id of ["late", "later"]) {
      assert.deepStrictEqual(own.takeAt(0, id), {
        _tag: "Full",
        isPaused: false,
        state: { freeAt: hour, requestsThisHour: 1 }
      })
    }
    assert.deepStrictEqual(own.rememberedAt(0).uncounted, ["late", "later"])
    own.forgetUncounted(["late"])
    assert.deepStrictEqual(own.rememberedAt(0).uncounted, ["later"])
  })

  it("decides by its own count and by the pauses that the service asked for", () => {
    const own = new OwnBudget(2, longest)
    own.endAt(minute, own.begin(0, "a"), untold)
    assert.deepStrictEqual(own.stateAt(minute), { freeAt: 0, requestsThisHour: 1 })
    own.pauseUntil(5 * minute)
    assert.deepStrictEqual(own.stateAt(minute), { freeAt: 5 * minute, requestsThisHour: 1 })
    assert.strictEqual(own.rememberedAt(minute).pausedUntil, 5 * minute)
    assert.strictEqual(own.timeOf(2, minute), hour + minute)
    const count = { limit: 2, remaining: 0 }
    const refused = own.endAt(2 * minute, own.begin(2 * minute, "b"), { count, refusedUntil: 20 * minute })
    assert.deepStrictEqual(refused, { freeAt: hour + minute, requestsThisHour: 2 })
  })
})
