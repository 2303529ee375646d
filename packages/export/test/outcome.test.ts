import { assert, describe, it, layer } from "@effect/vitest"
import { readComplaintQuery } from "@public-records/core"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { join } from "node:path"
import { initialProgress } from "../src/ExportEvent.ts"
import { writeFailed } from "../src/ExportFailure.ts"
import { identityOf } from "../src/ExportJob.ts"
import { manifestText } from "../src/Manifest.ts"
import { outcomeOf } from "../src/outcome.ts"
import { bytesOf, complaintsTo, folder, noticesTo, reportOf, run, service, textOf } from "./exporting.ts"

const reportWith = (agrees: boolean | null, count: number) => ({
  ...initialProgress,
  file: "all.csv",
  bytes: 10,
  sha256: "00",
  startedAt: "2021-07-07T10:00:00.000Z",
  endedAt: "2021-07-07T10:00:01.000Z",
  reachedMax: false,
  rejectedFile: undefined,
  written: count,
  requests: 10 * count,
  report: { ...initialProgress.report, duplicates: 100 * count, rejected: 1000 * count, agrees }
})

describe("the outcome of an export", () => {
  it("has the counts of the file, and the days", () => {
    const days = { daysAdded: 2, daysComplete: 1, daysNotPublished: 0 }
    for (const agrees of [true, false, null]) {
      assert.deepStrictEqual(outcomeOf(reportWith(agrees, 3), days), {
        records: 3,
        requests: 30,
        duplicates: 300,
        rejected: 3000,
        ...days,
        path: reportWith(agrees, 3).file,
        agrees
      })
    }
  })
})

describe("the failure to write a file", () => {
  const space = "The records written so far remain. Free some space and run the same command to resume."
  const otherPath = "Choose another path with --out, or fix this one, and run the same command again."
  it("has a description, the code of the system, and how to fix it", () => {
    for (const [code, description, advice] of [
      ["ENOSPC", "there is no space left", space],
      ["EDQUOT", "there is no space left", space],
      ["EFBIG", "it would be larger than the system allows", space],
      ["EACCES", "permission denied", otherPath],
      ["EPERM", "permission denied", otherPath],
      ["EROFS", "permission denied", otherPath],
      ["ENOENT", "its folder does not exist", otherPath],
      ["ELOOP", "it is a symbolic link, or its links form a loop", otherPath],
      ["EIO", "input/output error", otherPath]
    ] as const) {
      const { message, reason } = writeFailed("july.csv", Object.assign(new Error("input/output error"), { code }))
      assert.strictEqual(reason, "WriteFailed")
      assert.strictEqual(message, `july.csv cannot be written: ${description} (${code}). ${advice}`)
    }
    for (const cause of [new Error("a reason"), "a reason", Object.assign(new Error("a reason"), { code: 7 })]) {
      assert.strictEqual(writeFailed("july.csv", cause).message, `july.csv cannot be written: a reason. ${otherPath}`)
    }
  })
})

layer(service(), { excludeTestServices: true })("a manifest", (it) => {
  it.effect("describes the content and the source of the file", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "all.csv")
      const job = yield* complaintsTo(file, "csv", { manifest: true, max: 60, spreadsheetSafe: true })
      const report = reportOf(yield* run(job)) ?? assert.fail("not finished")
      const content = yield* bytesOf(file)
      const digest = { bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") }
      const text = yield* textOf(`${file}.manifest.json`)
      assert.strictEqual(text, manifestText(job, "all.csv", report))
      assert.deepStrictEqual(JSON.parse(text), {
        file: "all.csv",
        collection: "complaints",
        query: "sort_order=DESC&offset=0",
        source: "a test",
        format: "csv",
        spreadsheetSafe: true,
        max: 60,
        records: 60,
        requests: 2,
        duplicates: 0,
        rejected: 0,
        claimedTotal: 230,
        agrees: null,
        ...digest,
        startedAt: report.startedAt,
        endedAt: report.endedAt,
        writtenBy: "a test",
        note: "Complaints are reported by consumers and are not verified.",
        credit: "Source: United States Federal Trade Commission, www.ftc.gov"
      })
      assert.include(text, '\n  "records": 60,\n')
      assert.isTrue(text.endsWith("}\n"))
      assert.isTrue(report.reachedMax)
    })
  )

  it.effect("has the days that the source had, but nothing else about them", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "all.csv")
      const days = { from: "2021-07-01", to: "2021-07-03", complete: 1, partial: ["2021-07-03"] }
      const missing = [{ from: "2021-07-02", to: "2021-07-02" }]
      const coverage = { ...days, missing, sources: ["a file of this computer"] }
      yield* run(yield* complaintsTo(file, "csv", { manifest: true, coverage }))
      const manifest = JSON.parse(yield* textOf(`${file}.manifest.json`))
      assert.deepStrictEqual(manifest.coverage, { ...days, missing })
    })
  )

  it.effect("has the query without its page size, also with filters that only a mirror has", () =>
    Effect.gen(function* () {
      const job = yield* complaintsTo("all.ndjson", "ndjson")
      const notices = yield* noticesTo("all.ndjson", "ndjson")
      assert.deepStrictEqual(identityOf({ ...notices, query: { ...notices.query, limit: 10 } }), identityOf(notices))
      const ofMirror = yield* readComplaintQuery({ createdFrom: "2021-07-01", hour: 9, subject: "A b" }, "local")
      assert.strictEqual(
        decodeURIComponent(identityOf({ ...job, query: ofMirror }).query),
        'created_date_from="2021-07-01"&subject="A+b"&hour=9&sort_order=DESC&offset=0'
      )
    })
  )
})
