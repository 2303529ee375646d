import { assert, describe, it } from "@effect/vitest"
import { CallOrder } from "../src/store/CallOrder.ts"
import { allBetween, calledBetween, joined, listed, pageOfSelection, type Selection } from "../src/store/Selection.ts"

const allOf = ({ ascending, total }: Selection) => ascending(0, total)

describe("a selection", () => {
  it("is a stretch, a list, calls of a stretch, or several one after the other", () => {
    const calls = new CallOrder(6, (ordinal) => 5 - ordinal)
    const called = (start: number, end: number) => calledBetween(calls, calls.between(1, 4), start, end)
    const selections: ReadonlyArray<readonly [Selection, ReadonlyArray<number>]> = [
      [allBetween(2, 5), [2, 3, 4]],
      [allBetween(5, 2), []],
      [listed(Uint32Array.of(3, 5, 9)), [3, 5, 9]],
      [listed(new Uint32Array()), []],
      [called(0, 6), [1, 2, 3, 4]],
      [called(2, 4), [2, 3]],
      [called(4, 2), []]
    ]
    const parts = selections.map(([selection], n) => ({ first: n * 100, selection }))
    const joinedOrdinals = selections.flatMap(([, ordinals], n) => ordinals.map((ordinal) => n * 100 + ordinal))
    for (const [selection, ordinals] of [...selections, [joined(parts), joinedOrdinals] as const]) {
      assert.strictEqual(selection.total, ordinals.length)
      assert.deepStrictEqual(allOf(selection), [...ordinals])
      for (let offset = 0; offset <= ordinals.length + 1; offset++) {
        for (const limit of [1, 2, 50]) {
          const page = (order: "ASC" | "DESC") => pageOfSelection(selection, order, offset, limit)
          assert.deepStrictEqual(page("ASC"), ordinals.slice(offset, offset + limit))
          assert.deepStrictEqual(page("DESC"), ordinals.toReversed().slice(offset, offset + limit))
        }
      }
    }
  })
})
