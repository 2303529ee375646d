import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { Effect, Stream } from "effect"
import { manifest as dayManifest } from "./exportFiles.ts"
import { changeTables, firstRowIn, rowsIn } from "./mirrorTables.ts"
import { daily, daysIn, july7, makeMirror, outcomes, row } from "./mirrors.ts"

const record = (id: string, createdDate = "2021-07-07 10:00:00") =>
  JSON.stringify({
    id,
    companyPhoneNumber: "2165550100",
    createdDate,
    violationDate: "2021-07-06 09:00:00",
    consumerCity: "Cleveland",
    consumerState: "Ohio",
    consumerAreaCode: "216",
    subject: "Other",
    isRobocall: true
  })

const [one, two, three] = ["1", "2", "3"].map((digit) => digit.repeat(32))

const manifest = {
  ...dayManifest,
  query: "created_date_from=%222021-07-07%22&created_date_to=%222021-07-07%22&sort_order=DESC"
}

const lacking = (day: string) => ({ partial: [], missing: [{ from: "2021-07-01", to: day }] })

const variants: ReadonlyArray<readonly [what: string, change: object, state: string]> = [
  ["names a created range", {}, "complete"],
  ["names a created date", { query: "created_date=%222021-07-07%22" }, "complete"],
  ["has another filter", { query: `${manifest.query}&state=Ohio` }, "partial"],
  ["has a filter of a mirror", { query: `${manifest.query}&subject=Other` }, "partial"],
  ["names one end of a range", { query: "created_date_to=%222021-07-07%22" }, "partial"],
  ["starts after the first record", { query: `${manifest.query}&offset=10` }, "partial"],
  ["has a time", { query: manifest.query.replace("07%22&", "07 01:00:00%22&") }, "partial"],
  ["counts another number of records", { records: 2 }, "partial"],
  ["says that the service reported more", { claimedTotal: 2 }, "partial"],
  ["has rejected records", { rejected: 1 }, "partial"],
  ["was stopped", { max: 1 }, "partial"],
  ["is of a mirror that lacked other days", { coverage: lacking("2021-07-06") }, "complete"],
  ["is of a mirror that lacked the day", { coverage: lacking("2021-07-07") }, "partial"],
  ["is of a mirror with a part of the day", { coverage: { partial: ["2021-07-07"], missing: [] } }, "partial"],
  ["was made before the day was published", { startedAt: "2021-07-08T15:59:59Z" }, "partial"]
]

describe("an export", () => {
  it.effect.each(variants)("has complete days if its manifest says so: it %s", ([, change, state]) =>
    Effect.gen(function* () {
      const { folder, importText } = yield* makeMirror
      const text = JSON.stringify({ ...manifest, ...change })
      yield* Effect.promise(() => writeFile(join(folder, "a.ndjson.manifest.json"), text))
      const [day] = daysIn(yield* importText("a.ndjson", `${record(one ?? "")}\n`))
      assert.deepStrictEqual([day?.state, day?.source], [state, "export"])
    }).pipe(Effect.scoped)
  )

  it.effect("knows by the version of a day whether its records are others", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      assert.deepStrictEqual(yield* mirror.days(), [])
      yield* importText(july7, daily(row()))
      yield* importText("a.ndjson", `${record(two ?? "", "2021-07-05 10:00:00")}\n`)
      const days = yield* mirror.days()
      assert.deepStrictEqual(
        days.map(({ day, state }) => [day, state]),
        [
          ["2021-07-05", "partial"],
          ["2021-07-07", "complete"]
        ]
      )
      yield* importText(july7, daily(row()))
      assert.deepStrictEqual(yield* mirror.days(), days)
      const last = { from: CivilDate.make("2021-07-07") }
      assert.deepStrictEqual(yield* mirror.days(last), days.slice(1))
      const versions = new Set<string>()
      for (const rows of [[row()], [row(), row()], [row({ number: "" })]]) {
        yield* importText(july7, daily(...rows), { replace: true })
        for (const { version } of yield* mirror.days(last)) versions.add(version)
      }
      assert.strictEqual(versions.size, 3)
    }).pipe(Effect.scoped)
  )

  it.effect("is read from CSV by its manifest, also if its cells were changed for spreadsheets", () =>
    Effect.gen(function* () {
      for (const spreadsheetSafe of [true, false, undefined]) {
        const { folder, importText, mirror } = yield* makeMirror
        const path = join(folder, "a.csv.manifest.json")
        if (spreadsheetSafe !== undefined) {
          yield* Effect.promise(() => writeFile(path, JSON.stringify({ ...manifest, spreadsheetSafe })))
        }
        const events = yield* importText("a.csv", daily(row({ number: "'+12165550100", city: "'=1+1" })))
        const state = spreadsheetSafe === undefined ? "partial" : "complete"
        assert.deepStrictEqual(outcomes(events), [`2021-07-07 ${state} stored 1+0`])
        assert.strictEqual((yield* mirror.count({ city: "=1+1" })).value.records, 1)
        assert.strictEqual((yield* mirror.number("+12165550100")).value.reports, 1)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("adds its ids to a daily file with the same contents, and stays apart from other contents", () =>
    Effect.gen(function* () {
      const { folder, importText, mirror } = yield* makeMirror
      const complete = { ...manifest, records: 2, claimedTotal: 2 }
      yield* Effect.promise(() => writeFile(join(folder, "a.ndjson.manifest.json"), JSON.stringify(complete)))
      const text = [one, two].map((id) => `${record(id ?? "")}\n`).join("")
      yield* importText(july7, daily(row({ city: "Akron" })))
      assert.deepStrictEqual(outcomes(yield* importText("a.ndjson", text)), ["2021-07-07 complete setAside 0+2"])
      yield* importText(july7, daily(row()), { replace: true })
      assert.deepStrictEqual(outcomes(yield* importText("a.ndjson", text)), ["2021-07-07 complete replaced 2+0"])
      assert.deepStrictEqual((yield* mirror.count({})).value, { records: 2, reports: 1 })
      // A daily file does not take the ids away.
      assert.deepStrictEqual(outcomes(yield* importText(july7, daily(row()))), ["2021-07-07 complete unchanged 1+0"])
    }).pipe(Effect.scoped)
  )

  it.effect("has another version of a day than a daily file with the same contents, because its ids are others", () =>
    Effect.gen(function* () {
      const { folder, importText, mirror } = yield* makeMirror
      yield* Effect.promise(() => writeFile(join(folder, "a.ndjson.manifest.json"), JSON.stringify(manifest)))
      yield* importText(july7, daily(row()))
      const days = yield* mirror.days()
      assert.deepStrictEqual(outcomes(yield* importText("a.ndjson", record(one ?? ""))), [
        "2021-07-07 complete replaced 1+0"
      ])
      assert.notDeepEqual(yield* mirror.days(), days)
    }).pipe(Effect.scoped)
  )

  it.effect("does not replace a daily file that has other records, too", () =>
    Effect.gen(function* () {
      const { folder, importText, mirror } = yield* makeMirror
      yield* Effect.promise(() => writeFile(join(folder, "a.ndjson.manifest.json"), JSON.stringify(manifest)))
      yield* importText(july7, daily(row(), row({ city: "Akron" })))
      assert.deepStrictEqual(outcomes(yield* importText("a.ndjson", record(one ?? ""))), [
        "2021-07-07 complete unchanged 1+0"
      ])
      assert.strictEqual((yield* mirror.status).records, 2)
    }).pipe(Effect.scoped)
  )

  it.effect("is merged by id from its parts, and a repeated id is set aside", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      const lines = (...ids: ReadonlyArray<string | undefined>) => ids.map((id) => record(id ?? "")).join("\n")
      yield* importText("a.ndjson", lines(one, two))
      assert.deepStrictEqual(outcomes(yield* importText("b.ndjson", lines(two, three, three))), [
        "2021-07-07 partial stored 2+1"
      ])
      assert.deepStrictEqual((yield* mirror.count({})).value, { records: 3, reports: 1 })
      assert.deepStrictEqual(outcomes(yield* importText("c.csv", daily(row(), row({ city: "Akron" })))), [
        "2021-07-07 partial setAside 1+1"
      ])
    }).pipe(Effect.scoped)
  )

  it.effect("may have ids and texts of any form", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      const odd = record("complaint é 1").replace('"isRobocall":true', '"recordedMessageOrRobocall":"perhaps"')
      yield* importText("a.json", `[${odd}]`)
      const complaint = yield* mirror.records.complaints.get("complaint é 1")
      assert.deepStrictEqual([complaint.id, complaint.recordedMessageOrRobocall], ["complaint é 1", "perhaps"])
      assert.deepStrictEqual(yield* mirror.verify("contents"), { days: 1, damaged: [], problems: [] })
    }).pipe(Effect.scoped)
  )

  it.effect.each(["A1B2".repeat(8), "a1b2".repeat(8), "a1b2"])(
    "keeps ids as they are written, and reads what means yes: %s",
    (id) =>
      Effect.gen(function* () {
        const { file, importText, mirror } = yield* makeMirror
        const small = record(id).replace('"isRobocall":true', '"recordedMessageOrRobocall":"y"')
        yield* importText("a.json", `[${small}]`)
        const complaint = yield* mirror.records.complaints.get(id)
        assert.deepStrictEqual([complaint.id, complaint.recordedMessageOrRobocall], [id, "Y"])
        assert.deepStrictEqual(yield* firstRowIn(file, "select id, is_robocall from complaints"), {
          id,
          is_robocall: true
        })
        assert.strictEqual((yield* mirror.count({ robocall: true })).value.records, 1)
      }).pipe(Effect.scoped)
  )

  it.effect("keeps values with control characters, quotation marks and line ends", () =>
    Effect.gen(function* () {
      const { file, importText, mirror } = yield* makeMirror
      const text = `a\u001Fb\u001Ec'd"e\nf\\g`
      const values = {
        id: text,
        companyPhoneNumber: text,
        consumerCity: text,
        consumerState: text,
        consumerAreaCode: text,
        subject: text,
        recordedMessageOrRobocall: text
      }
      yield* importText("a.json", JSON.stringify([{ ...JSON.parse(record("1")), ...values }]))
      const received = yield* Stream.runCollect(mirror.records.complaints.stream({}))
      assert.deepStrictEqual(
        received.map(({ companyPhoneNumber, consumerAreaCode, consumerCity, consumerState, id, subject }) =>
          [companyPhoneNumber, consumerAreaCode, consumerCity, consumerState, id, subject].map(String)
        ),
        [Array.from({ length: 6 }, () => text)]
      )
      assert.deepStrictEqual(yield* rowsIn(file, "select is_robocall, duplicate from complaints"), [
        { is_robocall: null, duplicate: 0 }
      ])
    }).pipe(Effect.scoped)
  )

  it.effect("numbers equal complaints in the order of their ids", () =>
    Effect.gen(function* () {
      const { file, importText } = yield* makeMirror
      const ids = ["2", "3", "1"].map((digit) => digit.repeat(32))
      yield* importText("a.ndjson", ids.map((id) => record(id)).join("\n"))
      const found = yield* rowsIn(file, "select id, duplicate from complaints order by id")
      assert.deepStrictEqual(
        found,
        ids.toSorted().map((id, duplicate) => ({ id, duplicate }))
      )
    }).pipe(Effect.scoped)
  )

  it.effect("imports Parquet like other formats", () =>
    Effect.gen(function* () {
      const { folder, importPaths, mirror } = yield* makeMirror
      const path = join(folder, "a.parquet")
      const row = `select '1' as id, 2165550100 as "companyPhoneNumber", timestamp '2021-07-07 10:00:00' as "createdDate",
        timestamp '2021-07-06 09:00:00' as "violationDate", 'Parma' as "consumerCity", 'Ohio' as "consumerState",
        216 as "consumerAreaCode", 'Other' as subject, true as "isRobocall"`
      yield* changeTables(join(folder, "empty.duckdb"), `copy (${row}) to '${path}' (format parquet)`)
      assert.deepStrictEqual(outcomes(yield* importPaths([path])), ["2021-07-07 partial stored 1+0"])
      assert.strictEqual((yield* mirror.records.complaints.get("1")).consumerCity, "Parma")
    }).pipe(Effect.scoped)
  )

  const notice = (updated: string, title: string) =>
    JSON.stringify({ id: "n", transactionNumber: "1", title, date: "2020-01-02", created: updated, updated })

  it.effect("keeps the tags and each entity of a notice", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      const at = "2020-01-03T00:00:00Z"
      const plain = { id: "plain", transactionNumber: "1", title: "t", date: "2020-01-02", created: at, updated: at }
      const lists = { tags: ["one", "two, three"], acquiredEntities: ["A, Inc.", "B \u{1F4DE}"] }
      const tagged = { ...plain, ...lists, id: "tagged" }
      yield* importText("a.ndjson", `${JSON.stringify(plain)}\n${JSON.stringify(tagged)}\n`)
      const found = yield* Effect.forEach(["plain", "tagged"], (id) => mirror.records.notices.get(id))
      assert.deepStrictEqual(
        found.map(({ acquiredEntities, tags }) => ({ acquiredEntities, tags })),
        [
          { acquiredEntities: [], tags: [] },
          { acquiredEntities: lists.acquiredEntities, tags: lists.tags }
        ]
      )
      assert.deepStrictEqual((yield* mirror.party("a b")).party, [])
      assert.strictEqual((yield* mirror.party("inc a")).party[0]?.role, "entity")
    }).pipe(Effect.scoped)
  )

  it.effect("keeps the latest version of each notice", () =>
    Effect.gen(function* () {
      const { folder, importText, mirror } = yield* makeMirror
      yield* importText("a.ndjson", notice("2020-01-03T00:00:00Z", "new"))
      yield* importText("b.ndjson", notice("2020-01-02T00:00:00Z", "old"))
      assert.strictEqual((yield* mirror.records.notices.get("n")).title, "new")
      assert.strictEqual((yield* mirror.party("nobody")).readToTheEnd, false)
      const query = "sort%5Bcreated%5D%5Bpath%5D=created&sort%5Bcreated%5D%5Bdirection%5D=DESC"
      const complete = { ...manifest, collection: "notices", query }
      const part = { ...complete, query: `${query}&filter%5Btransaction-number%5D=20210001` }
      yield* Effect.promise(() => writeFile(join(folder, "b.ndjson.manifest.json"), JSON.stringify(part)))
      yield* importText("b.ndjson", notice("2020-01-02T00:00:00Z", "old"))
      assert.strictEqual((yield* mirror.party("nobody")).readToTheEnd, false)
      yield* Effect.promise(() => writeFile(join(folder, "c.ndjson.manifest.json"), JSON.stringify(complete)))
      yield* importText("c.ndjson", notice("2020-01-04T00:00:00Z", "newest"))
      assert.strictEqual((yield* mirror.party("nobody")).readToTheEnd, true)
    }).pipe(Effect.scoped)
  )
})
