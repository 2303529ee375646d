import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Respond, complaintRecord } from "./FakeService.ts"
import { collectWalk, limitOf, numbered, offsetOf, outcomeOf, type Walk } from "./collectWalk.ts"

/** Returns the pages of a list of records, as they are, with a total. */
const listed =
  (all: ReadonlyArray<unknown>, meta: object = { "records-total": all.length }): Respond =>
  (url) =>
    Response.json({ data: all.slice(offsetOf(url), offsetOf(url) + limitOf(url)), meta })

const complaints: ReadonlyArray<object> = numbered(120).map(complaintRecord)
const unnamed = (count: number): ReadonlyArray<object> => Array.from({ length: count }, () => ({ type: "-" }))

const walks: ReadonlyArray<Walk> = [
  [
    "a record without an id, which the total counts",
    50,
    listed([complaintRecord("id-0"), { type: "x" }, complaintRecord("id-1")]),
    "0+50: 3 records, 0 again, agrees"
  ],
  [
    "three equal records without an id",
    50,
    listed(complaints.toSpliced(47, 0, ...unnamed(3))),
    "0+50 49+50 98+50: 123 records, 0 again, agrees"
  ],
  [
    "three equal records without an id across the end of a page, which count as two",
    50,
    listed(complaints.toSpliced(48, 0, ...unnamed(3))),
    "0+50 49+50 97+50 122+50 121+50: 122 records, 1 again, disagrees"
  ],
  [
    "no record with an id",
    20,
    listed(Array.from({ length: 70 }, (_, type) => ({ type }))),
    "0+20 19+21 39+21 59+21: 70 records, 0 again, agrees"
  ],
  [
    "all rejected, and three removed",
    20,
    (url, n) =>
      listed(
        numbered(70)
          .slice(n < 2 ? 0 : 3)
          .map((id) => ({ id }))
      )(url, n),
    "0+20 19+21 39+21 36+24 59+21 66+21 65+50: 70 records, 0 again, disagrees"
  ],
  [
    "records without an id at the end, two per page",
    2,
    listed([complaintRecord("a"), complaintRecord("b"), ...unnamed(2)], {}),
    "0+2 1+3 3+3 3+3: 4 records, 0 again"
  ],
  [
    "all rejected without an id, and three removed",
    20,
    (url, n) =>
      listed(
        numbered(70)
          .slice(n < 2 ? 0 : 3)
          .map((type) => ({ type }))
      )(url, n),
    "0+20 19+21 39+21 36+24 59+21 66+21 65+50: 70 records, 0 again, disagrees"
  ],
  [
    "equal ones without an id on two pages of a list that loses thirty records in between",
    50,
    (url, n) => {
      const all = complaints.toSpliced(20, 0, ...unnamed(1)).toSpliced(100, 0, ...unnamed(1))
      return listed(n === 0 ? all : all.slice(30), {})(url, n)
    },
    "0+50 49+50 0+50 49+50 90+50 90+50: 121 records, 1 again"
  ],
  [
    "a rejected record repeated on a page",
    20,
    listed([complaintRecord("a"), { id: "x" }, { id: "x" }, complaintRecord("b")], {}),
    "0+20 2+21 1+50: 3 records, 3 again"
  ]
]

describe("a walk of unreadable records", () => {
  for (const [what, limit, respond, expected] of walks) {
    it.effect(`counts each once: ${what}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* outcomeOf(respond, limit), expected)
      })
    )
  }

  it.effect("reports each when its page is read, but not those of a page that it discards", () =>
    Effect.gen(function* () {
      const broken = [{ type: "dnc_complaint" }, { type: "dnc_complaint", id: "x" }, { type: "other" }]
      const all = [broken[0], complaintRecord("a"), broken[1], broken[0], broken[2], complaintRecord("a"), broken[1]]
      const { ids, rejected, report } = yield* collectWalk(listed(all))
      assert.deepStrictEqual([ids, rejected], [["a"], [broken[0], broken[1], broken[0], broken[2]]])
      assert.deepStrictEqual([report?.records, report?.rejected], [1, 4])

      const ids120 = [...numbered(50), "broken", ...numbered(120).slice(50)]
      const shifted = yield* collectWalk((url, n) =>
        listed(ids120.slice(n === 0 ? 0 : 3).map((id) => (id === "broken" ? { id } : complaintRecord(id))))(url, n)
      )
      assert.deepStrictEqual([shifted.ids, shifted.rejected], [numbered(120), [{ id: "broken" }]])
    })
  )
})
