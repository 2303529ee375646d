import { isDeepStrictEqual } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { type ComplaintStore, ComplaintStoreBuilder } from "../src/store/ComplaintStore.ts"
import type { ComplaintConditions } from "../src/store/ComplaintPart.ts"
import type { ComplaintValues } from "../src/store/ComplaintColumns.ts"
import { pageOfSelection } from "../src/store/Selection.ts"
import { digestOf, hexOfWord, mixed } from "../src/store/recordId.ts"
import { pageWriter } from "../src/store/PageWriter.ts"
import { SeededRandom } from "../src/SeededRandom.ts"

const two = (number: number) => String(number).padStart(2, "0")

const oddIds = (random: SeededRandom) =>
  random.pick([random.uuid(), `no-hex-${random.between(0, 9_999)}`, random.hex(32).toUpperCase(), 'q"uo\\te', "ü/🛎"])

const phones = ["", "0", "00", "000", "2165550100", "02165550100", "12345678901", "123456789012", "+1 216", "🛎\u007F🛎"]
const cities = ["", "Clinton", "CLINTON", "Thompson’s station", "//san Francisco", "\u007F🛎", '"', "ÅRHUS", "århus"]
const states = ["", "Ohio", "ohio", "Île-de-France", "New York"]

/** Texts that a real file has, and such as none should have. */
const complaint = (random: SeededRandom, years: readonly [number, number]): ComplaintValues => {
  const moment = () =>
    `${String(random.between(...years)).padStart(4, "0")}-07-${two(random.between(1, 3))} 10:00:${two(random.between(0, 59))}`
  return {
    id: random.fraction() < 0.8 ? random.hex(32) : oddIds(random),
    companyPhoneNumber: phones[random.between(0, phones.length - 1)] ?? "",
    createdDate: moment(),
    violationDate: moment(),
    consumerCity: cities[random.between(0, cities.length - 1)] ?? "",
    consumerState: states[random.between(0, states.length - 1)] ?? "",
    consumerAreaCode: random.pick(["216", "", "abc"]),
    subject: random.pick(["Other", "", "Medical  & prescriptions", "\u0000\u001F"]),
    recordedMessageOrRobocall: random.pick(["Y", "N", ""])
  }
}

const complaints = (random: SeededRandom, count: number, years: readonly [number, number]) => {
  const byId = new Map<string, ComplaintValues>()
  while (byId.size < count) {
    const one = complaint(random, years)
    if (!byId.has(one.id)) byId.set(one.id, one)
  }
  return Array.from(byId.values())
}

const storeOf = (records: Iterable<ComplaintValues>): ComplaintStore => {
  const builder = new ComplaintStoreBuilder()
  for (const record of records) builder.add(record)
  return builder.build()
}

const compare = (left: string, right: string) => {
  if (left === right) return 0
  return left < right ? -1 : 1
}

const oldestFirst = (records: ReadonlyArray<ComplaintValues>) =>
  records.toSorted((left, right) => compare(left.createdDate, right.createdDate) || compare(left.id, right.id))

const isWithin = (text: string, interval: ComplaintConditions["created"]) =>
  interval === undefined || (text >= interval.from && text <= interval.to)

const isAlike = (text: string, wanted: string | undefined) =>
  wanted === undefined || text.toLowerCase() === wanted.toLowerCase()

const meets =
  ({ areaCode, city, created, isRobocall, state, violation }: ComplaintConditions) =>
  (one: ComplaintValues) =>
    isWithin(one.createdDate, created) &&
    isWithin(one.violationDate, violation) &&
    isAlike(one.consumerCity, city) &&
    isAlike(one.consumerState, state) &&
    isAlike(one.consumerAreaCode, areaCode) &&
    (isRobocall === undefined || one.recordedMessageOrRobocall === (isRobocall ? "Y" : "N"))

/** Any of the conditions, also together where the service would refuse that: the profile `live` takes them all. */
const conditions = (random: SeededRandom, records: ReadonlyArray<ComplaintValues>): ComplaintConditions => {
  const some = () => records[random.between(0, records.length - 1)] ?? records[0]
  const interval = (of: "createdDate" | "violationDate") => {
    const [from = "", to = ""] = [some()?.[of] ?? "", some()?.[of] ?? ""].toSorted(compare)
    const all = { from: "0000-01-01 00:00:00", to: "9999-12-31 23:59:59" }
    return random.pick([{ from, to }, { from, to }, { from, to: all.to }, all, { from: to, to: from }])
  }
  const perhaps = <A>(chance: number, value: () => A) => (random.fraction() < chance ? value() : undefined)
  return {
    created: perhaps(0.3, () => interval("createdDate")),
    violation: perhaps(0.4, () => interval("violationDate")),
    state: perhaps(0.3, () => some()?.consumerState.toUpperCase() ?? ""),
    city: perhaps(0.2, () => some()?.consumerCity ?? ""),
    areaCode: perhaps(0.1, () => some()?.consumerAreaCode ?? ""),
    isRobocall: perhaps(0.1, () => random.fraction() < 0.5)
  }
}

/** Everything that the store answers otherwise than filtering, sorting and slicing do. */
const disagreements = (
  records: ReadonlyArray<ComplaintValues>,
  random: SeededRandom,
  rounds: number,
  store = storeOf(records)
) => {
  const oldest = oldestFirst(records)
  return Array.from({ length: rounds }, () => {
    const asked = conditions(random, records)
    const matching = oldest.filter(meets(asked))
    const offset = random.between(0, matching.length)
    const limit = random.between(1, 60)
    const order = random.fraction() < 0.5 ? "ASC" : "DESC"
    const selection = store.select(asked)
    const served = pageOfSelection(selection, order, offset, limit).map((ordinal) => store.values(ordinal))
    const expected = (order === "ASC" ? matching : matching.toReversed()).slice(offset, offset + limit)
    return { asked, offset, limit, order, served, expected, totals: [selection.total, matching.length] }
  }).filter(({ expected, served, totals: [one, other] }) => one !== other || !isDeepStrictEqual(served, expected))
}

const jsonOf = (store: ComplaintStore, ordinals: ReadonlyArray<number>, origin: string): string => {
  pageWriter.begin()
  pageWriter.text("[")
  store.write(ordinals, origin)
  pageWriter.text("]")
  return Buffer.from(pageWriter.finish()).toString()
}

const recordOf = (one: ComplaintValues, origin: string) => ({
  type: "dnc_complaint",
  id: one.id,
  attributes: {
    "company-phone-number": one.companyPhoneNumber,
    "created-date": one.createdDate,
    "violation-date": one.violationDate,
    "consumer-city": one.consumerCity,
    "consumer-state": one.consumerState,
    "consumer-area-code": one.consumerAreaCode,
    subject: one.subject,
    "recorded-message-or-robocall": one.recordedMessageOrRobocall
  },
  relationships: [],
  meta: [],
  links: { self: `${origin}/v0/dnc-complaints/${encodeURIComponent(one.id)}` }
})

describe("the store of complaints", () => {
  it("agrees with filtering, sorting and slicing plain records, whatever texts and years they have", () => {
    const random = new SeededRandom(7)
    assert.deepStrictEqual(disagreements(complaints(random, 2_500, [2019, 2021]), random, 800), [])
    assert.deepStrictEqual(disagreements(complaints(random, 700, [0, 9_999]), random, 400), [])
  })

  it("agrees with them for every small number of records", () => {
    const random = new SeededRandom(8)
    for (const count of [1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 256, 257, 1_024]) {
      assert.deepStrictEqual(disagreements(complaints(random, count, [2021, 2021]), random, 60), [])
    }
  })

  it("takes one record after the other that is newer than all", () => {
    const random = new SeededRandom(14)
    for (const loaded of [0, 1, 300]) {
      const records = complaints(random, loaded, [2019, 2020])
      let store = storeOf(records)
      for (let arrival = 0; arrival < 40; arrival++) {
        const createdDate = `2021-01-01 00:00:${two(arrival)}`
        const newest = { ...complaint(random, [2019, 2020]), id: random.hex(32), createdDate }
        const before = store
        store = store.withNewest(newest)
        records.push(newest)
        assert.strictEqual(before.size, records.length - 1)
        assert.deepStrictEqual(store.values(store.ordinalOf(newest.id) ?? -1), newest)
        assert.deepStrictEqual(disagreements(records, random, 10, store), [])
      }
      const all = Array.from(records, (_, ordinal) => ordinal)
      const written: unknown = JSON.parse(jsonOf(store, all, "https://a.example"))
      assert.deepStrictEqual(
        written,
        oldestFirst(records).map((one) => recordOf(one, "https://a.example"))
      )
    }
  })

  it("answers for no records at all", () => {
    const store = storeOf([])
    const day = { from: "2021-07-07 00:00:00", to: "2021-07-07 23:59:59" }
    for (const asked of [{}, { created: day }, { violation: day }, { state: "Ohio" }, { isRobocall: true }]) {
      assert.strictEqual(store.select(asked).total, 0)
    }
    assert.isUndefined(store.ordinalOf("0".repeat(32)))
  })

  it("finds every record by its id, and keeps the first of two with the same id", () => {
    const records = complaints(new SeededRandom(9), 3_000, [2021, 2021])
    const again = records.map((one) => ({ ...one, subject: "Again" }))
    const builder = new ComplaintStoreBuilder()
    assert.isFalse(builder.has(records[0]?.id ?? ""))
    for (const one of records) assert.isTrue(builder.add(one))
    for (const one of again) assert.isFalse(builder.add(one))
    assert.isTrue(records.every(({ id }) => builder.has(id)))
    const store = builder.build()
    for (const one of records) assert.deepStrictEqual(store.values(store.ordinalOf(one.id) ?? -1), one)
    for (const id of ["", "f".repeat(32), "no-hex", `${records[0]?.id}0`]) assert.isUndefined(store.ordinalOf(id))
  })

  it("takes no id for another that lies in the same place of the table, or is made of the same words", () => {
    const zeros = "0".repeat(32)
    const lookedForFirst = Array.from({ length: 1_000 }, (_, n) => `no-hex-${n}`).find((id) => digestOf(id) % 64 === 0)
    const [first, second] = complaints(new SeededRandom(15), 2, [2021, 2021])
    if (first === undefined || second === undefined || lookedForFirst === undefined) return assert.fail("no records")
    // The first text that is kept apart lies at 0, which the words of its id then say.
    const odd = { ...first, id: lookedForFirst, companyPhoneNumber: "" }
    const plain = { ...second, id: zeros, companyPhoneNumber: "" }
    assert.isUndefined(storeOf([odd]).ordinalOf(zeros))
    for (const records of [
      [odd, plain],
      [plain, odd]
    ]) {
      const store = storeOf(records)
      assert.strictEqual(store.size, 2)
      for (const one of records) assert.deepStrictEqual(store.values(store.ordinalOf(one.id) ?? -1), one)
    }
  })

  it("tells ids apart that lie in the same place of the table and have some words in common", () => {
    const wordsOf = (common: number, other: number) => [1, 2, 4, 8].map((word) => ((common & word) === 0 ? other : 7))
    const placeOf = ([first = 0, second = 0, third = 0, fourth = 0]: ReadonlyArray<number>) =>
      mixed(first, second, third, fourth) % 64
    const [record] = complaints(new SeededRandom(17), 1, [2021, 2021])
    if (record === undefined) return assert.fail("no record")
    for (let common = 0; common < 15; common++) {
      const place = placeOf(wordsOf(common, 0))
      const others = Array.from({ length: 1_000 }, (_, other) => other).filter(
        (other) => placeOf(wordsOf(common, other)) === place
      )
      const ids = others.slice(0, 4).map((other) => wordsOf(common, other).map(hexOfWord).join(""))
      const builder = new ComplaintStoreBuilder()
      for (const id of ids) assert.isTrue(builder.add({ ...record, id }), id)
      const store = builder.build()
      assert.deepStrictEqual(
        ids.map((id) => store.values(store.ordinalOf(id) ?? -1).id),
        ids
      )
    }
  })

  it("orders what was created at one moment by the text of the id, digits or not", () => {
    const random = new SeededRandom(16)
    const start = "a".repeat(24)
    const ends = ["00000004z", "00000005", "00000003", "0000000", "ffffffff", "fffffffe", "ffffffff0", "Z"]
    const records: Array<ComplaintValues> = []
    for (const end of ends) {
      records.push({ ...complaint(random, [2021, 2021]), id: start + end, createdDate: "2021-07-07 10:00:00" })
    }
    const store = storeOf(records)
    assert.deepStrictEqual(
      records.map((_, ordinal) => store.values(ordinal)),
      oldestFirst(records)
    )
  })

  it("writes every record as JSON would be written, also where a page outgrows its memory", () => {
    const long = "x".repeat(300_000)
    const records = [
      ...complaints(new SeededRandom(10), 2_000, [0, 9_999]),
      { ...complaint(new SeededRandom(11), [2021, 2021]), id: long },
      { ...complaint(new SeededRandom(12), [2021, 2021]), companyPhoneNumber: long, consumerCity: long + long }
    ]
    const store = storeOf(records)
    for (const origin of ["http://127.0.0.1:8080", 'https://"odd".example']) {
      const ordinals = Array.from({ length: store.size }, (_, ordinal) => ordinal)
      const written: unknown = JSON.parse(jsonOf(store, ordinals, origin))
      assert.deepStrictEqual(
        written,
        oldestFirst(records).map((one) => recordOf(one, origin))
      )
    }
  })

  it("hands out bodies that later ones leave as they are", () => {
    const store = storeOf(complaints(new SeededRandom(13), 200, [2021, 2021]))
    const stretch = (first: number) => Array.from({ length: 50 }, (_, n) => first + n)
    const bodies = Array.from({ length: 100 }, (_, round) => {
      pageWriter.begin()
      store.write(stretch(round), "https://a.example")
      return pageWriter.finish()
    })
    assert.deepStrictEqual(
      bodies.map((body) => `[${Buffer.from(body).toString()}]`),
      bodies.map((_, round) => jsonOf(store, stretch(round), "https://a.example"))
    )
  })
})
