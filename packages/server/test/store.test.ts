import { isDeepStrictEqual } from "node:util"
import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { assert, describe, it, vi } from "@effect/vitest"
import { SeededRandom } from "../src/SeededRandom.ts"
import { type ComplaintConditions, ComplaintStore } from "../src/store/ComplaintStore.ts"
import { RecentSelections } from "../src/store/RecentSelections.ts"

const two = (number: number) => String(number).padStart(2, "0")

const oddIds = (random: SeededRandom) =>
  random.pick([random.uuid(), `no-hex-${random.between(0, 9_999)}`, random.hex(32).toUpperCase(), 'q"uo\\te', "ü/🛎"])

const cities = ["", "Clinton", "CLINTON", "Thompson’s station", "//san Francisco", "\u007F🛎", '"', "ÅRHUS", "århus"]
const states = ["", "Ohio", "ohio", "Île-de-France", "New York"]

/** Generates a complaint with values from real files and with unlikely ones. */
const complaint = (random: SeededRandom, years: readonly [number, number]): PlainComplaint => {
  const dateTime = () =>
    `${String(random.between(...years)).padStart(4, "0")}-07-${two(random.between(1, 3))} 10:00:${two(random.between(0, 59))}`
  return {
    id: random.fraction() < 0.8 ? random.hex(32) : oddIds(random),
    companyPhoneNumber: random.pick(["", "2165550100", "+1 216"]),
    createdDate: dateTime(),
    violationDate: dateTime(),
    consumerCity: cities[random.between(0, cities.length - 1)] ?? "",
    consumerState: states[random.between(0, states.length - 1)] ?? "",
    consumerAreaCode: random.pick(["216", "", "abc"]),
    subject: random.pick(["Other", "", "Medical  & prescriptions"]),
    recordedMessageOrRobocall: random.pick(["Y", "N", ""])
  }
}

const complaints = (random: SeededRandom, count: number, years: readonly [number, number]) => {
  const byId = new Map<string, PlainComplaint>()
  while (byId.size < count) {
    const one = complaint(random, years)
    if (!byId.has(one.id)) byId.set(one.id, one)
  }
  return Array.from(byId.values())
}

const compare = (left: string, right: string) => {
  if (left === right) return 0
  return left < right ? -1 : 1
}

const oldestFirst = (records: ReadonlyArray<PlainComplaint>) =>
  records.toSorted((left, right) => compare(left.createdDate, right.createdDate) || compare(left.id, right.id))

const isWithin = (dateTime: string, interval: ComplaintConditions["created"]) =>
  interval === undefined || (dateTime >= interval.from && dateTime <= interval.to)

const isEqual = (value: string, wanted: string | undefined) =>
  wanted === undefined || value.toLowerCase() === wanted.toLowerCase()

const meets =
  ({ created, values = {}, violation }: ComplaintConditions) =>
  (one: PlainComplaint) =>
    isWithin(one.createdDate, created) &&
    isWithin(one.violationDate, violation) &&
    isEqual(one.consumerCity, values.consumerCity) &&
    isEqual(one.consumerState, values.consumerState) &&
    isEqual(one.consumerAreaCode, values.consumerAreaCode) &&
    isEqual(one.recordedMessageOrRobocall, values.recordedMessageOrRobocall)

/** Generates random conditions, including combinations that the profile `documented` rejects. */
const conditions = (random: SeededRandom, records: ReadonlyArray<PlainComplaint>): ComplaintConditions => {
  const some = () => records[random.between(0, records.length - 1)] ?? records[0]
  const interval = (of: "createdDate" | "violationDate") => {
    const [from = "", to = ""] = [some()?.[of] ?? "", some()?.[of] ?? ""].toSorted(compare)
    const all = { from: "0000-01-01 00:00:00", to: "9999-12-31 23:59:59" }
    return random.pick([{ from, to }, { from, to }, { from, to: all.to }, all, { from: to, to: from }])
  }
  const sometimes = <A>(chance: number, value: () => A) => (random.fraction() < chance ? value() : undefined)
  return {
    created: sometimes(0.3, () => interval("createdDate")),
    violation: sometimes(0.4, () => interval("violationDate")),
    values: {
      consumerState: sometimes(0.3, () => some()?.consumerState.toUpperCase() ?? ""),
      consumerCity: sometimes(0.2, () => some()?.consumerCity ?? ""),
      consumerAreaCode: sometimes(0.1, () => some()?.consumerAreaCode ?? ""),
      recordedMessageOrRobocall: sometimes(0.1, () => random.pick(["Y", "N"]))
    }
  }
}

/** Returns the pages of a store that differ from filtering, sorting and slicing the records. */
const disagreements = (records: ReadonlyArray<PlainComplaint>, random: SeededRandom, rounds: number) => {
  const store = new ComplaintStore(records)
  const oldest = oldestFirst(records)
  return Array.from({ length: rounds }, () => {
    const wanted = conditions(random, records)
    const matching = oldest.filter(meets(wanted))
    const offset = random.between(0, matching.length)
    const limit = random.between(1, 60)
    const order = random.fraction() < 0.5 ? "ASC" : "DESC"
    const expected = (order === "ASC" ? matching : matching.toReversed()).slice(offset, offset + limit)
    const page = store.page(wanted, order, { limit, offset })
    return { wanted, offset, limit, order, page, expected, total: matching.length }
  }).filter(({ expected, page, total }) => page.total !== total || !isDeepStrictEqual(page.records, expected))
}

const firstPage = { limit: 50, offset: 0 }

describe("the store of complaints", () => {
  it("agrees with filtering, sorting and slicing plain records", () => {
    const random = new SeededRandom(7)
    assert.deepStrictEqual(disagreements(complaints(random, 2_500, [2019, 2021]), random, 800), [])
    assert.deepStrictEqual(disagreements(complaints(random, 700, [0, 9_999]), random, 400), [])
  })

  it("agrees with filtering, sorting and slicing for up to 39 records", () => {
    const random = new SeededRandom(8)
    for (let count = 1; count < 40; count++) {
      assert.deepStrictEqual(disagreements(complaints(random, count, [2021, 2021]), random, 30), [])
    }
  })

  it("returns empty pages if it is empty", () => {
    const store = new ComplaintStore([])
    const day = { from: "2021-07-07 00:00:00", to: "2021-07-07 23:59:59" }
    for (const wanted of [{}, { created: day }, { violation: day }, { values: { consumerState: "Ohio" } }]) {
      assert.deepStrictEqual(store.page(wanted, "DESC", firstPage), { records: [], total: 0 })
    }
    assert.isUndefined(store.get("0".repeat(32)))
    assert.isUndefined(store.newest)
  })

  it("returns an empty page beyond the end, with the total", () => {
    const store = new ComplaintStore(complaints(new SeededRandom(9), 10, [2021, 2021]))
    for (const order of ["ASC", "DESC"] as const) {
      for (const offset of [10, 11, 15, 60, 1_000]) {
        for (const limit of [1, 3, 50]) {
          assert.deepStrictEqual(store.page({}, order, { limit, offset }), { records: [], total: 10 })
        }
      }
    }
  })

  it("compares times without a zone, also at an hour that the clocks of this machine skip", () => {
    // On this day New York has no time from 02:00 to 03:00.
    vi.stubEnv("TZ", "America/New_York")
    try {
      const [one] = complaints(new SeededRandom(9), 1, [2021, 2021])
      assert.isDefined(one)
      const calls = ["2021-03-14 01:59:59", "2021-03-14 02:30:00", "2021-03-14 03:10:00"]
      const calledAt = (violationDate: string) => ({ ...one, id: violationDate, violationDate })
      const store = new ComplaintStore(calls.map(calledAt))
      const violation = { from: "2021-03-14 02:00:00", to: "2021-03-14 02:59:59" }
      const { records } = store.page({ violation }, "ASC", firstPage)
      assert.deepStrictEqual(
        records.map(({ id }) => id),
        ["2021-03-14 02:30:00"]
      )
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it("finds every record by its id", () => {
    const records = complaints(new SeededRandom(9), 3_000, [2021, 2021])
    const store = new ComplaintStore(records)
    assert.strictEqual(store.size, 3_000)
    for (const one of records) assert.strictEqual(store.get(one.id), one)
    for (const id of ["", "f".repeat(32), "no-hex", `${records[0]?.id}0`]) assert.isUndefined(store.get(id))
  })

  it("returns the same page after many other selections", () => {
    const random = new SeededRandom(10)
    const records = complaints(random, 300, [2021, 2021])
    const store = new ComplaintStore(records)
    const wanted = { values: { consumerState: "Ohio" } }
    const before = store.page(wanted, "DESC", firstPage)
    for (let round = 0; round < 100; round++) store.page(conditions(random, records), "ASC", firstPage)
    assert.deepStrictEqual(store.page(wanted, "DESC", firstPage), before)
  })
})

describe("recent selections", () => {
  it("include the sixteen that were used last", () => {
    const selections = new RecentSelections<number>()
    let made = 0
    const use = (key: number) => selections.getOrMake(String(key), () => made++)
    for (let key = 0; key < 16; key++) use(key)
    use(0)
    // Removes the selection for 1, which was used longest ago.
    use(16)
    assert.deepStrictEqual([use(0), made], [0, 17])
    assert.deepStrictEqual([use(2), made], [2, 17])
    assert.deepStrictEqual([use(1), made], [17, 18])
  })
})
