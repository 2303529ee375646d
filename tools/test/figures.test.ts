import { assert, describe, it } from "vitest"
import { type Measured, type PartFigures, regressions, tableOf } from "../../bench/src/figures.ts"
import { interleave, median, quantile } from "../../bench/src/Measure.ts"

const figure = (name: string, value: number, goal?: number): Measured => ({ name, unit: "ms", value, goal })
const partOf = (...figures: ReadonlyArray<Measured>): PartFigures => ({
  part: "server",
  day: "2026-11-21",
  machine: "a machine",
  figures
})

describe("the figures of a benchmark", () => {
  it("are worse only if they have a goal and exceed the saved ones by more than the margin", () => {
    const saved = [partOf(figure("a page", 10, 50), figure("a list", 10), figure("a walk", 10, 50))]
    const fresh = [partOf(figure("a page", 13.1, 50), figure("a list", 100), figure("a walk", 12.9, 50))]
    assert.deepStrictEqual(regressions(fresh, saved), ['server: "a page" was 10 ms and is 13.1 ms.'])
    assert.deepStrictEqual(regressions(saved, fresh), [])
    assert.deepStrictEqual(regressions([{ ...partOf(figure("a page", 99, 50)), part: "client" }], saved), [])
  })

  it("are shown with their goals, and whether they meet them", () => {
    const ratio: Measured = { name: "a ratio", unit: "×", value: 0.456, goal: 1, ours: "4 ms", peer: "9 ms" }
    assert.deepStrictEqual(
      tableOf([ratio, figure("at the goal", 5, 5), figure("above", 5.06, 5), figure("free", 1)]),
      [
        "measure      ours    peer  ratio  goal          met",
        "-----------  ------  ----  -----  ------------  ---",
        "a ratio      4 ms    9 ms  0.46   at most 1     yes",
        "at the goal  5 ms    -     -      at most 5 ms  yes",
        "above        5.1 ms  -     -      at most 5 ms  no",
        "free         1 ms    -     -      -             -",
        ""
      ].join("\n")
    )
  })

  it("are medians and quantiles of all values, in any order", () => {
    assert.deepStrictEqual(
      [median([30, 1, 2]), median([7]), quantile([4, 1, 3, 2], 0.99), quantile([4, 1, 3, 2], 0)],
      [2, 7, 4, 1]
    )
  })

  it("compare our costs with those of the peer in turns, without the rounds in which code gets warm", async () => {
    const turns: Array<string> = []
    const side = (name: string, costs: ReadonlyArray<number>) => async () => {
      turns.push(name)
      return costs[turns.filter((turn) => turn === name).length - 1] ?? 0
    }
    const result = await interleave(side("ours", [900, 10, 20, 30]), side("peer", [1, 20, 10, 30]), {
      rounds: 3,
      warmUp: 1
    })
    assert.deepStrictEqual(turns.join(" "), "ours peer ours peer ours peer ours peer")
    assert.deepStrictEqual(result, { value: 1, ours: "20 ms", peer: "20 ms" })
    const faster = await interleave(
      async () => 5,
      async () => 20,
      { rounds: 1, warmUp: 0, shown: (cost) => `${cost} B` }
    )
    assert.deepStrictEqual(faster, { value: 0.25, ours: "5 B", peer: "20 B" })
  })
})
