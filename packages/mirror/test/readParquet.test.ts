import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { factsOf } from "@public-records/files/FileFacts"
import { Effect, Exit } from "effect"
import { inZone, zones } from "../../core/test/timeZones.ts"
import { collectingSink, complaint } from "../../files/test/recordFiles.ts"
import { parquetReader } from "../src/importing/readParquet.ts"
import { Engine } from "../src/store/Engine.ts"
import { raw } from "../src/store/sql.ts"

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "parquet-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
)

/** A folder, and a connection to an engine that has no file. */
const engine = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const started = yield* Effect.acquireRelease(
    Engine.start({ name: "engine", path: join(folder, "engine") }, 1),
    (running) => Effect.sync(() => running.close())
  )
  return { folder, db: yield* started.connection("memory") }
})

type Damage = (bytes: Uint8Array) => Uint8Array

/** Writes the rows of a query to a Parquet file and reads it. */
const readRows = Effect.fnUntraced(function* (query: string, damage?: Damage, onComplaint = () => undefined) {
  const { db, folder } = yield* engine
  // DuckDB would take it for a pattern.
  const path = join(folder, "[x]*.parquet")
  yield* Effect.promise(() => writeFile(join(folder, "x.parquet"), "another file"))
  yield* db.run(raw(`copy (${query}) to '${path}' (format parquet, row_group_size 4096)`))
  const bytes = yield* Effect.promise(() => readFile(path))
  if (damage !== undefined) yield* Effect.promise(() => writeFile(path, damage(bytes)))
  const { read, sink } = collectingSink()
  const addComplaint: typeof sink.addComplaint = (added) => {
    onComplaint()
    sink.addComplaint(added)
  }
  let share = 0
  yield* parquetReader(db, (count) => void (share += count / bytes.length))(factsOf(path), { ...sink, addComplaint })
  return { ...read, share, invalid: read.invalid.map(([where, why]) => [where.replace(/^.*\//, ""), why]) }
}, Effect.scoped)

const complaints = (rows: number, id = "i::varchar"): string =>
  `select ${id} as id, 2165550100::bigint as companyPhoneNumber, timestamp '2021-07-07 10:00:00' as createdDate,
  timestamp_ms '2021-07-06 09:00:00' as violationDate, 'Cleveland' as consumerCity, 'Ohio' as consumerState, 216 as consumerAreaCode,
  'Other' as subject, true as isRobocall, null as note, i as "a ""name""" from range(${rows}) t(i)`

const notice = `select 'early_termination_notice' as type, '1' as id, '20210001' as transactionNumber, 'A' as acquiringParty,
  'B' as acquiredParty, ['C', 'D'] as acquiredEntities, date '2021-01-04' as date,
  timestamptz '2021-07-07 12:00:00+02' as created, timestamp '2021-07-07 10:00:00.9' as updated`

describe("a Parquet file", () => {
  it.effect("has complaints with local times and numbers as text, in their order, over several pieces", () =>
    Effect.gen(function* () {
      const { complaints: found, share } = yield* readRows(complaints(40_001))
      assert.strictEqual(found.length, 40_001)
      assert.isTrue(found.every(({ id }, index) => id === String(index)))
      for (const index of [0, 19_999, 20_000, 40_000]) assert.deepInclude(found[index], complaint)
      assert.approximately(share, 1, 0.001)
    })
  )

  it.effect("may have no rows", () =>
    Effect.gen(function* () {
      const { complaints: found, invalid, share } = yield* readRows(complaints(0))
      assert.deepStrictEqual([found, invalid, share], [[], [], 0])
    })
  )

  it.effect("has notices with a date, lists and instants, wherever this process runs", () =>
    Effect.gen(function* () {
      for (const zone of zones) {
        const { notices } = yield* inZone(zone, readRows(notice))
        const instant = "2021-07-07T10:00:00+00:00"
        const dates = { date: "2021-01-04", created: instant, updated: instant }
        assert.deepInclude(notices[0], { id: "1", acquiredEntities: ["C", "D"], ...dates }, zone)
      }
    })
  )

  it.effect("names an invalid row by its number in the file", () =>
    Effect.gen(function* () {
      const rows = complaints(20_003, "if(i % 20000 = 1, '', i::varchar)")
      const { complaints: found, invalid } = yield* readRows(rows)
      const why = "the record has no id"
      assert.deepStrictEqual(invalid, [
        ["[x]*.parquet, row 2", why],
        ["[x]*.parquet, row 20002", why]
      ])
      assert.strictEqual(found.length, 20_001)
    })
  )

  it.effect("has only invalid rows if its columns are others", () =>
    Effect.gen(function* () {
      const { invalid } = yield* readRows("select 1 as a, 'x' as b from range(2)")
      const why = "this is neither a complaint nor a notice"
      assert.deepStrictEqual(invalid, [
        ["[x]*.parquet, row 1", why],
        ["[x]*.parquet, row 2", why]
      ])
    })
  )

  it.effect("lets other work continue while its records are added", () =>
    Effect.gen(function* () {
      let turn = 0
      const turns = new Set<number>()
      const count = Effect.forever(
        Effect.tap(
          Effect.yieldNow,
          Effect.sync(() => void (turn += 1))
        )
      )
      const note = () => void turns.add(turn)
      yield* Effect.raceFirst(readRows(complaints(20_000), undefined, note), count)
      assert.isAtLeast(turns.size, 20)
    })
  )

  const refusal = "[x]*.parquet cannot be used: it is not a complete Parquet file."

  it.effect("is refused if its end is missing, or if its content is damaged", () =>
    Effect.gen(function* () {
      for (const damage of [
        (bytes: Uint8Array) => bytes.slice(0, 300),
        (bytes: Uint8Array) => bytes.fill(255, 4, 40)
      ]) {
        const { message } = yield* Effect.flip(readRows(complaints(9), damage))
        assert.include(message, refusal)
      }
    })
  )

  it.effect("is read or refused, whichever byte is damaged", () =>
    Effect.gen(function* () {
      for (let at = 1; at < 2_000; at += 61) {
        const exit = yield* Effect.exit(
          readRows(complaints(9), (bytes) => bytes.fill(255 - (bytes[at] ?? 0), at, at + 1))
        )
        if (Exit.isFailure(exit)) assert.include(String(exit.cause), refusal, `byte ${at}`)
      }
    })
  )
})
