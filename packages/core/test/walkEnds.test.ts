import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ComplaintQuery } from "../src/index.ts"
import { type Respond, pageOfIds } from "./FakeService.ts"
import { collectWalk, listOf, numbered, offsetOf, outcomeOf, pageIds, pageOfList, type Walk } from "./collectWalk.ts"

/** Returns the pages of a stable list with a reported total. */
const withTotal =
  (count: number, totalAt: (n: number) => unknown): Respond =>
  (url, n) =>
    pageOfList(numbered(count), url, { "records-total": totalAt(n) })

const walks: ReadonlyArray<Walk> = [
  ["a stable list", 50, listOf(numbered(120)), "0+50 49+50 98+50: 120 records, 0 again, agrees"],
  ["smaller pages than requested", 50, listOf(numbered(25), 10), "0+50 9+50 18+50: 25 records, 0 again, agrees"],
  ["a list of one page with a total", 50, listOf(numbered(7)), "0+50: 7 records, 0 again, agrees"],
  [
    "a list of one page without a total",
    50,
    (url) => pageOfList(numbered(7), url),
    "0+50 6+50 5+50: 7 records, 0 again"
  ],
  ["a list without a total", 50, (url) => pageOfList(numbered(60), url), "0+50 49+50 59+50 58+50: 60 records, 0 again"],
  [
    "a total that is too large",
    50,
    withTotal(120, () => 500),
    "0+50 49+50 98+50 119+50 118+50: 120 records, 0 again, disagrees"
  ],
  [
    "a total that is an object",
    50,
    withTotal(120, () => ({ _id: "84e5" })),
    "0+50 49+50 98+50 119+50 118+50: 120 records, 0 again"
  ],
  [
    "a total on the first page only",
    50,
    withTotal(120, (n) => (n === 0 ? 120 : undefined)),
    "0+50 49+50 98+50 119+50 118+50: 120 records, 0 again, agrees"
  ],
  [
    "a total that is too small",
    50,
    withTotal(100, () => 50),
    "0+50 49+50 98+50 99+50 98+50: 100 records, 0 again, disagrees"
  ],
  [
    "a total that is too small, and a short page in the middle",
    50,
    (url, n) => pageOfIds(pageIds(numbered(190), url).slice(0, n === 1 ? 30 : 50), { "records-total": 50 }),
    "0+50 49+50 78+50 127+50 176+50 189+50 188+50: 190 records, 0 again, disagrees"
  ],
  [
    "a total that the first page exceeds",
    50,
    (url) => pageOfIds(pageIds(numbered(90), url).slice(0, 30), { "records-total": 3 }),
    "0+50 29+50 58+50 87+50 89+50 88+50: 90 records, 0 again, disagrees"
  ],
  [
    "a total that decreases without a change",
    50,
    withTotal(500, (n) => (n < 3 ? 500 : 10)),
    "0+50 49+50 98+50 147+50 196+50 245+50 294+50 343+50 392+50 441+50 490+50 499+50 498+50: 500 records, 0 again, disagrees"
  ],
  [
    "a total that changes to and fro",
    50,
    withTotal(500, (n) => 500 - (n % 2)),
    "0+50 49+50 98+50 147+50 196+50 245+50 294+50 343+50 392+50 441+50 490+50 499+50 498+50: 500 records, 0 again, agrees"
  ],
  [
    "short pages and a total that grows with them",
    50,
    (url, n) => {
      const size = [50, 13, 40, 2, 50, 31, 1, 50][n % 8]
      const ids = pageIds(numbered(333), url).slice(0, size)
      return pageOfIds(ids, { "records-total": offsetOf(url) + ids.length })
    },
    "0+50 49+50 61+50 100+50 101+50 150+50 180+50 179+50 228+50 277+50 289+50 328+50 329+50 332+50 331+50 331+50 331+50: 333 records, 1 again, agrees"
  ],
  ["an empty list with a total", 50, listOf([]), "0+50: 0 records, 0 again, agrees"],
  ["an empty list without a total", 50, () => pageOfIds([]), "0+50 0+50: 0 records, 0 again"],
  [
    "an empty list with a total of 7",
    50,
    () => pageOfIds([], { "records-total": 7 }),
    "0+50 0+50: 0 records, 0 again, disagrees"
  ],
  [
    "a first page that is empty by mistake",
    50,
    (url, n) => (n === 0 ? pageOfIds([], { "records-total": 7 }) : listOf(numbered(7))(url, n)),
    "0+50 0+50: 7 records, 0 again, agrees"
  ],
  [
    "one record and its total",
    1,
    (url) => pageOfList(numbered(1), url, { "records-total": 1 }),
    "0+1 0+2: 1 records, 0 again, agrees"
  ],
  ["one record", 1, (url) => pageOfList(numbered(1), url), "0+1 0+2 0+50: 1 records, 0 again"],
  [
    "a total of the read records, then one more",
    20,
    (url, n) => pageOfList(numbered(n === 1 ? 21 : 70), url, { "records-total": n < 2 ? 20 : offsetOf(url) + 20 }),
    "0+20 19+21 20+21 40+21 60+21 69+21 68+50: 70 records, 0 again, disagrees"
  ]
]

describe("the end of a walk", () => {
  for (const [what, limit, respond, expected] of walks) {
    it.effect(`is confirmed, and compared with the total: ${what}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* outcomeOf(respond, limit), expected)
      })
    )
  }

  it.effect("is that of the list for any offset, and of an offset after it the first page", () =>
    Effect.gen(function* () {
      for (const [offset, expected, offsets] of [
        [95, numbered(120).slice(95), [95, 114]],
        [120, [], [120]],
        [150, [], [150]]
      ] as const) {
        const query = { ...ComplaintQuery.default, offset, limit: 20 }
        const walked = yield* collectWalk(listOf(numbered(120)), query)
        assert.deepStrictEqual([walked.ids, walked.offsets], [expected, offsets])
        assert.deepStrictEqual([walked.report?.claimedTotal, walked.report?.agrees], [120, true])
      }
    })
  )

  it.effect("is where its consumer stops, before the next page is requested", () =>
    Effect.gen(function* () {
      const { ids, offsets, report } = yield* collectWalk(listOf(numbered(500)), ComplaintQuery.default, 60)
      assert.deepStrictEqual([ids, offsets], [numbered(60), [0, 49]])
      assert.strictEqual(report?.agrees, null)
    })
  )
})
