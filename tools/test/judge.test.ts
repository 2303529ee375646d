import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { temporaryFolder } from "@public-records/testing/drivers/SampleService"
import { judge } from "../soak/judge.ts"
import { run, type Run } from "../soak/Run.ts"
import { type Schedule, undisturbed } from "../soak/Schedule.ts"

const limited: Schedule = {
  ...undisturbed,
  faults: { faults: [{ on: { requests: [2] }, do: "status", status: 429, retryAfter: 30 }] }
}

const swapped = (ids: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [first = "", second = "", ...rest] = ids
  return [second, first, ...rest]
}

/** Each is a run as a client with a mistake would make it. */
const mistakes: ReadonlyArray<readonly [mistake: string, spoil: (right: Run) => Run, problem: RegExp]> = [
  ["a record lost", (right) => ({ ...right, ids: right.ids.slice(1) }), /never came/],
  ["the end lost", (right) => ({ ...right, ids: right.ids.slice(0, 100) }), /50 of 150 records never came/],
  ["a record twice", (right) => ({ ...right, ids: [...right.ids, ...right.ids.slice(-1)] }), /came twice/],
  ["the wrong order", (right) => ({ ...right, ids: swapped(right.ids) }), /out of order/],
  ["a record of nobody", (right) => ({ ...right, ids: [...right.ids, "stranger"] }), /do not match/],
  ["no report", (right) => ({ ...right, reports: [] }), /0 reports/],
  [
    "a wrong report",
    (right) => ({ ...right, reports: right.reports.map((report) => ({ ...report, duplicates: 3 })) }),
    /the report says/
  ],
  [
    "too early",
    (right) => ({ ...right, exchanges: right.exchanges.map((one, n) => (n === 2 ? { ...one, at: one.at - 1 } : one)) }),
    /1 ms earlier than Retry-After/
  ],
  ["over the budget", (right) => ({ ...right, schedule: { ...limited, requestsPerHour: 2 } }), /more than 2 requests/],
  ["no end", (right) => ({ ...right, maxRequests: 2 }), /does not end/],
  ["a wait for ever", (right) => ({ ...right, end: { _tag: "Hangs" } }), /never comes/],
  ["a defect", (right) => ({ ...right, end: { _tag: "Defect", said: "oh" } }), /died: oh/],
  [
    "the key in a URL",
    (right) => ({
      ...right,
      exchanges: right.exchanges.map((one) => ({ ...one, keys: { ...one.keys, isInUrl: true } }))
    }),
    /in a URL/
  ],
  ["something left", (right) => ({ ...right, left: 1 }), /outlived/]
]

/** Lists that shift or lose a page while they are read, and what a client must not lose. */
const gaps: ReadonlyArray<readonly [gap: string, schedule: Schedule, lost: (right: Run) => ReadonlyArray<string>]> = [
  [
    "a page without records",
    { ...undisturbed, quirks: { emptyAt: 2 } },
    // A walk that takes an empty page for the end.
    ({ ids }) => ids.slice(0, 50)
  ],
  [
    "records that vanish from what was read",
    { ...undisturbed, quirks: { vanish: { at: 2, from: 10, count: 5 } } },
    // A walk that goes on where the page ended leaves out as many.
    ({ ids }) => ids.toSpliced(50, 5)
  ],
  [
    "records that vanish without a total",
    { ...undisturbed, collection: "notices", quirks: { vanish: { at: 2, from: 10, count: 5 }, claim: "none" } },
    ({ ids }) => ids.toSpliced(50, 5)
  ]
]

describe("the judge of a run", () => {
  for (const [gap, schedule, lost] of gaps) {
    it.live(`finds the records that a client loses to ${gap}`, () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const right = yield* Effect.promise(() => run(schedule, folder))
        assert.deepStrictEqual(judge(right), [])
        assert.match(judge({ ...right, ids: lost(right) }).join("\n"), /never came/)
      }).pipe(Effect.scoped)
    )
  }

  it.live("requires no record that vanished before it was read", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const schedule: Schedule = { ...undisturbed, quirks: { vanish: { at: 2, from: 120, count: 5 } } }
      const right = yield* Effect.promise(() => run(schedule, folder))
      assert.strictEqual(right.ids.length, 145)
      assert.deepStrictEqual(judge(right), [])
    }).pipe(Effect.scoped)
  )

  it.live("finds nothing wrong about a right one, and each mistake in a wrong one", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const right = yield* Effect.promise(() => run(limited, folder))
      assert.deepStrictEqual(judge(right), [])
      for (const [mistake, spoil, problem] of mistakes) assert.match(judge(spoil(right)).join("\n"), problem, mistake)
    }).pipe(Effect.scoped)
  )
})
