import { assert, describe, layer } from "@effect/vitest"
import { NoticeQuery, PublicRecords } from "@public-records/core"
import { Effect, Layer } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { complaintDays, noticeDays } from "../src/dataDays.ts"
import { folder, service } from "./exporting.ts"
import { serviceOf } from "./servedDays.ts"

/** Returns a client of a service with notices of these dates, created in this order. */
const noticesDated = (...dates: ReadonlyArray<string>) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const file = join(yield* folder, "notices.json")
      const notices = dates.map((date, place) => {
        const created = `2020-01-02T10:00:${String(place).padStart(2, "0")}+00:00`
        return { id: `n${place}`, transactionNumber: `${place}`, title: "A; B", date, created, updated: created }
      })
      writeFileSync(file, JSON.stringify(notices))
      return service({ data: [file] })
    })
  )

const noticeDaysOf = Effect.flatMap(PublicRecords, noticeDays)

describe("the first and the last day of all records", () => {
  layer(serviceOf({ "2021-07-20": 1, "2021-06-30": 2, "2021-07-02": 60 }))("complaints", (it) => {
    it.effect("are those on which they were created", () =>
      Effect.gen(function* () {
        const days = yield* Effect.flatMap(PublicRecords, complaintDays)
        assert.deepStrictEqual(days, { first: "2021-06-30", last: "2021-07-20" })
      })
    )

    it.effect("do not exist if the list is empty for either request", () =>
      Effect.gen(function* () {
        const records = yield* PublicRecords
        for (const emptySort of ["asc", "desc"]) {
          const page: typeof records.complaints.page = (query) =>
            Effect.map(records.complaints.page(query), (found) =>
              query.sort === emptySort ? { ...found, records: [] } : found
            )
          assert.isUndefined(yield* complaintDays({ ...records, complaints: { ...records.complaints, page } }))
        }
      })
    )

    it.effect("do not exist without notices", () =>
      Effect.gen(function* () {
        assert.isUndefined(yield* noticeDaysOf)
      })
    )
  })

  layer(noticesDated("2011-04-12", "2011-04-10", "2011-04-15", "2011-04-13", "2011-04-11", "2011-04-14"))(
    "notices",
    (it) => {
      it.effect("are those of their dates, even if they were created in another order", () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* noticeDaysOf, { first: "2011-04-10", last: "2011-04-15" })
        })
      )

      it.effect("do not exist without complaints", () =>
        Effect.gen(function* () {
          assert.isUndefined(yield* Effect.flatMap(PublicRecords, complaintDays))
        })
      )
    }
  )

  layer(noticesDated("2011-04-12"))("a single notice", (it) => {
    it.effect("are found if the service ignores the dates of a request", () =>
      Effect.gen(function* () {
        const records = yield* PublicRecords
        const page: typeof records.notices.page = () => records.notices.page(NoticeQuery.default)
        const days = yield* noticeDays({ ...records, notices: { ...records.notices, page } })
        assert.deepStrictEqual(days, { first: "2011-04-12", last: "2011-04-12" })
      })
    )

    it.effect("are the same", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* noticeDaysOf, { first: "2011-04-12", last: "2011-04-12" })
      })
    )
  })

  layer(noticesDated("0001-01-01", "9999-12-31"))("notices of the first and the last possible day", (it) => {
    it.effect("are found", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* noticeDaysOf, { first: "0001-01-01", last: "9999-12-31" })
      })
    )
  })
})
