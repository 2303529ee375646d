/**
 * A process of `sharing.test.ts`: `write FILE DAYS` writes days, one transaction each, and `read FILE` asks without a pause until it is killed.
 * Prints a line of JSON for each day or for each second of questions.
 */
import { Effect } from "effect"
import { integer } from "../../src/store/Database.ts"
import { MirrorFile } from "../../src/store/MirrorFile.ts"
import { raw, sql } from "../../src/store/sql.ts"

const [role = "", path = "", days = "0"] = process.argv.slice(2)

const recordsPerDay = 100

const print = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value)}\n`)

const write = Effect.fnUntraced(function* (file: MirrorFile) {
  for (let day = 0; day < Number(days); day++) {
    const began = performance.now()
    yield* file.write((db) =>
      Effect.gen(function* () {
        const date = sql`(date '2020-01-01' + ${day}::integer)`
        yield* db.run(sql`delete from calls where day = ${date}`)
        yield* db.run(sql`insert into calls select ${date}, ${date}::timestamp + to_seconds(n), uuid(), 2165550100 + n, null,
          ${date}::timestamp, 'Cleveland', 'Ohio', '216', 'Other', true, 0, null from range(${recordsPerDay}) r(n)`)
        yield* db.run(
          sql`insert or replace into days by name
            select ${date} as day, 'complete' as state, 'service' as source, '' as origin, ${recordsPerDay} as records, 0 as duplicates,
              0 as set_aside, '' as digest, '' as fetched_at`
        )
      })
    )
    print({ day, millis: performance.now() - began })
  }
})

/** Days whose records are not those of the ledger were seen half written. */
const torn = raw(
  `select count(*) as torn from days d where records <> (select count(*) from calls c where c.day = d.day)`
)

const read = Effect.fnUntraced(function* (file: MirrorFile) {
  for (;;) {
    const began = performance.now()
    const row = yield* file.read((db) => db.first(torn))
    print({ torn: integer(row, "torn"), millis: performance.now() - began })
  }
})

const program = Effect.gen(function* () {
  const file = yield* MirrorFile.open(path, role === "write" ? "write" : "read")
  return yield* role === "write" ? write(file) : read(file)
})

await Effect.runPromise(Effect.scoped(program)).catch((cause: unknown) => {
  print({ failed: String(cause) })
  process.exitCode = 1
})
