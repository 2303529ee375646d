import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Respond, complaintRecord, pageOfIds } from "./FakeService.ts"
import { limitOf, numbered, offsetOf, pageIds, pageOfList, requestsOf } from "./collectWalk.ts"

/** Returns the pages of a list of ids. `-` is a record without an id. */
const partlyUnnamed =
  (all: ReadonlyArray<string>, repeated: (n: number) => number = () => 0): Respond =>
  (url, n) => {
    const from = Math.max(0, offsetOf(url) - repeated(n))
    const page = all.slice(from, from + limitOf(url))
    return Response.json({ data: page.map((id) => (id === "-" ? { type: id } : complaintRecord(id))) })
  }

const unnamed = (count: number): ReadonlyArray<string> => Array.from({ length: count }, () => "-")

/** Lists with the expected requests, each as offset+limit, and the expected records and duplicates. */
const walks: ReadonlyArray<readonly [string, number, Respond, string]> = [
  ["one record", 1, (url) => pageOfList(numbered(1), url), "0+1 0+2 0+50: 1 records, 0 again"],
  [
    "one record and its total",
    1,
    (url) => pageOfList(numbered(1), url, { "records-total": 1 }),
    "0+1 0+2: 1 records, 0 again"
  ],
  [
    "an empty page instead of the last record, then an arrival at the end",
    20,
    (url, n) => (n === 4 ? pageOfIds([]) : pageOfList(numbered(n < 4 ? 50 : 51), url)),
    "0+20 19+21 39+21 49+21 48+50 49+21 50+21 49+50: 51 records, 0 again"
  ],
  [
    "three records removed before the end is confirmed",
    20,
    (url, n) => pageOfList(numbered(50).slice(n < 4 ? 0 : 3), url),
    "0+20 19+21 39+21 49+21 48+50 49+21 0+50 45+50: 50 records, 0 again"
  ],
  [
    "small pages, and three records removed",
    50,
    (url, n) => pageOfIds(pageIds(numbered(150).slice(n < 3 ? 0 : 3), url).slice(0, 30)),
    "0+50 29+50 58+50 87+50 38+50 67+50 79+50 108+50 137+50 146+50 145+50: 150 records, 17 again"
  ],
  [
    "three records removed, and a total that grows by 100",
    20,
    (url, n) => pageOfList(numbered(90).slice(n < 2 ? 0 : 3), url, { "records-total": n < 2 ? 90 : 190 }),
    "0+20 19+21 39+21 139+21 0+50 49+21 69+21 86+21 85+50: 90 records, 0 again"
  ],
  [
    "records without an id at the end, two per page",
    2,
    partlyUnnamed(["a", "b", ...unnamed(2)]),
    "0+2 1+3 3+3 3+3: 4 records, 0 again"
  ],
  [
    "25 records without an id, then three records removed",
    30,
    (url, n) => {
      const all = [...numbered(5), ...unnamed(25), ...numbered(40).slice(5)]
      return partlyUnnamed(all.slice(n === 0 ? 0 : 3))(url, n)
    },
    "0+30 29+31 0+50 49+31 61+31 60+50: 65 records, 0 again"
  ],
  [
    "two arrivals after a page without a total",
    20,
    (url, n) => {
      const all = [...(n < 2 ? [] : ["new-2", "new-1"]), ...numbered(90)]
      return pageOfList(all, url, n === 1 ? undefined : { "records-total": all.length })
    },
    "0+20 19+21 39+21 59+21 79+21 91+21 90+50: 90 records, 2 again"
  ],
  [
    "a page early, and two records without an id on it",
    10,
    partlyUnnamed(["a", "b", "c", "d", "e", "f", "g", "-", "-", "h", ...numbered(20)], (n) => (n === 1 ? 5 : 0)),
    "0+10 9+11 14+16 29+11 28+50: 30 records, 5 again"
  ]
]

describe("the requests of an unusual walk", () => {
  for (const [what, limit, respond, expected] of walks) {
    it.effect(`return every record once: ${what}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* requestsOf(respond, limit), expected)
      })
    )
  }
})
