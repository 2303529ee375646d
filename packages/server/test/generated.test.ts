import type { ComplaintRow, PlainComplaint } from "@public-records/files/PlainComplaint"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { bundledFolder } from "../src/bundledFolder.ts"
import { loadBundledSample } from "../src/dataset/bundledSample.ts"
import { generatedComplaints } from "../src/dataset/generatedComplaints.ts"

const realDay = Array.from((await Effect.runPromise(loadBundledSample(bundledFolder))).complaints)

const generate = (seed: number, count: number): ReadonlyArray<PlainComplaint> => {
  const complaints = generatedComplaints(realDay, seed)
  return Array.from({ length: count }, () => complaints.next().value)
}

const oneDay = () => generate(1, realDay.length)

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
  it.each(exact)("have the real day's %s, equally often", (_, classOf) => {
    assert.deepStrictEqual(countsOf(oneDay(), classOf), countsOf(realDay, classOf))
  })

  it("repeat phone numbers about as often as the real day", () => {
    const generated = oneDay()
    const distinct = (rows: ReadonlyArray<ComplaintRow>) => new Set(rows.map((row) => row.companyPhoneNumber)).size
    assert.approximately(distinct(generated), distinct(realDay), 50)
    const known = new Set(realDay.map((row) => row.companyPhoneNumber).filter((number) => number.length === 10))
    assert.isBelow(generated.filter((row) => known.has(row.companyPhoneNumber)).length, 20)
  })

  it("are created at random seconds of the real minutes, on the days before as well", () => {
    const times = generate(1, 2 * realDay.length).map((row) => row.createdDate)
    for (const time of times) assert.match(time, /^2021-07-0[67] \d\d:\d\d:[0-5]\d$/)
    assert.strictEqual(new Set(times.map((time) => time.slice(-2))).size, 60)
    assert.isTrue(times.some((time) => time.endsWith(":05")))
  })

  it("end at once if the real day is empty", () => {
    assert.isTrue(generatedComplaints([], 1).next().done)
  })

  it("are the same for a seed, have unique ids and are as many per day as on the real day", () => {
    const some = generate(7, 30_000)
    assert.deepStrictEqual(generate(7, 30_000), some)
    assert.notDeepEqual(generate(8, 1), some.slice(0, 1))
    assert.strictEqual(new Set(some.map(({ id }) => id)).size, 30_000)
    for (const { id } of some.slice(0, 100)) assert.match(id, /^[0-9a-f]{32}$/)
    assert.deepStrictEqual(
      countsOf(some, (row) => row.createdDate.slice(0, 10)),
      new Map([
        ["2021-07-05", 30_000 - 2 * 14_034],
        ["2021-07-06", 14_034],
        ["2021-07-07", 14_034]
      ])
    )
  })
})
