import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeMirror, monday, writeRealDay } from "./mirrors.ts"

const newest = "2021-07-07"

/** The rule in SQL, without the numbers that are never listed. */
const listInSql = `
with plain as (
  select day, violation_date, ifnull(consumer_state, '') as state, ifnull(consumer_area_code, '') as area,
    iif(company_phone_number like '+1__________' or company_phone_number like '1__________',
      substr(company_phone_number, -10), company_phone_number) as number
  from complaints where day between :from and :to and company_phone_number is not null),
once as (select number, min(day) as day, state, area from plain group by number, violation_date, state, area)
select number, count(*) as reports, count(distinct state || '/' || area) as places, min(day) as first, max(day) as last,
  cast(printf('%.6g', sum(pow(0.5, (julianday(:to) - julianday(day)) / 30))) as real) as score
from once group by number having reports >= 3 and places >= 2
order by score desc, number`

/** Numbers of the real days with three reports from two places that must not be listed. */
const neverListed = {
  "2021-07-07": "0 0000000000 07072021 8883821222",
  "2019-12-13":
    "0 0000000 0000000000 07072021 1111111111 5006 5365748547 7181198576 8002752273 8002858585 8003182596 8003472683 8004321000 " +
    "8006927753 8007329194 8009452000 8009505114 8881233445 8882804331 8883821222 8883973742 __________"
}

describe("the block list of the real days", () => {
  it.effect("is the one of SQL by hand", () =>
    Effect.gen(function* () {
      const { file, folder, importPaths, mirror } = yield* makeMirror
      yield* importPaths([yield* writeRealDay(folder), yield* writeRealDay(folder, monday)])
      const db = new DatabaseSync(file, { readOnly: true })
      for (const [from, never] of Object.entries(neverListed)) {
        const days = (Date.parse(newest) - Date.parse(from)) / 86_400_000 + 1
        const shares: Array<number> = []
        const onProgress = (share: number) => void shares.push(share)
        const { value } = yield* mirror.blocklist({ days, force: true }, { onProgress })
        assert.deepStrictEqual(
          shares,
          shares.toSorted((left, right) => left - right)
        )
        assert.strictEqual(shares.at(-1), 1)
        const rows = db.prepare(listInSql).all({ from, to: newest })
        const omitted = new Set(never.split(" "))
        const expected = rows.filter((found) => !omitted.has(String(found["number"])))
        assert.strictEqual(rows.length - expected.length, omitted.size)
        assert.deepStrictEqual<ReadonlyArray<object>>(
          value.numbers,
          expected.map((cells) => Object.assign({}, cells))
        )
      }
      db.close()
    }).pipe(Effect.scoped)
  )
})
