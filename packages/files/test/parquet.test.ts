import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { readRecordFile } from "@public-records/files/readRecordFile"
import { Effect } from "effect"
import { parquetWriteBuffer } from "hyparquet-writer"
import { collectingSink, complaint, temporaryFolder } from "./recordFiles.ts"
import { inZone, zones } from "../../core/test/timeZones.ts"

/** Reads rows of a Parquet file with two rows in a group. */
const readRows = Effect.fnUntraced(function* (
  columns: Readonly<Record<string, ReadonlyArray<unknown>>>,
  damage: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes
) {
  const columnData = Object.entries(columns).map(([name, data]) => ({ name, data: [...data] }))
  const bytes = damage(new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 2 })))
  const path = join(yield* temporaryFolder, "x.parquet")
  yield* Effect.promise(() => writeFile(path, bytes))
  const { read, sink } = collectingSink()
  let share = 0
  yield* readRecordFile(path, sink, (count) => void (share += count / bytes.length))
  return { ...read, share, invalid: read.invalid.map(([location]) => location.replace(/^.*\//, "")) }
}, Effect.scoped)

const moment = new Date("2021-07-07T10:00:00Z")
const ids = ["a", "b", "c"]
const columns = {
  id: ids,
  companyPhoneNumber: ids.map(() => 2_165_550_100n),
  createdDate: ids.map(() => moment),
  violationDate: ids.map(() => new Date("2021-07-06T09:00:00Z")),
  consumerCity: ids.map(() => "Cleveland"),
  consumerState: ids.map(() => "Ohio"),
  consumerAreaCode: ids.map(() => "216"),
  subject: ids.map(() => "Other"),
  isRobocall: ids.map(() => true)
}

describe("a Parquet file", () => {
  it.effect("has complaints with local times and numbers as text, in every group of rows", () =>
    Effect.gen(function* () {
      const { complaints, share } = yield* readRows(columns)
      assert.deepStrictEqual(
        complaints,
        ids.map((id) => Object.assign({ id }, complaint))
      )
      assert.approximately(share, 1, 0.001)
    })
  )

  it.effect("has the same times wherever this process runs", () =>
    Effect.gen(function* () {
      for (const zone of zones) {
        const { complaints } = yield* inZone(zone, readRows(columns))
        assert.deepInclude(complaints[0], complaint, zone)
      }
    })
  )

  it.effect("has notices with a date and with instants", () =>
    Effect.gen(function* () {
      const notice = { id: ["1"], transactionNumber: ["20210001"], acquiringParty: ["A"], acquiredParty: ["B"] }
      const dates = { date: [new Date("2021-01-04T00:00:00Z")], created: [moment], updated: [moment] }
      const { notices } = yield* readRows({ type: ["early_termination_notice"], ...notice, ...dates })
      const instant = "2021-07-07T10:00:00+00:00"
      assert.deepInclude(notices[0], { id: "1", date: "2021-01-04", created: instant, updated: instant })
    })
  )

  it.effect("names an invalid row by its number in the file", () =>
    Effect.gen(function* () {
      const { complaints, invalid } = yield* readRows({ ...columns, id: ["a", "b", ""] })
      assert.deepStrictEqual([complaints.length, invalid], [2, ["x.parquet, row 3"]])
      const second = yield* readRows({ ...columns, id: ["a", "", "c"] })
      assert.deepStrictEqual([second.complaints.length, second.invalid], [2, ["x.parquet, row 2"]])
    })
  )

  it.effect("is refused if its end is missing, or if its content is damaged", () =>
    Effect.gen(function* () {
      for (const damage of [
        (bytes: Uint8Array) => bytes.slice(0, 300),
        (bytes: Uint8Array) => bytes.fill(255, 4, 40)
      ]) {
        const { message } = yield* Effect.flip(readRows(columns, damage))
        assert.include(message, "x.parquet cannot be used: it is not a complete Parquet file.")
      }
    })
  )
})
