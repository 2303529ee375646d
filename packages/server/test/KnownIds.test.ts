import { assert, describe, it } from "@effect/vitest"
import { KnownIds } from "../src/dataset/KnownIds.ts"

describe("KnownIds", () => {
  it("tells ids apart that differ in one bit, and through its growth", () => {
    const ids = new KnownIds()
    const all = Array.from({ length: 20_000 }, (_, n) => (n % 2 === 0 ? n.toString(16).padStart(32, "0") : `id ${n}`))
    assert.isTrue(all.every((id) => ids.addId(id)))
    assert.isFalse(all.some((id) => ids.addId(id)))
    assert.isTrue(ids.addId("f".repeat(32)))
  })

  it("gives equal rows ids of their own, the same in every load", () => {
    const idsOf = (rows: ReadonlyArray<ReadonlyArray<string>>) => {
      const ids = new KnownIds()
      return rows.map((row) => ids.idOfRow(row))
    }
    const [a, b] = [
      ["1", "2"],
      ["12", ""]
    ]
    const found = idsOf([a ?? [], b ?? [], a ?? [], a ?? []])
    assert.strictEqual(new Set(found).size, 4)
    for (const id of found) assert.match(String(id), /^[0-9a-f]{32}$/)
    assert.sameMembers([...idsOf([a ?? [], a ?? [], b ?? [], a ?? []])], [...found])
  })

  it("knows a row that came before as a record, whichever of its equals it is", () => {
    const first = new KnownIds()
    const ids = [first.idOfRow(["a"]), first.idOfRow(["a"])]
    for (const known of ids) {
      const second = new KnownIds()
      second.addId(String(known))
      const again = [second.idOfRow(["a"]), second.idOfRow(["a"])]
      assert.deepStrictEqual(
        again,
        ids.map((id) => (id === known ? undefined : id))
      )
      assert.isFalse(second.addId(String(known)))
    }
  })
})
