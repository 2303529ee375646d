import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { ComplaintQuery } from "@public-records/core"
import { asked, columnsOf } from "./duckdbQueries.ts"
import { complaintsTo, folder, noticesTo, run, service } from "./exporting.ts"

layer(service({ synthetic: 2000 }), { excludeTestServices: true, timeout: "2 minutes" })("DuckDB", (it) => {
  it.effect("reads complaints with their types, and the same values as in NDJSON", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const [parquet, ndjson] = [join(path, "all.parquet"), join(path, "all.ndjson")]
      yield* run(yield* complaintsTo(parquet, "parquet"))
      yield* run(yield* complaintsTo(ndjson, "ndjson"))
      assert.deepStrictEqual(yield* columnsOf(parquet), {
        id: "VARCHAR",
        companyPhoneNumber: "VARCHAR",
        createdDate: "TIMESTAMP",
        violationDate: "TIMESTAMP",
        consumerCity: "VARCHAR",
        consumerState: "VARCHAR",
        consumerAreaCode: "VARCHAR",
        subject: "VARCHAR",
        isRobocall: "BOOLEAN"
      })
      const same = yield* asked(
        `SELECT count(*), count(DISTINCT p.id) FROM '${parquet}' p JOIN read_json('${ndjson}', columns = {
          id: 'VARCHAR', companyPhoneNumber: 'VARCHAR', createdDate: 'TIMESTAMP', violationDate: 'TIMESTAMP',
          consumerCity: 'VARCHAR', consumerState: 'VARCHAR', consumerAreaCode: 'VARCHAR', subject: 'VARCHAR',
          isRobocall: 'BOOLEAN' }) n ON p.id = n.id AND p.createdDate = n.createdDate AND
          p.violationDate = n.violationDate AND p.companyPhoneNumber IS NOT DISTINCT FROM n.companyPhoneNumber AND
          p.consumerCity IS NOT DISTINCT FROM n.consumerCity AND p.consumerState IS NOT DISTINCT FROM n.consumerState AND
          p.consumerAreaCode IS NOT DISTINCT FROM n.consumerAreaCode AND p.subject IS NOT DISTINCT FROM n.subject AND
          p.isRobocall IS NOT DISTINCT FROM n.isRobocall`
      )
      assert.deepStrictEqual(same, [["2000", "2000"]])
    })
  )

  it.effect("reads notices with their lists, days and instants", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const [parquet, ndjson] = [join(path, "all.parquet"), join(path, "all.ndjson")]
      yield* run(yield* noticesTo(parquet, "parquet"))
      yield* run(yield* noticesTo(ndjson, "ndjson"))
      const columns = yield* columnsOf(parquet)
      assert.strictEqual(columns["acquiredEntities"], "VARCHAR[]")
      assert.strictEqual(columns["date"], "DATE")
      assert.strictEqual(columns["created"], "TIMESTAMP WITH TIME ZONE")
      assert.strictEqual(columns["tags"], "VARCHAR[]")
      const same = yield* asked(
        `SELECT count(*) FROM '${parquet}' p JOIN read_json('${ndjson}', columns = { id: 'VARCHAR', date: 'DATE',
          created: 'TIMESTAMPTZ', updated: 'TIMESTAMPTZ', acquiredEntities: 'VARCHAR[]', tags: 'VARCHAR[]',
          title: 'VARCHAR', transactionNumber: 'VARCHAR', acquiringParty: 'VARCHAR', acquiredParty: 'VARCHAR' }) n
          ON p.id = n.id AND p.date = n.date AND p.created = n.created AND p.updated = n.updated
          AND p.acquiredEntities = n.acquiredEntities AND p.tags = n.tags
          AND p.title IS NOT DISTINCT FROM n.title AND p.transactionNumber IS NOT DISTINCT FROM n.transactionNumber
          AND p.acquiringParty IS NOT DISTINCT FROM n.acquiringParty
          AND p.acquiredParty IS NOT DISTINCT FROM n.acquiredParty`
      )
      assert.deepStrictEqual(same, [["20"]])
    })
  )

  it.effect("reads a file without records", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "none.parquet")
      const query = yield* ComplaintQuery.fromInput({ createdDate: "1999-01-01" })
      yield* run(yield* complaintsTo(file, "parquet", {}, query))
      assert.deepStrictEqual(yield* asked(`SELECT count(*) FROM '${file}'`), [["0"]])
    })
  )
})
