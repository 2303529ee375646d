import { assert, describe, it } from "@effect/vitest"
import { Postings } from "../src/store/Postings.ts"

const lists = (postings: Postings, codes: number) =>
  Array.from({ length: codes }, (_, code) => Array.from(postings.list(code)))

describe("Postings", () => {
  it("list the records of each code in the order in which they were given", () => {
    const codes = [2, 0, 2, 1, 2, 0, 4]
    assert.deepStrictEqual(lists(new Postings(codes.length, 5, (entry) => codes[entry] ?? 0), 5), [
      [1, 5],
      [3],
      [0, 2, 4],
      [],
      [6]
    ])
  })

  it("list records that have several codes, or none", () => {
    const entries = [
      [1, 7],
      [0, 8],
      [1, 9]
    ] as const
    const postings = new Postings(
      entries.length,
      2,
      (entry) => entries[entry]?.[0] ?? 0,
      (entry) => entries[entry]?.[1] ?? 0
    )
    assert.deepStrictEqual(lists(postings, 2), [[8], [7, 9]])
    assert.deepStrictEqual(Array.from(postings.list(undefined)), [])
    assert.deepStrictEqual(lists(new Postings(0, 1, () => 0), 1), [[]])
  })
})
