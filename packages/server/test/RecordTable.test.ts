import { assert, describe, it } from "@effect/vitest"
import { RecordTable } from "../src/store/RecordTable.ts"

/** Places that many records have in common, and that begin at the end of any table. */
const placeOf = (record: number): number => ((record * 7) % 3 === 0 ? 0xffff_ffff : record * 7)

const filled = (records: number): RecordTable => {
  const table = new RecordTable()
  for (let record = 0; record < records; record++) {
    table.add(placeOf(record), record, (known) => {
      assert.isTrue(known >= 0 && known < record, `asks for ${known}, which is not in the table`)
      return placeOf(known)
    })
  }
  return table
}

const found = (table: RecordTable, records: number) =>
  Array.from({ length: records }, (_, record) => table.find(placeOf(record), (one) => one === record))

describe("RecordTable", () => {
  it("finds each record, also among those that lie at the same place, and none that it has not", () => {
    for (const records of [1, 44, 45, 64, 300]) {
      const table = filled(records)
      assert.deepStrictEqual(
        found(table, records),
        Array.from({ length: records }, (_, record) => record)
      )
      for (const place of [0, 5, 0xffff_ffff]) assert.isUndefined(table.find(place, (one) => one === records))
    }
  })

  it("looks at few other records for one", () => {
    const table = new RecordTable()
    for (let record = 0; record < 1000; record++)
      table.add(Math.imul(record, 0x9e3779b1) >>> 0, record, (known) => Math.imul(known, 0x9e3779b1) >>> 0)
    let looks = 0
    for (let record = 0; record < 1000; record++) {
      table.find(Math.imul(record, 0x9e3779b1) >>> 0, (one) => {
        looks += 1
        return one === record
      })
    }
    assert.isAtMost(looks, 3000)
  })

  it("finds each record by its new number once it is given one", () => {
    const table = filled(10)
    table.renumber(Uint32Array.from({ length: 10 }, (_, record) => 9 - record))
    const numbers = Array.from({ length: 10 }, (_, record) => table.find(placeOf(record), (one) => one === 9 - record))
    assert.deepStrictEqual(numbers, [9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
    assert.isUndefined(table.find(placeOf(3), (one) => one === 10))
  })

  it("goes on from the places of another, and grows as that would have grown", () => {
    const table = new RecordTable(filled(44).places)
    for (let record = 44; record < 300; record++) {
      table.add(placeOf(record), record, placeOf)
      assert.strictEqual(table.places.length, filled(record + 1).places.length)
    }
    assert.deepStrictEqual(found(table, 300), found(filled(300), 300))
    assert.isUndefined(table.find(5, (one) => one === 300))
  })
})
