import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { temporaryFolder } from "@public-records/testing/drivers/SampleService"
import { findViolations } from "../soak/verifyRun.ts"
import { run, type Run } from "../soak/Run.ts"
import { faultFreeSchedule } from "./faultFreeSchedule.ts"
import { type Schedule } from "../soak/Schedule.ts"

const limited: Schedule = {
  ...faultFreeSchedule,
  faults: { faults: [{ on: { requests: [2] }, do: "status", status: 429, retryAfter: 30 }] }
}

const swapped = (ids: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [first = "", second = "", ...rest] = ids
  return [second, first, ...rest]
}

/** Runs as a faulty client would produce them. */
const mistakes: ReadonlyArray<readonly [mistake: string, spoil: (right: Run) => Run, problem: RegExp]> = [
  ["a record lost", (right) => ({ ...right, ids: right.ids.slice(1) }), /1 of 150 records are missing/],
  ["the end lost", (right) => ({ ...right, ids: right.ids.slice(0, 100) }), /50 of 150 records are missing/],
  ["a record twice", (right) => ({ ...right, ids: [...right.ids, ...right.ids.slice(-1)] }), /returned twice/],
  ["the wrong order", (right) => ({ ...right, ids: swapped(right.ids) }), /out of order/],
  ["an unknown record", (right) => ({ ...right, ids: [...right.ids, "stranger"] }), /do not match/],
  ["no report", (right) => ({ ...right, reports: [] }), /0 reports/],
  [
    "a wrong report",
    (right) => ({ ...right, reports: right.reports.map((report) => ({ ...report, duplicates: 3 })) }),
    /the report is/
  ],
  [
    "too early",
    (right) => ({ ...right, exchanges: right.exchanges.map((one, n) => (n === 2 ? { ...one, at: one.at - 1 } : one)) }),
    /1 ms before the time in Retry-After/
  ],
  [
    "another request of the key too early",
    (right) => ({
      ...right,
      exchanges: right.exchanges.map((one, n) =>
        n === 2 ? { ...one, at: one.at - 1, url: new URL(`${one.url.href}&other`) } : one
      )
    }),
    /1 ms before the time in Retry-After/
  ],
  ["over the budget", (right) => ({ ...right, schedule: { ...limited, requestsPerHour: 2 } }), /more than 2 requests/],
  [
    "one request too many for the budget",
    (right) => ({ ...right, schedule: { ...limited, requestsPerHour: right.exchanges.length - 1 } }),
    /more than 4 requests within an hour/
  ],
  ["no end", (right) => ({ ...right, maxRequests: 2 }), /does not end/],
  ["an endless wait", (right) => ({ ...right, end: { _tag: "Hangs" } }), /never ends/],
  ["a defect", (right) => ({ ...right, end: { _tag: "Defect", detail: "oh" } }), /died: oh/],
  [
    "a sixth attempt before a success",
    (right) => ({
      ...right,
      exchanges: right.exchanges.flatMap((one, n) => (n === 1 ? Array.from({ length: 6 }, () => one) : [one]))
    }),
    /more than 5 attempts/
  ],
  [
    "a request without the key",
    (right) => ({
      ...right,
      exchanges: right.exchanges.map((one) => ({ ...one, keys: { ...one.keys, header: null } }))
    }),
    /lacks the key/
  ],
  [
    "the key for another host",
    (right) => ({
      ...right,
      exchanges: right.exchanges.map((one, n) =>
        n === 2 ? { ...one, url: new URL(`https://elsewhere.invalid${one.url.pathname}${one.url.search}`) } : one
      )
    }),
    /was sent to https:/
  ],
  ["two reports", (right) => ({ ...right, reports: [...right.reports, ...right.reports] }), /2 reports/],
  [
    "the key in a URL",
    (right) => ({
      ...right,
      exchanges: right.exchanges.map((one) => ({ ...one, keys: { ...one.keys, isInUrl: true } }))
    }),
    /in a URL/
  ],
  ["work after the end", (right) => ({ ...right, left: 1 }), /outlived/]
]

/** Lists that shift or lose a page during a walk, and the records that a faulty client loses. */
const gaps: ReadonlyArray<readonly [gap: string, schedule: Schedule, lost: (right: Run) => ReadonlyArray<string>]> = [
  [
    "a page without records",
    { ...faultFreeSchedule, quirks: { emptyAt: 2 } },
    // As if an empty page ended the walk.
    ({ ids }) => ids.slice(0, 50)
  ],
  [
    "records that vanish after they were read",
    { ...faultFreeSchedule, quirks: { vanish: { at: 2, from: 10, count: 5 } } },
    // As if the walk continued at the offset where the page ended.
    ({ ids }) => ids.toSpliced(50, 5)
  ],
  [
    "records that vanish without a total",
    { ...faultFreeSchedule, collection: "notices", quirks: { vanish: { at: 2, from: 10, count: 5 }, claim: "none" } },
    ({ ids }) => ids.toSpliced(50, 5)
  ]
]

describe("findViolations", () => {
  for (const [gap, schedule, lost] of gaps) {
    it.live(`finds the records that a client loses to ${gap}`, () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const right = yield* Effect.promise(() => run(schedule, folder))
        assert.deepStrictEqual(findViolations(right), [])
        assert.match(findViolations({ ...right, ids: lost(right) }).join("\n"), /are missing/)
      }).pipe(Effect.scoped)
    )
  }

  it.live("does not require records that vanished before they were read", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const schedule: Schedule = { ...faultFreeSchedule, quirks: { vanish: { at: 2, from: 120, count: 5 } } }
      const right = yield* Effect.promise(() => run(schedule, folder))
      assert.strictEqual(right.ids.length, 145)
      assert.deepStrictEqual(findViolations(right), [])
    }).pipe(Effect.scoped)
  )

  it.live("accepts a correct run and finds each mistake in a faulty one", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const right = yield* Effect.promise(() => run(limited, folder))
      assert.deepStrictEqual(findViolations(right), [])
      const spent: Schedule = { ...limited, requestsPerHour: right.exchanges.length }
      assert.deepStrictEqual(findViolations({ ...right, schedule: spent }), [])
      for (const [mistake, spoil, problem] of mistakes)
        assert.match(findViolations(spoil(right)).join("\n"), problem, mistake)
    }).pipe(Effect.scoped)
  )
})
