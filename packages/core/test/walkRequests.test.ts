import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Respond, complaintRecord, pageOfIds } from "./FakeService.ts"
import { limitOf, listOf, numbered, offsetOf, pageIds, pageOfList, requestsOf } from "./collectWalk.ts"

const arrivals = (count: number) => Array.from({ length: count }, (_, index) => `new-${count - index}`)

/** Returns the pages of a list that changes with each request. */
const changing =
  (listAt: (n: number) => ReadonlyArray<string>): Respond =>
  (url, n) =>
    listOf(listAt(n))(url, n)

/** Returns the pages of a list of which some begin early. */
const early =
  (all: ReadonlyArray<string>, byAt: (n: number) => number, namesTotal = false): Respond =>
  (url, n) =>
    pageOfList(all, url, namesTotal ? { "records-total": all.length } : undefined, byAt(n))

const withRejected =
  (all: ReadonlyArray<string>, isRejected: (id: string) => boolean, dropped: (n: number) => number): Respond =>
  (url, n) => {
    const now = all.slice(dropped(n))
    const page = now.slice(offsetOf(url), offsetOf(url) + limitOf(url))
    return Response.json({
      data: page.map((id) => (isRejected(id) ? { id } : complaintRecord(id))),
      meta: { "records-total": now.length }
    })
  }

/** Lists with the expected requests, each as offset+limit, and the expected records and duplicates. */
const walks: ReadonlyArray<readonly [string, number, Respond, string]> = [
  [
    "one page early, one record per page",
    1,
    early(numbered(5), (n) => (n === 1 ? 1 : 0)),
    "0+1 0+2 1+2 2+2 3+2 4+2 3+50: 5 records, 0 again"
  ],
  [
    "one page early, two records per page",
    2,
    early(numbered(9), (n) => (n === 1 ? 1 : 0)),
    "0+2 1+3 2+4 5+3 7+3 8+3 7+50: 9 records, 1 again"
  ],
  [
    "one page early by two, two records per page",
    2,
    early(numbered(9), (n) => (n === 1 ? 2 : 0)),
    "0+2 1+3 2+4 5+3 7+3 8+3 7+50: 9 records, 1 again"
  ],
  [
    "one page early by two, four records per page",
    4,
    early(numbered(19), (n) => (n === 2 ? 2 : 0)),
    "0+4 3+5 7+5 9+7 15+5 18+5 17+50: 19 records, 2 again"
  ],
  [
    "one page early by 20",
    50,
    early(numbered(230), (n) => (n === 2 ? 20 : 0)),
    "0+50 49+50 98+50 127+50 176+50 225+50 229+50 228+50: 230 records, 20 again"
  ],
  [
    "one page early by 20 with a total",
    50,
    early(numbered(230), (n) => (n === 2 ? 20 : 0), true),
    "0+50 49+50 98+50 127+50 176+50 225+50: 230 records, 20 again"
  ],
  [
    "every page early by 3 with a total",
    40,
    early(numbered(230), () => 3, true),
    "0+40 39+41 76+44 119+41 159+41 199+41: 230 records, 3 again"
  ],
  [
    "every other page early by 2",
    10,
    early(numbered(64), (n) => (n % 2) * 2),
    "0+10 9+11 17+13 29+11 37+13 49+11 57+13 63+11 62+50: 64 records, 8 again"
  ],
  [
    "seven arrivals",
    20,
    changing((n) => [...arrivals(n < 2 ? 0 : 7), ...numbered(90)]),
    "0+20 19+21 39+21 59+21 79+21 96+21 95+50: 90 records, 7 again"
  ],
  [
    "an arrival before each page",
    20,
    changing((n) => [...arrivals(n), ...numbered(90)]),
    "0+20 19+21 39+21 59+21 79+21 93+21 92+50: 90 records, 6 again"
  ],
  [
    "180 arrivals",
    50,
    changing((n) => [...arrivals(n < 2 ? 0 : 180), ...numbered(230)]),
    "0+50 49+50 98+50 278+50 327+50 376+50 409+50 408+50: 230 records, 0 again"
  ],
  [
    "five records removed",
    20,
    changing((n) => numbered(90).slice(n < 2 ? 0 : 5)),
    "0+20 19+21 39+21 34+26 59+21 79+21 84+21 83+50: 90 records, 0 again"
  ],
  [
    "three records removed before every other page",
    20,
    changing((n) => numbered(130).slice(3 * Math.floor(n / 2))),
    "0+20 19+21 39+21 36+24 59+21 56+24 79+21 76+24 99+21 96+24 117+21 114+24 113+50: 130 records, 0 again"
  ],
  [
    "60 records removed, then an arrival",
    20,
    changing((n) => (n < 3 ? numbered(130) : [...arrivals(n > 5 ? 1 : 0), ...numbered(130).slice(60)])),
    "0+20 19+21 39+21 59+21 0+50 0+50: 60 records, 0 again, WalkStalled"
  ],
  [
    "the rest removed",
    20,
    changing((n) => numbered(n < 2 ? 90 : 30)),
    "0+20 19+21 39+21 0+50 29+21: 40 records, 0 again"
  ],
  ["arrivals at the end", 20, changing((n) => numbered(50 + 3 * n)), "0+20 19+21 39+21: 56 records, 0 again"],
  [
    "a rejected record first on a page, and three removed",
    20,
    withRejected(
      numbered(90),
      (id) => id === "id-39",
      (n) => (n < 2 ? 0 : 3)
    ),
    "0+20 19+21 39+21 36+24 59+21 79+21 86+21 85+50: 90 records, 0 again"
  ],
  [
    "all rejected, and three removed",
    20,
    withRejected(
      numbered(70),
      () => true,
      (n) => (n < 2 ? 0 : 3)
    ),
    "0+20 19+21 39+21 36+24 59+21 66+21 65+50: 70 records, 0 again"
  ],
  [
    "the second page repeated",
    20,
    (url, n) => (n === 2 ? pageOfIds(numbered(40).slice(20)) : pageOfList(numbered(90), url)),
    "0+20 19+21 39+21 38+50 87+21 89+21 88+50: 90 records, 19 again"
  ],
  [
    "the first page repeated twice",
    20,
    (url, n) => (n === 1 || n === 2 ? pageOfIds(numbered(20)) : pageOfList(numbered(50), url)),
    "0+20 19+21 19+21 18+50 49+21 48+50: 50 records, 38 again"
  ],
  [
    "a record repeated on a page",
    20,
    (url, n) => (n === 1 ? pageOfIds(["id-20", ...numbered(40).slice(20)]) : pageOfList(numbered(70), url)),
    "0+20 19+21 0+40 39+21 59+21 69+21 68+50: 70 records, 0 again"
  ],
  [
    "30 arrivals, more than a page",
    20,
    changing((n) => [...arrivals(n < 3 ? 0 : 30), ...numbered(130)]),
    "0+20 19+21 39+21 59+21 89+21 109+21 129+21 149+21 159+21 158+50: 130 records, 20 again"
  ],
  [
    "a part of a page repeated twice",
    20,
    (url, n) => (n === 2 || n === 3 ? pageOfIds(numbered(30).slice(20)) : pageOfList(numbered(70), url)),
    "0+20 19+21 39+21 48+21 57+21 39+21 59+21 69+21 68+50: 70 records, 18 again"
  ],
  [
    "30 arrivals twice",
    20,
    changing((n) => [...arrivals(n < 3 ? 0 : n < 6 ? 30 : 60), ...numbered(170)]),
    "0+20 19+21 39+21 59+21 89+21 109+21 129+21 159+21 179+21 199+21 219+21 229+21 228+50: 170 records, 40 again"
  ],
  [
    "a short page repeated three times",
    20,
    (url, n) => (n > 0 && n < 4 ? pageOfIds(numbered(30).slice(20)) : pageOfList(numbered(70), url)),
    "0+20 19+21 0+40 0+40: 20 records, 0 again, WalkStalled"
  ],
  [
    "a total of the read records, then one more",
    20,
    (url, n) => pageOfList(numbered(n === 1 ? 21 : 70), url, { "records-total": n < 2 ? 20 : offsetOf(url) + 20 }),
    "0+20 19+21 20+21 40+21 60+21 69+21 68+50: 70 records, 0 again"
  ],
  [
    "a short page of seen records, then the rest",
    20,
    (url, n) => (n === 2 ? pageOfIds(numbered(40).slice(25)) : pageOfList(numbered(70), url)),
    "0+20 19+21 39+21 38+50 69+21 68+50: 70 records, 14 again"
  ],
  [
    "a full page of the last seen records, twice",
    20,
    (url, n) => (n === 2 || n === 3 ? pageOfIds(numbered(40).slice(19)) : pageOfList(numbered(70), url)),
    "0+20 19+21 39+21 39+21 38+50 69+21 68+50: 70 records, 40 again"
  ],
  [
    "the last page repeated twice",
    20,
    (url, n) => (n === 3 || n === 4 ? pageOfIds(numbered(50).slice(40)) : pageOfList(numbered(50), url)),
    "0+20 19+21 39+21 49+21 48+50: 50 records, 9 again"
  ],
  [
    "the end of the last page repeated twice",
    20,
    (url, n) => (n === 3 || n === 4 ? pageOfIds(numbered(50).slice(45)) : pageOfList(numbered(50), url)),
    "0+20 19+21 39+21 49+21 48+50: 50 records, 4 again"
  ],
  [
    "a total that decreases by 3 without a change of the list",
    20,
    (url, n) => pageOfList(numbered(90), url, { "records-total": n < 2 ? 90 : 87 }),
    "0+20 19+21 39+21 59+21 79+21 89+21 88+50: 90 records, 0 again"
  ],
  [
    "an empty page in the middle",
    20,
    (url, n) => (n === 2 ? pageOfIds([]) : pageOfList(numbered(70), url, { "records-total": 70 })),
    "0+20 19+21 39+21 39+21 59+21: 70 records, 0 again"
  ],
  [
    "an empty page in the middle of a changing list",
    20,
    (url, n) => (n === 3 ? pageOfIds([]) : pageOfList([...arrivals(n < 2 ? 0 : 2), ...numbered(70)], url)),
    "0+20 19+21 39+21 57+23 59+21 71+21 70+50: 70 records, 2 again"
  ],
  [
    "all rejected, and a page early by 3",
    20,
    (url, n) => {
      const from = offsetOf(url) - (n === 2 ? 3 : 0)
      return Response.json({
        data: numbered(70)
          .slice(from, from + limitOf(url))
          .map((id) => ({ id }))
      })
    },
    "0+20 19+21 39+21 56+24 69+21 68+50: 70 records, 3 again"
  ],
  [
    "seen records after the reported total",
    20,
    early(numbered(40), (n) => (n === 2 ? 5 : 0), true),
    "0+20 19+21 39+21: 40 records, 5 again"
  ],
  [
    "a page early, then three records removed, one record per page",
    1,
    (url, n) => pageOfList(numbered(12).slice(n < 6 ? 0 : 3), url, undefined, n === 1 ? 1 : 0),
    "0+1 0+2 1+2 2+2 3+2 4+2 5+2 0+7 6+2 7+2 8+2 7+50: 12 records, 0 again"
  ],
  [
    "a page early, then three records removed, two records per page",
    2,
    (url, n) => pageOfList(numbered(14).slice(n < 6 ? 0 : 3), url, undefined, n === 1 ? 1 : 0),
    "0+2 1+3 2+4 5+3 7+3 9+3 11+3 11+3 0+14 10+3 9+50: 14 records, 1 again"
  ],
  [
    "five arrivals, of which the total counts one",
    20,
    (url, n) => pageOfList([...arrivals(n < 2 ? 0 : 5), ...numbered(90)], url, { "records-total": n < 2 ? 90 : 91 }),
    "0+20 19+21 39+21 55+25 79+21 94+21 93+50: 90 records, 5 again"
  ],
  [
    "30 arrivals, of which the total counts one",
    20,
    (url, n) => pageOfList([...arrivals(n < 2 ? 0 : 30), ...numbered(90)], url, { "records-total": n < 2 ? 90 : 91 }),
    "0+20 19+21 39+21 59+21 70+30 99+21 119+21 118+50: 90 records, 30 again"
  ],
  [
    "20 arrivals, a full page",
    20,
    changing((n) => [...arrivals(n < 3 ? 0 : 20), ...numbered(130)]),
    "0+20 19+21 39+21 59+21 58+50 107+21 127+21 147+21 149+21 148+50: 130 records, 20 again"
  ],
  [
    "every other page early by 5, and a total that decreases",
    20,
    (url, n) => pageOfList(numbered(90), url, { "records-total": 90 - n }, (n % 2) * 5),
    "0+20 19+21 34+26 59+21 74+26 89+21 88+50: 90 records, 15 again"
  ],
  [
    "all rejected without an id, and three removed",
    20,
    (url, n) => {
      const now = numbered(70).slice(n < 2 ? 0 : 3)
      const page = now.slice(offsetOf(url), offsetOf(url) + limitOf(url))
      return Response.json({ data: page.map((type) => ({ type })), meta: { "records-total": now.length } })
    },
    "0+20 19+21 39+21 36+24 59+21 66+21 65+50: 70 records, 0 again"
  ],
  [
    "a rejected record repeated on a page",
    20,
    (url) => {
      const all = [complaintRecord("a"), { id: "x" }, { id: "x" }, complaintRecord("b")]
      return Response.json({ data: all.slice(offsetOf(url), offsetOf(url) + limitOf(url)) })
    },
    "0+20 2+21 1+50: 3 records, 3 again"
  ],
  [
    "25 arrivals, of which the total counts one",
    20,
    (url, n) => pageOfList([...arrivals(n < 3 ? 0 : 25), ...numbered(90)], url, { "records-total": n < 3 ? 90 : 91 }),
    "0+20 19+21 39+21 59+21 79+21 95+25 114+21 113+50: 90 records, 25 again"
  ],
  [
    "one record removed",
    20,
    changing((n) => (n < 4 ? numbered(90) : numbered(90).slice(1))),
    "0+20 19+21 39+21 59+21 79+21 78+22 88+21 87+50: 90 records, 0 again"
  ],
  [
    "a page early by 5, then a total that decreases by one",
    20,
    (url, n) => pageOfList(numbered(110), url, { "records-total": n < 3 ? 110 : 109 }, n === 2 ? 5 : 0),
    "0+20 19+21 39+21 54+26 79+21 99+21 109+21 108+50: 110 records, 5 again"
  ],
  [
    "a short page, then a page early, one record per page",
    1,
    (url, n) => pageOfIds(pageIds(numbered(5), url, n === 3 ? 1 : 0).slice(0, n === 2 ? 1 : undefined)),
    "0+1 0+2 1+2 0+50 4+2 3+50: 5 records, 0 again"
  ],
  [
    "a short page, then an empty one, one record per page",
    1,
    (url, n) => pageOfIds(pageIds(numbered(5), url).slice(0, n === 2 ? 1 : n === 3 ? 0 : undefined)),
    "0+1 0+2 1+2 0+50 0+3 2+2 3+2 4+2 3+50: 5 records, 0 again"
  ],
  [
    "a short page early, then another page early, one record per page",
    1,
    (url, n) => pageOfIds(pageIds(numbered(5), url, n === 2 || n === 3 ? 1 : 0).slice(0, n === 2 ? 1 : undefined)),
    "0+1 0+2 1+2 1+2 0+50 4+2 3+50: 5 records, 1 again"
  ],
  [
    "a page cut after its seen record twice, apart",
    20,
    (url, n) => pageOfIds(pageIds(numbered(90), url).slice(0, n === 1 || n === 3 ? 1 : undefined)),
    "0+20 19+21 18+50 67+21 66+50 89+21 88+50: 90 records, 0 again"
  ],
  [
    "the same page of one record twice, apart",
    20,
    (url, n) => (n === 2 || n === 4 ? pageOfIds(["id-39"]) : pageOfIds(pageIds(numbered(n === 3 ? 51 : 70), url))),
    "0+20 19+21 39+21 38+50 50+21 50+21 69+21 68+50: 70 records, 0 again"
  ],
  [
    "an arrival at the end after a page without one",
    20,
    (url, n) => pageOfList(numbered(n < 4 ? 50 : 51), url),
    "0+20 19+21 39+21 49+21 48+50 50+21 49+50: 51 records, 0 again"
  ],
  [
    "every page early by 3, except after the end",
    50,
    (url) => pageOfList(numbered(230), url, undefined, offsetOf(url) < 230 ? 3 : 0),
    "0+50 49+50 95+50 144+50 193+50 232+50 232+50 183+50 231+50: 230 records, 3 again"
  ],
  [
    "a page early that confirms the end",
    3,
    early(numbered(4), (n) => (n === 3 ? 1 : 0)),
    "0+3 2+4 3+4 2+50: 4 records, 1 again"
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
  ]
]

describe("the requests of a walk", () => {
  for (const [what, limit, respond, expected] of walks) {
    it.effect(`are as few as possible: ${what}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* requestsOf(respond, limit), expected)
      })
    )
  }
})
