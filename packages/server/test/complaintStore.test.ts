import { isDeepStrictEqual } from "node:util"
import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
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

/** Returns a page of a store that differs from filtering, sorting and slicing the records, or `undefined`. */
const disagreement = (records: ReadonlyArray<PlainComplaint>, random: SeededRandom, rounds: number) => {
  const store = new ComplaintStore(records)
  const oldest = oldestFirst(records)
  return Array.from({ length: rounds }, () => {
    const wanted = conditions(random, records)
    const matching = oldest.filter(meets(wanted))
    const offset = random.between(0, matching.length + 70)
    const limit = random.between(1, 60)
    const order = random.fraction() < 0.5 ? "ASC" : "DESC"
    const expected = (order === "ASC" ? matching : matching.toReversed()).slice(offset, offset + limit)
    const page = Effect.runSync(store.page(wanted, order, { limit, offset }))
    return { wanted, offset, limit, order, page, expected, total: matching.length }
  }).find(({ expected, page, total }) => page.total !== total || !isDeepStrictEqual(page.records, expected))
}

describe("the store of complaints", () => {
  it("agrees with filtering, sorting and slicing plain records, also beyond the end and without any", () => {
    const random = new SeededRandom(7)
    for (const [count, rounds, years] of [
      [2_500, 400, [2019, 2021]],
      [39, 200, [0, 9_999]],
      [1, 50, [2021, 2021]],
      [0, 20, [2021, 2021]]
    ] as const) {
      assert.isUndefined(disagreement(complaints(random, count, years), random, rounds))
    }
  })

  it("finds every record by its id", () => {
    const records = complaints(new SeededRandom(9), 3_000, [2021, 2021])
    const store = new ComplaintStore(records)
    assert.strictEqual(store.size, 3_000)
    for (const one of records) assert.strictEqual(Effect.runSync(store.get(one.id)), one)
    assert.deepStrictEqual(Effect.runSync(store.all), oldestFirst(records))
    for (const id of ["", "f".repeat(32), "no-hex", `${records[0]?.id}0`]) {
      assert.isUndefined(Effect.runSync(store.get(id)))
    }
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
