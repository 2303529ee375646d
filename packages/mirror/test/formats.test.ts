import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { ComplaintQuery, type Complaint, type Notice, NoticeQuery } from "@public-records/core"
import { complaintLayout } from "@public-records/export/complaintLayout"
import { type ExportFormat } from "@public-records/export/ExportFormat"
import { type ExportJob } from "@public-records/export/ExportJob"
import { exportRecords } from "@public-records/export/exportRecords"
import { noticeLayout } from "@public-records/export/noticeLayout"
import { dayTarget, fileTarget } from "@public-records/export/TargetFiles"
import { Effect, Stream } from "effect"
import { noticeFile } from "./comparison/records.ts"
import { Choices } from "./comparison/Choices.ts"
import { daily, july7, makeMirror, outcomes, row, writeRealDay } from "./mirrors.ts"

const job = { source: "a test", writtenBy: "a test", manifest: true } as const

type Job<Query, Record> = Pick<ExportJob<Query & ComplaintQuery, Record>, "format" | "target">

/** A mirror of some rows of a real day and of some notices, and functions that export from it. */
const exported = Effect.gen(function* () {
  const { folder, importPaths, importText, mirror } = yield* makeMirror
  yield* importPaths([yield* writeRealDay(folder, july7, 100)])
  yield* importText("notices.ndjson", noticeFile(new Choices(1), 20).replaceAll(/T([\d:]{8})[^"]*/g, "T$1+00:00"))
  const { complaints, notices } = mirror.records
  const query = yield* ComplaintQuery.fromInput({ createdDate: "2021-07-07" })
  return {
    folder,
    importText,
    complaintsTo: (options: Job<ComplaintQuery, Complaint>) =>
      Stream.runDrain(exportRecords({ ...job, ...options, collection: complaints, query, layout: complaintLayout })),
    noticesTo: (options: Job<NoticeQuery, Notice>) =>
      Stream.runDrain(
        exportRecords({ ...job, ...options, collection: notices, query: NoticeQuery.default, layout: noticeLayout })
      )
  }
})

/** Returns everything in a mirror of these files, and what the import of complaints said. */
const mirrorOf = Effect.fnUntraced(function* (complaints: string, notices: string) {
  const { importPaths, mirror } = yield* makeMirror
  const events = yield* importPaths([complaints, notices])
  return {
    outcomes: outcomes(events),
    complaints: yield* Stream.runCollect(mirror.records.complaints.stream({})),
    notices: (yield* mirror.records.notices.page(NoticeQuery.default)).records,
    hasAllNotices: (yield* mirror.party("nobody")).readToTheEnd,
    problems: (yield* mirror.verify("contents")).damaged
  }
})

const formats: ReadonlyArray<ExportFormat> = ["ndjson", "csv", "parquet"]

describe("the formats of an export", () => {
  it.live("give the same mirror", () =>
    Effect.gen(function* () {
      const { complaintsTo, folder, noticesTo } = yield* exported
      const mirrors: Array<unknown> = []
      for (const format of formats) {
        const [complaints, notices] = [join(folder, `complaints.${format}`), join(folder, `notices.${format}`)]
        yield* complaintsTo({ format, target: fileTarget(complaints) })
        yield* noticesTo({ format, target: fileTarget(notices) })
        mirrors.push(yield* mirrorOf(complaints, notices))
      }
      const [ndjson, csv, parquet] = mirrors
      assert.deepInclude(ndjson, { outcomes: ["2021-07-07 complete stored 100+0"], hasAllNotices: true, problems: [] })
      assert.deepStrictEqual(csv, ndjson)
      assert.deepStrictEqual(parquet, ndjson)
    }).pipe(Effect.scoped)
  )

  it.live("keep that a notice of the site has no times, and that the mirror does not have all of the service", () =>
    Effect.gen(function* () {
      const { folder, importText, noticesTo } = yield* exported
      const site = { id: "site-20990001", transactionNumber: "20990001", title: "20990001: A; B", date: "2099-01-01" }
      yield* importText("site.ndjson", JSON.stringify({ ...site, created: null, updated: null }))
      for (const format of formats) {
        const path = join(folder, `with-site.${format}`)
        yield* noticesTo({ format, target: fileTarget(path) })
        const { importPaths, mirror } = yield* makeMirror
        yield* importPaths([path])
        const { records, total } = yield* mirror.records.notices.page(NoticeQuery.default)
        assert.strictEqual(total, 21)
        assert.deepInclude(records.at(-1), { ...site, created: null, updated: null })
        assert.isFalse((yield* mirror.party("nobody")).readToTheEnd)
      }
    }).pipe(Effect.scoped)
  )

  it.live("may be a folder with a part for each day", () =>
    Effect.gen(function* () {
      const { complaintsTo, folder } = yield* exported
      const target = dayTarget(join(folder, "calls"), "2021-07-07", "parquet")
      yield* Effect.promise(() => mkdir(join(folder, "calls", "created_date=2021-07-07"), { recursive: true }))
      yield* complaintsTo({ format: "parquet", target })
      const { importPaths } = yield* makeMirror
      assert.deepStrictEqual(outcomes(yield* importPaths([join(folder, "calls")])), [
        "2021-07-07 complete stored 100+0"
      ])
    }).pipe(Effect.scoped)
  )

  it.effect("may have parts of the same day: equal complaints are not stored twice", () =>
    Effect.gen(function* () {
      const { folder, importText, mirror } = yield* makeMirror
      const record = (id: string, city: string) =>
        JSON.stringify({
          id,
          companyPhoneNumber: "2165550100",
          createdDate: "2021-07-07 10:00:00",
          violationDate: "2021-07-06 09:00:00",
          consumerCity: city,
          consumerState: "Ohio",
          consumerAreaCode: "216",
          subject: "Other",
          isRobocall: true
        })
      const manifest = { collection: "complaints", query: "state=Ohio", spreadsheetSafe: false, max: null }
      const counts = { records: 1, rejected: 0, claimedTotal: 1, startedAt: "2021-08-01T00:00:00Z" }
      const text = JSON.stringify({ ...manifest, ...counts })
      yield* Effect.promise(() => writeFile(join(folder, "b.csv.manifest.json"), text))
      yield* importText("a.ndjson", [record("1", "Akron"), record("2", "Akron"), record("3", "Parma")].join("\n"))
      const cities = ["Akron", "Akron", "Akron", "Cleveland"].map((city) => row({ city }))
      const events = yield* importText("b.csv", daily(...cities))
      assert.deepStrictEqual(outcomes(events), ["2021-07-07 partial stored 4+0"])
      // Akron three times, Parma, Cleveland.
      assert.deepStrictEqual((yield* mirror.count({})).value, { records: 5, reports: 3 })
    }).pipe(Effect.scoped)
  )
})
