import { afterEach, assert, describe, it } from "@effect/vitest"
import {
  type MirrorCoverage,
  type Covered,
  MirrorError,
  notVerified,
  type RankedCounts,
  type Ranking,
  type TrendRow,
  type Trends
} from "@public-records/mirror"
import { Effect } from "effect"
import { complaints } from "../src/complaints/definition.ts"
import { recordsAtom } from "../src/requests.ts"
import { closeSessions, start } from "./browsing.ts"
import { fakeMirror, someDays } from "./fakeLocal.ts"
import { mirrorSource } from "./mirrorOfRows.ts"
import { records, usual } from "./openReports.ts"
import { settled } from "./terminal.tsx"

afterEach(closeSessions)

const charts = ["hours", "days", "subjects", "states", "robocalls", "numbers"]
const questions = ["count", "hour", "day", "subject", "state", "robocall", "numbers"]

/** The answers of a mirror with two complaints. */
const row: TrendRow = { key: null, split: true, reports: 2, records: 2 }
const figures = (reports: number): RankedCounts => ({
  reports,
  records: reports,
  places: 1,
  robocalls: { yes: 1, no: 0, unknown: reports - 1 },
  first: "2021-07-06 10:00:30",
  last: "2021-07-07 11:00:30"
})
const ranking: Ranking = { top: [{ value: "3152328257", ...figures(1) }], omitted: [], withoutValue: figures(1) }
const two = { counts: { reports: 2, records: 2 }, rows: [row], ranking }

const covered = <A>(value: A, coverage: MirrorCoverage): Covered<A> => ({ value, coverage, note: notVerified })

/** Counts the complaints of a mirror. `before` runs before each answer. */
const counting = async (
  before: (question: string) => Effect.Effect<void, MirrorError> = () => Effect.void,
  coverage: MirrorCoverage = someDays,
  { counts, ranking, rows }: typeof two = two
) => {
  const asked: Array<string> = []
  const mirror = fakeMirror(usual)
  const answer = <A>(question: string, value: A) =>
    Effect.suspend(() => {
      asked.push(question)
      return Effect.as(before(question), covered(value, coverage))
    })
  const answers = {
    ...mirror.answers,
    count: () => answer("count", counts),
    trends: ({ by }: { readonly by: Trends["by"] }) => answer(by, { by, split: null, rows }),
    top: () => answer("numbers", ranking)
  }
  const registry = await start(records, mirrorSource)
  registry.set(recordsAtom, { layer: records, mirror: { ...mirror, answers } })
  await settled()
  complaints.insights.countAll(registry)
  await settled()
  const { insights } = complaints
  return {
    registry,
    asked,
    filterBy: async (hour: string): Promise<void> => {
      registry.update(complaints.form, (form) => ({
        ...form,
        values: { ...complaints.currentFilter(registry), hour }
      }))
      complaints.applyForm(registry)
      await settled()
    },
    resume: async (): Promise<void> => {
      insights.resumeCounting(registry)
      await settled()
    },
    scope: () => registry.get(insights.scope),
    activity: () => registry.get(insights.activityLabel),
    /** Returns the texts in place of charts without slices. */
    empty: () => registry.get(insights.charts).map(({ empty, slices }) => (slices.length === 0 ? empty : ""))
  }
}

const locked = new MirrorError({ problem: "Locked", file: "/m.db", message: "The mirror is locked." })

describe("counting on a mirror", () => {
  it("asks for the total and for each chart once, and keeps the answers of a filter", async () => {
    const { activity, asked, empty, filterBy, registry } = await counting()
    assert.deepStrictEqual(asked, questions)
    assert.deepStrictEqual(
      empty(),
      charts.map(() => "")
    )
    assert.strictEqual(activity(), "")
    assert.isFalse(complaints.insights.stopCounting(registry))
    await filterBy("1")
    assert.deepStrictEqual(asked, [...questions, ...questions])
    complaints.filterBy(registry, -1)
    await settled()
    assert.lengthOf(asked, 2 * questions.length)
    assert.deepStrictEqual(
      empty(),
      charts.map(() => "")
    )
  })

  it("keeps the answers of 20 filters", async () => {
    const { asked, filterBy } = await counting()
    for (let hour = 0; hour < 20; hour++) await filterBy(String(hour))
    asked.length = 0
    await filterBy("0")
    assert.deepStrictEqual(asked, [])
    await filterBy("20")
    await filterBy("1")
    assert.deepStrictEqual(asked, questions)
    await filterBy("0")
    assert.deepStrictEqual(asked, [...questions, ...questions])
  })

  it("continues with the questions that are not answered, and then begins again", async () => {
    let isStuck = true
    const { activity, asked, empty, registry, resume, scope } = await counting((question) =>
      isStuck && question === "state" ? Effect.never : Effect.void
    )
    assert.deepStrictEqual(asked, questions.slice(0, 5))
    assert.strictEqual(activity(), "counting states, 0 %")
    assert.deepStrictEqual(empty(), ["", "", "", ...charts.slice(3).map(() => "Counting…")])
    assert.isTrue(complaints.insights.stopCounting(registry))
    assert.isFalse(complaints.insights.stopCounting(registry))
    assert.strictEqual(activity(), "")
    assert.deepStrictEqual(empty().slice(2, 4), ["", "Not counted. Press r to continue."])
    assert.strictEqual(scope().base, "all 2")
    isStuck = false
    await resume()
    assert.deepStrictEqual(asked.slice(5), questions.slice(4))
    assert.deepStrictEqual(
      empty(),
      charts.map(() => "")
    )
    await resume()
    assert.deepStrictEqual(asked.slice(8), questions)
  })

  it("continues with each filter that was stopped, once another one was counted again", async () => {
    const { activity, asked, filterBy, registry, resume } = await counting((question) =>
      question === "day" ? Effect.never : Effect.void
    )
    assert.isTrue(complaints.insights.stopCounting(registry))
    await filterBy("5")
    assert.strictEqual(activity(), "counting days, 0 %")
    await resume()
    assert.strictEqual(activity(), "counting days, 0 %")
    const before = asked.length
    complaints.filterBy(registry, -1)
    await settled()
    assert.strictEqual(activity(), "counting days, 0 %")
    assert.deepStrictEqual(asked.slice(before), questions.slice(0, 3))
  })

  it("stops at an error, and begins again after it", async () => {
    let isLocked = true
    const { activity, asked, empty, registry, resume } = await counting((question) =>
      isLocked && question === "day" ? Effect.fail(locked) : Effect.void
    )
    assert.deepStrictEqual(asked, questions.slice(0, 3))
    assert.strictEqual(activity(), "")
    assert.deepStrictEqual(empty(), ["", ...charts.slice(1).map(() => "✗ The mirror is locked.")])
    assert.isFalse(complaints.insights.stopCounting(registry))
    isLocked = false
    await resume()
    assert.deepStrictEqual(asked.slice(3), questions)
    assert.deepStrictEqual(
      empty(),
      charts.map(() => "")
    )
  })

  it("has nothing after a change of the source", async () => {
    const { registry, scope } = await counting()
    complaints.insights.discardCounts(registry)
    assert.deepStrictEqual(scope(), { base: "not counted yet", isAll: true, days: "" })
  })

  it("counts numbers that a ranking omits, and complaints without one, in the title", async () => {
    const omitted = [
      { value: "9999999999", ...figures(5), reason: "placeholder" as const },
      { value: "0000000000", ...figures(1200), reason: "placeholder" as const },
      { value: "5006", ...figures(2), reason: "not a number" as const }
    ]
    const ranking = { top: [], omitted, withoutValue: figures(7) }
    const omittedText = "1,205 placeholders, 7 without a number, 2 not numbers"
    const { registry } = await counting(undefined, undefined, { ...two, ranking })
    const numbers = registry.get(complaints.insights.charts).find(({ name }) => name === "numbers")
    assert.deepStrictEqual(
      [numbers?.slices, numbers?.omitted, numbers?.empty],
      [[], omittedText, `Only ${omittedText}.`]
    )
  })

  it("has the calls of each hour beside what was filed in it, but no slice of those without an hour", async () => {
    const rows = [
      { ...row, key: null, reports: 0, called: 7 },
      { ...row, key: 9, called: 1 }
    ]
    const { registry } = await counting(undefined, undefined, { ...two, rows })
    const hours = registry.get(complaints.insights.charts).find(({ name }) => name === "hours")
    assert.deepStrictEqual(
      hours?.slices
        .filter(({ beside = 0, count }) => beside + count > 0)
        .map(({ beside, count, label }) => [label, count, beside]),
      [["09:00", 2, 1]]
    )
    assert.lengthOf(hours?.slices ?? [], 24)
  })

  it("says that no complaint matches", async () => {
    const none = {
      counts: { reports: 0, records: 0 },
      rows: [],
      ranking: { top: [], omitted: [], withoutValue: figures(0) }
    }
    const { empty, scope } = await counting(undefined, undefined, none)
    assert.deepStrictEqual(
      empty(),
      charts.map(() => "No complaints match.")
    )
    assert.strictEqual(scope().base, "all 0")
  })

  it("names the days, and those that are partial or missing", async () => {
    const whole = { ...someDays, partial: [], missing: [] }
    assert.strictEqual((await counting(undefined, whole)).scope().days, "5 days")
    assert.strictEqual((await counting()).scope().days, "6 days, 1 partial, 2 missing")
  })
})
