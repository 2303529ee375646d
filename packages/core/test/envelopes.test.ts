import { assert, describe, it } from "vitest"
import { Option } from "effect"
import { decodeEnvelope, writableJson } from "../src/records/Envelope.ts"

describe("the total of an envelope", () => {
  /** Members of `meta` on a page of two records, and the total. */
  const totals: ReadonlyArray<readonly [unknown, number | null]> = [
    [{ "records-this-page": 2, "records-total": 7 }, 7],
    [{ "record-total": 7 }, 7],
    [{ "records-total": "7" }, 7],
    [{ "records-total": 0 }, 0],
    [{ "record-total": 7, "records-total": 8, count: 9 }, 8],
    [{ "records-total": { _id: "84e5" }, "record-total": 7 }, 7],
    [{ "records-total": 7, "record-total": "many" }, 7],
    [{ "records-total": -1, "record-total": null, count: 7 }, 7],
    [{ count: 2 }, null],
    [{ count: "2" }, null],
    [{ count: 3 }, 3],
    [{ count: "27851" }, 27851],
    [{ "record-total": { _id: "84e5", seq: 19479399 } }, null],
    [{ "records-total": -1 }, null],
    [{ "records-total": 1.5 }, null],
    [{ "records-total": true }, null],
    [{ "records-total": "" }, null],
    [{ "records-total": "1e3" }, null],
    [{ "records-total": 2 ** 53 }, null],
    [[], null],
    [null, null],
    [undefined, null]
  ]

  it("is the first valid one of its names, or a count that exceeds the page", () => {
    for (const [meta, total] of totals) {
      assert.deepStrictEqual(decodeEnvelope({ data: [{}, {}], meta }), Option.some({ data: [{}, {}], total }))
    }
  })

  it("is not looked for in JSON without an array `data`", () => {
    for (const json of [null, [], {}, { data: {} }, { data: null }, "data", 3]) {
      assert.deepStrictEqual(decodeEnvelope(json), Option.none())
    }
  })
})

describe("JSON that any program can write", () => {
  it("has null in place of infinite numbers, and a note in place of levels below the 64th", () => {
    assert.deepStrictEqual(writableJson([1, Number.POSITIVE_INFINITY, { a: Number.NaN }]), [1, null, { a: null }])
    const nested = (levels: number, end: unknown): unknown => (levels === 0 ? end : { a: nested(levels - 1, end) })
    assert.deepStrictEqual(writableJson(nested(64, 1)), nested(64, 1))
    assert.deepStrictEqual(writableJson(nested(65, 1)), nested(64, "(nested more than 64 levels deep)"))
  })
})
