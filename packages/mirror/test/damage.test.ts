import { spawnSync } from "node:child_process"
import { copyFile, open, rm } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { importNotices } from "../src/importing/importNotices.ts"
import { integer, text } from "../src/store/Database.ts"
import { MirrorFile } from "../src/store/MirrorFile.ts"
import { raw } from "../src/store/sql.ts"
import { verifyDays } from "../src/store/verify.ts"
import { flipBits } from "./damage/flips.ts"
import { firstRowIn, onTables, rowsIn } from "./mirrorTables.ts"
import { daily, july7, makeMirror, row } from "./mirrors.ts"
import { noticeOf } from "./syncs.ts"

/** `FLIPS=200` takes a minute. */
const flips = Number(process.env["FLIPS"] ?? 12)

/** A mirror with rows in every table. */
const makeFullMirror = Effect.gen(function* () {
  const made = yield* makeMirror
  const abroad = row({ number: "+442079460000", robocall: "", city: " Akron" })
  yield* made.importText(july7, daily(row(), row(), abroad, row({ city: "Akron" })))
  yield* made.importText("part.csv", `${daily(row({ created: "2021-07-06 10:00:00" }))}bad\r\n`)
  const file = yield* MirrorFile.open(made.file, "write")
  yield* file.write((db) =>
    Effect.andThen(
      importNotices(db, [noticeOf("one"), noticeOf("two")], true),
      db.run(
        raw(`insert into staging values('notices', 0, '{}', '[]', '[]', '[]');
          insert into files values('2021-07-08', 'here', '/july', 'a', 'b', 9, 'c', 'd', '2021-07-07', null)`)
      )
    )
  )
  return made
})

/** Another value of a column. */
const otherValue = (column: string, type: string): string => {
  if (type === "UUID") return "uuid()"
  if (type === "BOOLEAN") return `not coalesce(${column}, false)`
  if (type === "DATE") return `coalesce(${column}, date '2020-01-01') + 100`
  if (type === "TIMESTAMP") return `${column} + interval 1 second`
  return /INT/.test(type)
    ? `coalesce(${column}, 5) + 1`
    : type === "JSON"
      ? `'{"a": 1}'`
      : `coalesce(${column}, '') || 'x'`
}

describe("verify", () => {
  it.effect("finds a change of any value of any column of any table", () =>
    Effect.gen(function* () {
      const { file } = yield* makeFullMirror
      const columns = yield* rowsIn(
        file,
        "select table_name, column_name, data_type from duckdb_columns() where database_name = 'other' and table_name <> 'complaints'"
      )
      assert.isAbove(columns.length, 50)
      const unseen = yield* onTables(file, (db) =>
        Effect.gen(function* () {
          const found: Array<string> = []
          const sound = yield* verifyDays(db, "contents")
          assert.deepStrictEqual(sound, { days: 2, damaged: [], problems: [] })
          for (const one of columns) {
            const [table, column] = [text(one, "table_name"), text(one, "column_name")]
            yield* db.run(raw("begin"))
            yield* db.run(
              raw(`update ${table} set ${column} = ${otherValue(column, text(one, "data_type"))}
                where rowid = (select min(rowid) from ${table})`)
            )
            const { damaged, problems } = yield* verifyDays(db, "contents")
            if (damaged.length + problems.length === 0) found.push(`${table}.${column}`)
            yield* db.run(raw("rollback"))
          }
          return found
        })
      )
      assert.deepStrictEqual(unseen, [])
    }).pipe(Effect.scoped)
  )

  it.effect("names the days that cannot be read", () =>
    Effect.gen(function* () {
      const { file, mirror } = yield* makeFullMirror
      const { block } = yield* firstRowIn(
        file,
        "select block_id as block from pragma_storage_info('calls') where column_name = 'city' and block_id >= 0"
      )
      // Three blocks of 4 KiB are before the first one of 256 KiB.
      const position = 3 * 4096 + integer({ block: block ?? null }, "block") * 262_144 + 50
      const handle = yield* Effect.promise(() => open(file, "r+"))
      yield* Effect.promise(() => handle.write(Buffer.alloc(8, 1), 0, 8, position))
      yield* Effect.promise(() => handle.close())
      const { damaged } = yield* mirror.verify("contents")
      assert.deepStrictEqual(
        damaged.map(({ day, why }) => `${day}: ${why}`),
        ["2021-07-06: it cannot be read", "2021-07-07: it cannot be read"]
      )
      const error = yield* Effect.flip(rowsIn(file, "from calls"))
      assert.deepStrictEqual([error.problem, error.message.includes("mirror verify")], ["Damaged", true])
    }).pipe(Effect.scoped)
  )
})

describe("a mirror of which a bit changes", () => {
  it.effect("gives no wrong answer without an error", () =>
    Effect.gen(function* () {
      const { file } = yield* makeFullMirror
      const { errors, wrong } = yield* flipBits(file, flips, 42)
      assert.deepStrictEqual(wrong, [])
      assert.isAbove(errors, 0)
    }).pipe(Effect.scoped)
  )
})

describe("a copy that is put back over a mirror whose import was killed", () => {
  const leaveLog = (file: string) =>
    Effect.sync(() => {
      const program = fileURLToPath(new URL("damage/leaveLog.ts", import.meta.url))
      assert.strictEqual(spawnSync(process.execPath, [program, file], { stdio: "inherit" }).signal, "SIGKILL")
    })

  it.effect("is not read with the log of the other one, and named with that log", () =>
    Effect.gen(function* () {
      const { file, folder, importText, mirror } = yield* makeFullMirror
      const copy = join(folder, "copy.duckdb")
      yield* Effect.promise(() => copyFile(file, copy))
      yield* importText("DNC_Complaint_Numbers_2021-07-09.csv", daily(row({ created: "2021-07-08 10:00:00" })))
      yield* leaveLog(file)
      yield* Effect.promise(() => copyFile(copy, file))
      for (const use of [Effect.asVoid(mirror.status), Effect.asVoid(importText(july7, daily(row())))]) {
        const { message } = yield* Effect.flip(use)
        assert.include(message, `its log ${file}.wal belongs to another copy of it; remove the log.`)
      }
      yield* Effect.promise(() => rm(`${file}.wal`))
      assert.strictEqual((yield* mirror.status).records, 5)
    }).pipe(Effect.scoped)
  )

  it.effect("is read with its own log", () =>
    Effect.gen(function* () {
      const { file } = yield* makeFullMirror
      yield* leaveLog(file)
      assert.deepStrictEqual(yield* firstRowIn(file, "select value from meta where name = 'logged'"), { value: "yes" })
    }).pipe(Effect.scoped)
  )
})
