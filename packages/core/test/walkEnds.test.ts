import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Respond, complaintRecord, pageOfIds } from "./FakeService.ts"
import { limitOf, numbered, offsetOf, pageIds, pageOfList, requestsOf } from "./collectWalk.ts"

const arrivals = (count: number) => Array.from({ length: count }, (_, index) => `new-${count - index}`)

/** Returns the pages of a list that changes with each request. */
const changing =
  (listAt: (n: number) => ReadonlyArray<string>): Respond =>
  (url, n) =>
    pageOfList(listAt(n), url)

/** Lists with the expected requests, each as offset+limit, and the expected records and duplicates. */
const walks: ReadonlyArray<readonly [string, number, Respond, string]> = [
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
    "more than a page of arrivals before the end is confirmed, and five records without an id at the end",
    50,
    (url, n) => {
      const ids = [...arrivals(n < 3 ? 0 : 49), ...numbered(60)]
      const data = ids.map((id, index) => (index < ids.length - 5 ? complaintRecord(id) : { type: id }))
      return Response.json({ data: data.slice(offsetOf(url), offsetOf(url) + limitOf(url)) })
    },
    "0+50 49+50 59+50 58+50 107+50 60+50: 60 records, 49 again"
  ],
  [
    "an arrival after the only page",
    50,
    changing((n) => [...arrivals(n < 1 ? 0 : 1), ...numbered(3)]),
    "0+50 2+50 1+50: 3 records, 1 again"
  ],
  [
    "as many arrivals as records after the only page",
    50,
    changing((n) => [...arrivals(n < 1 ? 0 : 3), ...numbered(3)]),
    "0+50 2+50 1+50: 3 records, 2 again"
  ],
  [
    "an arrival before the end is confirmed",
    50,
    changing((n) => [...arrivals(n < 2 ? 0 : 1), ...numbered(3)]),
    "0+50 2+50 1+50: 3 records, 1 again"
  ],
  [
    "a page of arrivals before the end is confirmed",
    50,
    changing((n) => [...arrivals(n < 3 ? 0 : 48), ...numbered(60)]),
    "0+50 49+50 59+50 58+50 59+50: 60 records, 48 again"
  ],
  [
    "more than a page of arrivals before the end is confirmed",
    50,
    changing((n) => [...arrivals(n < 3 ? 0 : 49), ...numbered(60)]),
    "0+50 49+50 59+50 58+50 107+50 60+50: 60 records, 49 again"
  ],
  [
    "40 arrivals, exactly two pages",
    20,
    changing((n) => [...arrivals(n < 3 ? 0 : 40), ...numbered(130)]),
    "0+20 19+21 39+21 59+21 79+21 58+50 107+21 127+21 147+21 167+21 169+21 168+50: 130 records, 40 again"
  ],
  [
    "two arrivals, one record per page",
    1,
    changing((n) => [...arrivals(n < 4 ? 0 : 2), ...numbered(8)]),
    "0+1 0+2 1+2 2+2 3+2 4+2 2+50 9+2 8+50: 8 records, 2 again"
  ],
  [
    "an arrival before the end is confirmed, one record per page",
    1,
    changing((n) => [...arrivals(n < 3 ? 0 : 1), ...numbered(3)]),
    "0+1 0+2 1+2 2+2 2+2 1+50: 3 records, 2 again"
  ]
]

describe("a walk without a total", () => {
  for (const [what, limit, respond, expected] of walks) {
    it.effect(`ends, or stalls, at the end of the list: ${what}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* requestsOf(respond, limit), expected)
      })
    )
  }
})
