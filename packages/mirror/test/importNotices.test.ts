import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { Effect } from "effect"
import { makeExports, record } from "./exportFiles.ts"
import { daily, daysIn, makeMirror, outcomes, reportIn, row } from "./mirrors.ts"

const [a, b] = [row(), row({ city: "Akron" })]
const july = (day: number) => CivilDate.make(`2021-07-${String(day).padStart(2, "0")}`)

describe("a notice that was changed", () => {
  const fields = {
    transactionNumber: "20200001",
    title: "First",
    acquiringParty: "A",
    acquiredParty: "B",
    acquiredEntities: ["C"],
    date: "2020-01-02",
    created: "2020-01-02T00:00:00Z",
    updated: "2020-01-02T00:00:00Z",
    tags: ["one"]
  }

  it.effect.each([
    ["transactionNumber", "20200002"],
    ["title", "Second"],
    ["acquiringParty", "X"],
    ["acquiredParty", "Y"],
    ["acquiredEntities", ["Z"]],
    ["date", "2020-02-03"],
    ["created", "2020-02-03T00:00:00Z"],
    ["tags", ["two"]]
  ] as const)("has the new %s, and its other fields", ([name, value]) =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      const text = (change: object) => `${JSON.stringify({ id: "n", ...fields, ...change })}\n`
      const read = Effect.map(mirror.records.notices.get("n"), (notice) => ({ ...notice, raw: undefined }))
      yield* importText("a.ndjson", text({}))
      const before: Readonly<Record<string, unknown>> = yield* read
      yield* importText("b.ndjson", text({ [name]: value }))
      const after: Readonly<Record<string, unknown>> = yield* read
      const changed = Object.keys(before).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
      assert.deepStrictEqual(changed, [name])
      yield* importText("c.ndjson", text({ updated: "2020-01-01T00:00:00Z", title: "Older" }))
      assert.deepStrictEqual(yield* read, after)
    }).pipe(Effect.scoped)
  )
})

describe("a file of notices", () => {
  const notice = (id: string) =>
    JSON.stringify({
      id,
      transactionNumber: "1",
      title: "t",
      date: "2020-01-02",
      created: "2020-01-02",
      updated: "2020-01-02"
    })

  it.effect("covers no day, whatever the caller says", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      const events = yield* importText("n.ndjson", notice("n"), { covers: { from: july(6), to: july(7) } })
      assert.deepStrictEqual([daysIn(events), reportIn(events)?.notices], [[], 1])
      assert.strictEqual((yield* mirror.status).days, 0)
    }).pipe(Effect.scoped)
  )

  it.effect("may have complaints, too", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      const events = yield* importText("n.ndjson", `${notice("n")}\n${record("1", "Akron")}\n`)
      assert.deepStrictEqual(outcomes(events), ["2021-07-07 partial stored 1+0"])
      assert.deepInclude(reportIn(events), { lines: 2, records: 1, notices: 1 })
      assert.deepInclude(yield* mirror.status, { records: 1, notices: 1 })
    }).pipe(Effect.scoped)
  )

  it.effect("is counted with the other files", () =>
    Effect.gen(function* () {
      const { folder, importPaths } = yield* makeMirror
      const paths = ["1.ndjson", "2.ndjson", "3.csv", "4.csv"].map((name) => join(folder, name))
      const texts = [`${notice("a")}\n${notice("b")}\n`, notice("c"), daily(a, "1,2"), daily(a, b, "1,2", "3,4")]
      for (const [index, path] of paths.entries()) {
        yield* Effect.promise(() => writeFile(path, texts[index] ?? ""))
      }
      assert.deepInclude(reportIn(yield* importPaths(paths)), {
        files: 4,
        refused: 0,
        lines: 9,
        records: 3,
        setAside: 3,
        notices: 3
      })
    }).pipe(Effect.scoped)
  )

  it.effect("is imported without the lines that are not valid, which are set aside once", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      for (let times = 0; times < 2; times++) {
        const report = reportIn(yield* importText("n.ndjson", `${notice("n")}\n{"id":"m","title":7}\n`))
        const { setAside, lines, notices, refused } = report ?? {}
        assert.deepStrictEqual({ setAside, lines, notices, refused }, { setAside: 1, lines: 2, notices: 1, refused: 0 })
        assert.strictEqual((yield* mirror.status).setAside, 1)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("gives a notice of the site the id of the service, in any order", () =>
    Effect.gen(function* () {
      const [ofSite, ofService] = [notice("site-1"), notice("n")]
      for (const files of [[ofSite, ofService], [ofService, ofSite], [`${ofSite}\n${ofService}`]]) {
        const { importText, mirror } = yield* makeMirror
        for (const [index, file] of files.entries()) yield* importText(`${index}.ndjson`, file)
        const { records } = yield* mirror.records.notices.page({})
        assert.deepStrictEqual(
          records.map(({ id }) => id),
          ["n"]
        )
      }
    }).pipe(Effect.scoped)
  )

  it.effect.each([
    [{}, true],
    [{ claimedTotal: null }, true],
    [{ claimedTotal: 2 }, false],
    [{ rejected: 1 }, false],
    [{ max: 1 }, false],
    [{ records: 2, claimedTotal: 2 }, false],
    [{ collection: "complaints" }, false],
    [{ query: "page%5Boffset%5D=1" }, false]
  ] as const)("has all notices, or not: %j", ([change, areAll]) =>
    Effect.gen(function* () {
      const { importExport, mirror } = yield* makeExports
      yield* importExport("n.ndjson", notice("n"), { collection: "notices", query: "", ...change })
      assert.strictEqual((yield* mirror.party("nobody")).readToTheEnd, areAll)
    }).pipe(Effect.scoped)
  )
})
