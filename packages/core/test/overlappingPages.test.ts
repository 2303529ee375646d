import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Respond, pageOfIds } from "./FakeService.ts"
import { listOf, numbered, offsetOf, outcomeOf, pageIds, pageOfList, type Walk } from "./collectWalk.ts"

/** Returns the pages of a list of which some begin early. */
const early =
  (all: ReadonlyArray<string>, byAt: (n: number) => number): Respond =>
  (url, n) =>
    pageOfList(all, url, undefined, byAt(n))

const walks: ReadonlyArray<Walk> = [
  [
    "the same page forever",
    50,
    () => pageOfIds(numbered(50)),
    "0+50 49+50 49+50 50+50: 50 records, 99 again, WalkStalled"
  ],
  [
    "the second page repeated, with a total",
    50,
    (url, n) =>
      n === 2 ? pageOfIds(numbered(100).slice(50), { "records-total": 190 }) : listOf(numbered(190))(url, n),
    "0+50 49+50 98+50 99+50 148+50: 190 records, 48 again, agrees"
  ],
  [
    "a list of one record, and pages that begin early",
    50,
    (url, n) => pageOfList(numbered(1), url, undefined, n > 0 ? 2 : 0),
    "0+50 0+50 0+50: 1 records, 0 again"
  ],
  [
    "a first page with a record twice, and a total of 99",
    50,
    (url, n) => {
      const ids = pageIds(numbered(120), url)
      return pageOfIds(n === 0 ? [...ids.slice(0, 1), ...ids] : ids, { "records-total": 99 })
    },
    "0+50 49+50 98+50 119+50 118+50: 120 records, 1 again, disagrees"
  ],
  [
    "a page cut after its seen record, then the same page of 21 forever",
    20,
    (url, n) => {
      if (n === 2) return pageOfIds(["id-39"])
      return n > 4 ? pageOfIds(numbered(79).slice(58)) : pageOfIds(pageIds(numbered(200), url).slice(0, 21))
    },
    "0+20 19+21 39+21 38+50 58+21 78+21 78+21 77+50: 79 records, 40 again, WalkStalled"
  ],
  [
    "every page early by 3, except after the end",
    50,
    (url) => pageOfList(numbered(230), url, undefined, offsetOf(url) < 230 ? 3 : 0),
    "0+50 49+50 95+50 144+50 193+50 232+50 232+50 183+50 231+50: 230 records, 3 again"
  ],
  [
    "an empty page in the middle",
    20,
    (url, n) => (n === 2 ? pageOfIds([]) : pageOfList(numbered(70), url, { "records-total": 70 })),
    "0+20 19+21 39+21 39+21 59+21: 70 records, 0 again, agrees"
  ],
  [
    "a short page, then an empty one, one record per page",
    1,
    (url, n) => pageOfIds(pageIds(numbered(5), url).slice(0, n === 2 ? 1 : n === 3 ? 0 : undefined)),
    "0+1 0+2 1+2 0+50 0+3 2+2 3+2 4+2 3+50: 5 records, 0 again"
  ],
  [
    "the first page repeated twice",
    20,
    (url, n) => (n === 1 || n === 2 ? pageOfIds(numbered(20)) : pageOfList(numbered(50), url)),
    "0+20 19+21 19+21 18+50 49+21 48+50: 50 records, 38 again"
  ],
  [
    "the last page repeated twice",
    20,
    (url, n) => (n === 3 || n === 4 ? pageOfIds(numbered(50).slice(40)) : pageOfList(numbered(50), url)),
    "0+20 19+21 39+21 49+21 48+50: 50 records, 9 again"
  ],
  [
    "a short page early, then another page early, one record per page",
    1,
    (url, n) => pageOfIds(pageIds(numbered(5), url, n === 2 || n === 3 ? 1 : 0).slice(0, n === 2 ? 1 : undefined)),
    "0+1 0+2 1+2 1+2 0+50 4+2 3+50: 5 records, 1 again"
  ],
  [
    "the same page of one record twice, apart",
    20,
    (url, n) => (n === 2 || n === 4 ? pageOfIds(["id-39"]) : pageOfIds(pageIds(numbered(n === 3 ? 51 : 70), url))),
    "0+20 19+21 39+21 38+50 50+21 50+21 69+21 68+50: 70 records, 0 again"
  ],
  [
    "an empty page instead of the last record, then an arrival at the end",
    20,
    (url, n) => (n === 4 ? pageOfIds([]) : pageOfList(numbered(n < 4 ? 50 : 51), url)),
    "0+20 19+21 39+21 49+21 48+50 49+21 50+21 49+50: 51 records, 0 again"
  ],
  [
    "every other page early by 5, and a total that decreases",
    20,
    (url, n) => pageOfList(numbered(90), url, { "records-total": 90 - n }, (n % 2) * 5),
    "0+20 19+21 34+26 59+21 74+26 89+21 88+50: 90 records, 15 again, disagrees"
  ],
  [
    "two short pages that end with the last record",
    20,
    (url, n) =>
      n === 2
        ? pageOfIds(["id-25", "id-20", "id-39"])
        : n === 3
          ? pageOfIds(["id-20", "id-22", "id-39"])
          : pageOfList(numbered(70), url),
    "0+20 19+21 39+21 38+50: 40 records, 2 again"
  ],
  [
    "one page early, one record per page",
    1,
    early(numbered(5), (n) => (n === 1 ? 1 : 0)),
    "0+1 0+2 1+2 2+2 3+2 4+2 3+50: 5 records, 0 again"
  ],
  [
    "a record repeated on a page",
    20,
    (url, n) => (n === 1 ? pageOfIds(["id-20", ...numbered(40).slice(20)]) : pageOfList(numbered(70), url)),
    "0+20 19+21 0+40 39+21 59+21 69+21 68+50: 70 records, 0 again"
  ],
  [
    "a short page repeated three times",
    20,
    (url, n) => (n > 0 && n < 4 ? pageOfIds(numbered(30).slice(20)) : pageOfList(numbered(70), url)),
    "0+20 19+21 0+40 0+40: 20 records, 0 again, WalkStalled"
  ]
]

describe("a walk of overlapping, repeated, short and empty pages", () => {
  for (const [what, limit, respond, expected] of walks) {
    it.effect(`returns each record once: ${what}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* outcomeOf(respond, limit), expected)
      })
    )
  }
})
