import { assert, describe, it } from "@effect/vitest"
import { CallListener, CivilDate, ComplaintQuery, publicationOf } from "@public-records/core"
import { budgetInMemory, Guards } from "@public-records/core/guards"
import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { inVirtualTime } from "@public-records/testing/virtualTime"
import { Clock, DateTime, Effect, Exit, Layer, Schedule } from "effect"
import { CircuitBreaker } from "effect/persistence"
import { makeMirror } from "./mirrors.ts"
import { complaintsOf, makeService, noticeOf, syncWith, wrongDays } from "./syncs.ts"

const requestsPerHour = 25
const dayMillis = 86_400_000
const firstDay = Date.parse("2026-08-03T00:00:00Z")
const dates = Array.from({ length: 30 }, (_, index) =>
  CivilDate.make(new Date(firstDay + index * dayMillis).toISOString().slice(0, 10))
)
/** The tenth day is published. */
const firstNight = firstDay + 10 * dayMillis + 18 * 3_600_000

const dateAt = (index: number): CivilDate => dates[index] ?? CivilDate.make("2000-01-01")
const isWeekend = (index: number): boolean => index % 7 > 4

/** Nearly all complaints have two ids. Two weekdays have holes at the service itself. */
const original = (index: number): ReadonlyArray<PlainComplaint> => {
  if (index === 17) return []
  return complaintsOf(dateAt(index), index === 24 ? 15 : isWeekend(index) ? 20 : 60, { ids: index % 10 === 9 ? 1 : 2 })
}

/** How a day changes, and how many days after its publication. Before that, the service shows `before`. */
interface Change {
  readonly after: number
  readonly before: (complaints: ReadonlyArray<PlainComplaint>) => ReadonlyArray<PlainComplaint>
}
const changes = new Map<number, Change>([
  // Late files: no records for a day, and a third of the records for a day.
  [11, { after: 0.9, before: () => [] }],
  [15, { after: 0.9, before: (complaints) => complaints.slice(0, 40) }],
  // Edited files: other contents, fewer and more records.
  [5, { after: 6, before: () => complaintsOf(dateAt(5), 20, { edition: "b", ids: 2 }) }],
  [9, { after: 3, before: (complaints) => [...complaints, ...complaintsOf(dateAt(9), 50, { edition: "c" })] }],
  [20, { after: 5, before: (complaints) => complaints.slice(3) }],
  [21, { after: 6, before: () => complaintsOf(dateAt(21), 61, { edition: "d" }) }]
])

/** Returns the complaints that the service shows at a time. */
const shownAt = (now: number): ReadonlyArray<readonly [CivilDate, ReadonlyArray<PlainComplaint>]> =>
  dates.flatMap((date, index) => {
    const publishedAt = DateTime.toEpochMillis(publicationOf(date))
    if (now < publishedAt) return []
    const change = changes.get(index)
    const complaints = original(index)
    const isBefore = change !== undefined && now < publishedAt + change.after * dayMillis
    return [[date, isBefore ? change.before(complaints) : complaints] as const]
  })

/** The largest number of requests in any hour. */
const busiestHour = (requests: ReadonlyArray<{ readonly at: number }>): number =>
  Math.max(...requests.map(({ at }) => requests.filter((other) => other.at > at - 3_600_000 && other.at <= at).length))

const faults = {
  seed: 7,
  faults: [
    { on: { probability: 0.04 }, do: "status", status: 503 },
    { on: { probability: 0.03 }, do: "truncate" },
    { on: { probability: 0.03 }, do: "overlap" },
    { on: { probability: 0.03 }, do: "duplicate" }
  ]
} as const

const nights = Effect.gen(function* () {
  const { mirror } = yield* makeMirror
  const rateLimit = { limit: requestsPerHour, window: "1 hour" } as const
  const service = yield* makeService({ faults, rateLimit })
  // As in Redis: one budget for two programs.
  const budget = { ...budgetInMemory(requestsPerHour), recheckInterval: 30_000 }
  const guards = Layer.succeed(Guards, {
    budget: () => Effect.succeed(budget),
    breakers: CircuitBreaker.layerStoreMemory()
  })
  const [records, tui] = [yield* service.connect({}, guards), yield* service.connect({}, guards)]
  const page = tui.complaints.page(ComplaintQuery.default, { maxWait: "1 hour" })
  const evening = Effect.repeat(Effect.ignore(page), { times: 20, schedule: Schedule.spaced("9 minutes") })
  for (let night = 0; night < 32; night++) {
    const now = firstNight + night * dayMillis
    yield* Effect.sleep(Math.max(0, now - (yield* Clock.currentTimeMillis)))
    service.days.clear()
    for (const [date, complaints] of shownAt(now)) service.days.set(date, complaints)
    service.notices.set(`n${night}`, noticeOf(`n${night}`, new Date(now).toISOString()))
    yield* service.publish
    yield* Effect.forkScoped(evening)
    const run = Effect.exit(syncWith(mirror, records, { from: dateAt(0) }))
    // Every third run is killed, and started again.
    if (night % 3 === 0) yield* Effect.timeoutOption(run, `${1 + night} minutes`)
    yield* run
  }
  const { held, missing, notices, partial, suspicious } = yield* mirror.status
  const wrong = yield* wrongDays(mirror, service.days)
  const requests = [...service.requests]
  yield* syncWith(mirror, records, { replace: true })
  const replaced = yield* wrongDays(mirror, service.days)
  return { held, missing, notices, partial, replaced, requests, suspicious, wrong }
}).pipe(
  Effect.scoped,
  Effect.provideService(CallListener, () => Effect.void)
)

describe("32 nights with 30 days, late and edited files, holes, doubles, faults, kills and a terminal UI", () => {
  it("leave a mirror that equals the service, except for days with other contents, which are held, within the budget", async () => {
    const { exit } = await inVirtualTime(nights, firstNight)
    if (exit === undefined || Exit.isFailure(exit)) throw new Error(`The nights do not end: ${String(exit)}`)
    const { held, missing, notices, partial, replaced, requests, suspicious, wrong } = exit.value
    const incomplete = partial.filter((day) => dates.includes(day))
    assert.deepStrictEqual(
      { missing, notices, incomplete, replaced },
      { missing: [], notices: 32, incomplete: [], replaced: [] }
    )
    assert.deepStrictEqual(
      [wrong.toSorted(), held.map(({ day }) => day).toSorted()],
      [
        [dateAt(5), dateAt(21)],
        [dateAt(5), dateAt(21)]
      ]
    )
    assert.deepStrictEqual(
      suspicious.filter(({ day }) => dates.includes(day)).map(({ confirmed, day }) => [day, confirmed]),
      [
        [dateAt(17), true],
        [dateAt(24), true]
      ]
    )
    assert.strictEqual(requests.filter(({ status }) => status === 429).length, 0)
    assert.isAtMost(busiestHour(requests), requestsPerHour)
    assert.isAbove(busiestHour(requests), requestsPerHour - 2)
  })
})
