import { assert, layer } from "@effect/vitest"
import { type Complaint, ComplaintQuery, PublicRecords } from "@public-records/core"
import { Effect, Option } from "effect"
import { join } from "node:path"
import { type ExportJob } from "../src/ExportJob.ts"
import { interruptedExport } from "../src/interruptedExport.ts"
import { emptyPlan, type PagesAhead, pagesAhead, planOf } from "../src/plan.ts"
import { complaintsTo, folder, reportOf, run, service } from "./exporting.ts"

const total = 230

/** Returns the query for the last `count` records. */
const lastRecords = (count: number, limit: number): ComplaintQuery => ({
  ...ComplaintQuery.default,
  offset: total - count,
  limit
})

/** Returns the plan of an export from its current progress. */
const planNow = Effect.fnUntraced(function* (job: ExportJob<ComplaintQuery, Complaint>) {
  const left = yield* interruptedExport(job)
  const ahead = pagesAhead(job, Option.some(total), left?.progress)
  return Option.getOrThrow(yield* planOf(yield* PublicRecords, ahead))
})

/** The size of a page, and the number of new records on every page but the first. */
const sizes = [
  [1, 1],
  [10, 10],
  [49, 49],
  [50, 49]
] as const

layer(service(), { excludeTestServices: true })("the plan of an export", (it) => {
  for (const [limit, added] of sizes) {
    const [twoPages, threePages] = [limit + added, limit + 2 * added]
    it.effect(`has as many requests as the export sends in pages of ${limit}`, () =>
      Effect.gen(function* () {
        const path = yield* folder
        for (const records of [0, limit - 1, limit, threePages - 1, threePages]) {
          for (const max of [undefined, limit, limit + 1]) {
            const what = `${records} records, at most ${max}`
            const file = join(path, `${records}-${max}`)
            const job = yield* complaintsTo(file, "ndjson", { max }, lastRecords(records, limit))
            const plan = yield* planNow(job)
            const report = reportOf(yield* run(job))
            assert.strictEqual(plan.requests, report?.requests, what)
            assert.strictEqual(plan.records, report?.written, what)
            assert.strictEqual(plan.pages, Math.ceil(plan.records / limit), what)
          }
        }
      })
    )

    it.effect(`has as many requests as the export sends after the first of its pages of ${limit}`, () =>
      Effect.gen(function* () {
        const path = yield* folder
        for (const records of [limit, twoPages, threePages - 1, threePages]) {
          for (const max of [undefined, twoPages, twoPages + 1]) {
            const what = `${records} records, at most ${max}`
            const file = join(path, `${records}-${max}`)
            const job = yield* complaintsTo(file, "ndjson", { max }, lastRecords(records, limit))
            yield* run(job, 1)
            const plan = yield* planNow(job)
            const report = reportOf(yield* run(job))
            assert.strictEqual(plan.requests, report?.requestsNow, what)
            assert.strictEqual(plan.records, report?.writtenNow, what)
          }
        }
      })
    )
  }

  it.effect("is empty if the export has all the records that it wants", () =>
    Effect.gen(function* () {
      const job = yield* complaintsTo(join(yield* folder, "some"), "ndjson", { max: 50 })
      yield* run(job, 1)
      const { pages, records, requests } = yield* planNow(job)
      assert.deepStrictEqual({ pages, records, requests }, { pages: 0, records: 0, requests: 0 })
      assert.deepStrictEqual(emptyPlan, { pages: 0, records: 0, requests: 0, time: Option.none() })
    })
  )
})

const ahead = (pages: Partial<PagesAhead>): Option.Option<PagesAhead> =>
  Option.some({ records: 1000, pageSize: 50, ...pages })

layer(service(), { excludeTestServices: true })("the plan of some pages", (it) => {
  it.effect("is unknown if the service reports no total", () =>
    Effect.gen(function* () {
      const job = yield* complaintsTo("all", "ndjson")
      const records = yield* PublicRecords
      assert.deepStrictEqual(yield* planOf(records, pagesAhead(job, Option.none(), undefined)), Option.none())
    })
  )

  it.effect("has the time of the requests that are not sent yet", () =>
    Effect.gen(function* () {
      const asked: Array<number> = []
      const timeFor = (requests: number) => {
        asked.push(requests)
        return Effect.succeed(Option.none())
      }
      yield* planOf({ timeFor }, ahead({ records: 100, pageSize: 10 }))
      yield* planOf({ timeFor }, ahead({ records: 100, pageSize: 10 }), 3)
      assert.deepStrictEqual(asked, [11, 8])
    })
  )
})
