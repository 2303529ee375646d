import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { askDuckDB } from "./duckDB.ts"
import { makeMirror, monday, writeRealDay } from "./mirrors.ts"

const newest = "2021-07-07"

/** The rule in SQL, without the numbers that are never listed. */
const listInSql = (from: string) => `
with once as (
  select company_phone_number as number, min(day) as day, consumer_state as state, consumer_area_code as area
  from complaints where day between '${from}' and '${newest}' and company_phone_number is not null
  group by number, violation_date, state, area)
select number, printf('%.6g', sum(pow(0.5, date_diff('day', day, date '${newest}') / 30)))::double as score, count(*)::integer as reports,
  count(distinct coalesce(state, '') || '/' || coalesce(area, ''))::integer as places, min(day)::varchar as first, max(day)::varchar as last
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
      for (const [from, never] of Object.entries(neverListed)) {
        const days = (Date.parse(newest) - Date.parse(from)) / 86_400_000 + 1
        const { value } = yield* mirror.blocklist({ days, force: true })
        const [rows = []] = yield* Effect.promise(() => askDuckDB(file, [listInSql(from)]))
        const omitted = new Set(never.split(" "))
        const expected = rows.filter(([number]) => !omitted.has(String(number)))
        assert.strictEqual(rows.length - expected.length, omitted.size)
        assert.deepStrictEqual(
          value.numbers.map((one) => [
            one.number,
            one.score,
            one.reports,
            one.places,
            String(one.first),
            String(one.last)
          ]),
          expected
        )
      }
    }).pipe(Effect.scoped)
  )
})
