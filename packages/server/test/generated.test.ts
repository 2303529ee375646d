import type { ComplaintRow, PlainComplaint } from "@public-records/files/PlainComplaint"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { bundledFolder } from "../src/bundledFolder.ts"
import { loadBundledSample } from "../src/dataset/bundledSample.ts"
import { generatedComplaints } from "../src/dataset/generatedComplaints.ts"

const { complaints } = await Effect.runPromise(loadBundledSample(bundledFolder))
const realDay = await Effect.runPromise(complaints.all)

const generate = (day: ReadonlyArray<PlainComplaint>, seed: number, count: number): ReadonlyArray<PlainComplaint> => {
  const complaints = generatedComplaints(day, seed)
  return Array.from({ length: count }, () => complaints.next().value)
}

// Every tenth complaint, so that several days take little time.
const shortDay = realDay.filter((_, index) => index % 10 === 0)

/** Returns the number of complaints in each class. */
const countsOf = (rows: ReadonlyArray<ComplaintRow>, classOf: (row: ComplaintRow) => string) =>
  new Map(Array.from(Map.groupBy(rows, classOf), ([name, members]) => [name, members.length] as const).toSorted())

const exact: ReadonlyArray<readonly [name: string, classOf: (row: ComplaintRow) => string]> = [
  ["subjects of robocalls", (row) => `${row.recordedMessageOrRobocall} ${row.subject}`],
  ["places", (row) => [row.consumerState, row.consumerAreaCode, row.consumerCity].join("|")],
  ["lengths of phone numbers", (row) => row.companyPhoneNumber.replaceAll(/\d/g, "0")],
  ["minutes of complaints", (row) => row.createdDate.slice(0, 16)],
  ["times of calls", (row) => row.violationDate]
]

describe("generated complaints", () => {
  it("have the values of the real day equally often, and repeat phone numbers about as often", () => {
    const oneDay = generate(realDay, 1, realDay.length)
    for (const [name, classOf] of exact) {
      assert.deepStrictEqual(countsOf(oneDay, classOf), countsOf(realDay, classOf), name)
    }
    const distinct = (rows: ReadonlyArray<ComplaintRow>) => new Set(rows.map((row) => row.companyPhoneNumber)).size
    assert.approximately(distinct(oneDay), distinct(realDay), 50)
    const known = new Set(realDay.map((row) => row.companyPhoneNumber).filter((number) => number.length === 10))
    assert.isBelow(oneDay.filter((row) => known.has(row.companyPhoneNumber)).length, 20)
  })

  it("are created at random seconds of the real minutes, on the days before as well", () => {
    const times = generate(shortDay, 1, 2 * shortDay.length).map((row) => row.createdDate)
    for (const time of times) assert.match(time, /^2021-07-0[67] \d\d:\d\d:[0-5]\d$/)
    assert.strictEqual(new Set(times.map((time) => time.slice(-2))).size, 60)
    assert.isTrue(times.some((time) => time.endsWith(":05")))
  })

  it("have other phone numbers on each day", () => {
    const numbers = generate(shortDay, 1, 2 * shortDay.length).map((row) => row.companyPhoneNumber)
    const first = new Set(numbers.slice(0, shortDay.length).filter((number) => number.length === 10))
    const repeated = numbers.slice(shortDay.length).filter((number) => first.has(number))
    assert.isBelow(repeated.length, 5)
  })

  it("move to another newest day without other changes", () => {
    const usual = generate(shortDay, 1, 2 * shortDay.length)
    for (const [newestDay, dayBefore] of [
      ["2024-03-01", "2024-02-29"],
      ["2021-07-07", "2021-07-06"],
      ["2021-01-01", "2020-12-31"]
    ] as const) {
      const complaints = generatedComplaints(shortDay, 1, newestDay)
      const moved = Array.from(usual, () => complaints.next().value)
      assert.deepStrictEqual(
        moved.map((row) => row?.createdDate),
        usual.map(({ createdDate }, index) => (index < shortDay.length ? newestDay : dayBefore) + createdDate.slice(10))
      )
      assert.deepStrictEqual(
        moved.map((row) => row?.companyPhoneNumber),
        usual.map((row) => row.companyPhoneNumber)
      )
    }
  })

  it("end at once if the real day is empty", () => {
    assert.isTrue(generatedComplaints([], 1).next().done)
  })

  it("are the same for a seed, have unique ids and are as many per day as on the real day", () => {
    const some = generate(shortDay, 7, 3_000)
    assert.deepStrictEqual(generate(shortDay, 7, 3_000), some)
    assert.notDeepEqual(generate(shortDay, 8, 1), some.slice(0, 1))
    assert.strictEqual(new Set(some.map(({ id }) => id)).size, 3_000)
    for (const { id } of some.slice(0, 100)) assert.match(id, /^[0-9a-f]{32}$/)
    assert.deepStrictEqual(
      countsOf(some, (row) => row.createdDate.slice(0, 10)),
      new Map([
        ["2021-07-05", 3_000 - 2 * 1_404],
        ["2021-07-06", 1_404],
        ["2021-07-07", 1_404]
      ])
    )
  })
})
