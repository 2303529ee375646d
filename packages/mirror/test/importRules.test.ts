import { existsSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { Effect, Stream } from "effect"
import { makeExports, manifest, record } from "./exportFiles.ts"
import { changeTables } from "./mirrorTables.ts"
import { daily, july7, makeMirror, outcomes, reportIn, row } from "./mirrors.ts"

const [a, b, c] = [row(), row({ city: "Akron" }), row({ city: "Dayton" })]
const july = (day: number) => CivilDate.make(`2021-07-${String(day).padStart(2, "0")}`)

describe("rows that are not valid", () => {
  it.effect("are set aside once, also if the file is imported again or has another name", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      for (const [name, setAside] of [
        ["a.csv", 1],
        ["a.csv", 1],
        ["b.csv", 1]
      ] as const) {
        assert.deepInclude(reportIn(yield* importText(name, daily(a, "1,2"))), { setAside: 1, lines: 2, records: 1 })
        assert.strictEqual((yield* mirror.status).setAside, setAside)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("are set aside once, also if they are lines of an export", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      const text = `${record("1", "Akron")}\n{"id":"2"}\n`
      for (let times = 0; times < 2; times++) {
        assert.deepInclude(reportIn(yield* importText("a.ndjson", text)), { setAside: 1, records: 1 })
        assert.strictEqual((yield* mirror.status).setAside, 1)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("are stored as texts", () =>
    Effect.gen(function* () {
      const { importText, rows } = yield* makeExports
      yield* importText("a.csv", daily(a, "1,2"))
      assert.deepStrictEqual(yield* rows("select day, source, origin, raw from set_aside"), [
        { day: null, source: "file", origin: "a.csv", raw: "1,2" }
      ])
    }).pipe(Effect.scoped)
  )

  it.effect("make the days of their file partial, although the caller says that it covers them", () =>
    Effect.gen(function* () {
      const { importText } = yield* makeMirror
      const covers = { from: july(7), to: july(8) }
      assert.deepStrictEqual(outcomes(yield* importText("a.csv", daily(a, "1,2"), { covers })), [
        "2021-07-07 partial stored 1+0"
      ])
    }).pipe(Effect.scoped)
  )
})

describe("the days that a file covers", () => {
  it.effect("are complete and empty if it is the only file and has no record of them", () =>
    Effect.gen(function* () {
      const { importText } = yield* makeMirror
      const events = yield* importText("a.csv", daily(a), { covers: { from: july(6), to: july(8) } })
      assert.deepStrictEqual(outcomes(events), [
        "2021-07-07 complete stored 1+0",
        "2021-07-06 complete stored 0+0",
        "2021-07-08 complete stored 0+0"
      ])
    }).pipe(Effect.scoped)
  )

  it.effect("are those that the caller names, although a manifest says less", () =>
    Effect.gen(function* () {
      const { folder, importText } = yield* makeMirror
      const part = JSON.stringify({ ...manifest, max: 1 })
      yield* Effect.promise(() => writeFile(join(folder, "a.ndjson.manifest.json"), part))
      const covers = { from: july(7), to: july(7) }
      assert.deepStrictEqual(outcomes(yield* importText("a.ndjson", record("1", "Akron"), { covers })), [
        "2021-07-07 complete stored 1+0"
      ])
    }).pipe(Effect.scoped)
  )
})

describe("the manifest of an export", () => {
  it.effect.each([
    ["the service reported no total", { claimedTotal: null }, "complete"],
    ["the day was published when it began", { startedAt: "2021-07-08T16:00:00Z" }, "complete"],
    ["it is of notices", { collection: "notices" }, "partial"]
  ] as const)("decides whether its day is complete: %s", ([, change, state]) =>
    Effect.gen(function* () {
      const { importExport, rows } = yield* makeExports
      yield* importExport("a.csv", daily(a), change)
      const claimed = state === "complete" && !("claimedTotal" in change) ? 1 : null
      assert.deepStrictEqual(yield* rows("select state, source, claimed from days"), [
        { state, source: "export", claimed }
      ])
    }).pipe(Effect.scoped)
  )

  it.effect("has a total of all its days, which is not one of each", () =>
    Effect.gen(function* () {
      const { importExport, rows } = yield* makeExports
      const query = "created_date_from=%222021-07-06%22&created_date_to=%222021-07-07%22"
      const text = daily(a, row({ created: "2021-07-06 10:00:00" }))
      yield* importExport("a.csv", text, { query, records: 2, claimedTotal: 2 })
      assert.deepStrictEqual(yield* rows("select state, claimed from days"), [
        { state: "complete", claimed: null },
        { state: "complete", claimed: null }
      ])
    }).pipe(Effect.scoped)
  )
})

describe("a partial day of several exports", () => {
  const csv = { max: 9 }

  it.effect.each([
    "a.ndjson b.csv c.csv",
    "b.csv a.ndjson c.csv",
    "b.csv a.ndjson d.ndjson",
    "a.ndjson b.csv d.ndjson"
  ])("has each record once, also if some files have ids and others have none: %s", (order) =>
    Effect.gen(function* () {
      const { importExport, mirror } = yield* makeExports
      const texts: Readonly<Record<string, string>> = {
        "a.ndjson": record("1".repeat(32), "Cleveland"),
        "b.csv": daily(b),
        "c.csv": daily(a, b, c),
        "d.ndjson": [
          record("1".repeat(32), "Cleveland"),
          record("2".repeat(32), "Akron"),
          record("3".repeat(32), "Dayton")
        ].join("\n")
      }
      for (const name of order.split(" ")) yield* importExport(name, texts[name] ?? "", csv)
      assert.deepStrictEqual((yield* mirror.count({})).value, { records: 3, reports: 3 })
      assert.strictEqual((yield* mirror.status).setAside, 0)
      assert.deepStrictEqual((yield* mirror.verify("contents")).damaged, [])
    }).pipe(Effect.scoped)
  )
})

describe("records of a file with the same id", () => {
  it.effect("are one record, the first, and the others are set aside", () =>
    Effect.gen(function* () {
      const { importText, mirror, rows } = yield* makeExports
      const text = ["Cleveland", "Akron", "Dayton"].map((city) => record("1", city)).join("\n")
      assert.deepStrictEqual(outcomes(yield* importText("a.ndjson", text)), ["2021-07-07 partial stored 1+2"])
      const stored = yield* Stream.runCollect(mirror.records.complaints.stream({}))
      assert.deepStrictEqual(
        stored.map(({ consumerCity }) => consumerCity),
        ["Cleveland"]
      )
      assert.deepStrictEqual((yield* mirror.verify("contents")).damaged, [])
      assert.deepStrictEqual(yield* rows("select raw ->> '$.consumerCity' as city, reason from set_aside"), [
        { city: "Akron", reason: "its id occurs twice in the file" },
        { city: "Dayton", reason: "its id occurs twice in the file" }
      ])
    }).pipe(Effect.scoped)
  )
})

describe("a partial day of several daily files", () => {
  it.effect("is sound after each of them, and names the last one", () =>
    Effect.gen(function* () {
      const { importText, mirror, rows } = yield* makeExports
      for (const [name, text] of [
        ["1.csv", daily(a)],
        ["2.csv", daily(b, b)],
        ["3.csv", daily(a)]
      ] as const) {
        yield* importText(name, text)
        assert.deepStrictEqual((yield* mirror.verify("contents")).damaged, [])
      }
      assert.deepStrictEqual(yield* rows("select origin, records, duplicates from days"), [
        { origin: "2.csv", records: 3, duplicates: 1 }
      ])
    }).pipe(Effect.scoped)
  )
})

describe("a complete day of a daily file", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => row({ number: String(2_165_550_100 + index) }))

  it.effect("has new records of a held file set aside until they are stored", () =>
    Effect.gen(function* () {
      const { importText, mirror, rows } = yield* makeExports
      yield* importText(july7, daily(...hundred))
      const other = daily(...hundred.slice(0, 50), b)
      assert.deepStrictEqual(outcomes(yield* importText(july7, other)), ["2021-07-07 complete held 50+1"])
      const [{ raw, ...setAside } = { raw: "" }] = yield* rows("select source, origin, reason, raw from set_aside")
      assert.deepStrictEqual(setAside, {
        source: "file",
        origin: july7,
        reason: "the day would lose 50 of its 100 records"
      })
      assert.include(String(raw), '"consumerCity":"Akron"')
      assert.deepStrictEqual(outcomes(yield* importText(july7, other, { replace: true })), [
        "2021-07-07 complete replaced 51+0"
      ])
      const status = yield* mirror.status
      assert.deepStrictEqual([status.setAside, status.records], [0, 51])
      assert.deepStrictEqual(yield* rows("select set_aside from days"), [{ set_aside: 0 }])
    }).pipe(Effect.scoped)
  )

  it.effect("has only the other records of an export set aside", () =>
    Effect.gen(function* () {
      const { importExport, importText, rows } = yield* makeExports
      yield* importText(july7, daily(a, b))
      const text = [record("1", "Cleveland"), record("2", "Dayton")].join("\n")
      const events = yield* importExport("a.ndjson", text, { records: 2, claimedTotal: 2 })
      assert.deepStrictEqual(outcomes(events), ["2021-07-07 complete setAside 1+1"])
      assert.deepInclude(reportIn(events), {
        setAside: 1,
        records: 1,
        lines: 2,
        days: { stored: 0, replaced: 0, unchanged: 1, held: 0, partial: 0 }
      })
      assert.deepStrictEqual(yield* rows("select a.reason, a.origin, d.set_aside from set_aside a, days d"), [
        { reason: `the day is complete, from the file ${july7}`, origin: "a.ndjson", set_aside: 1 }
      ])
    }).pipe(Effect.scoped)
  )
})

describe("a complete day that is to be replaced", () => {
  it.effect("is written again, also by the same records, if it is damaged", () =>
    Effect.gen(function* () {
      const { file, importText, mirror } = yield* makeMirror
      yield* importText(july7, daily(a, b))
      yield* changeTables(file, "delete from calls where rowid in (select min(rowid) from calls group by day)")
      assert.deepStrictEqual(outcomes(yield* importText(july7, daily(a, b))), ["2021-07-07 complete unchanged 2+0"])
      assert.strictEqual((yield* mirror.verify("contents")).damaged.length, 1)
      assert.deepStrictEqual(outcomes(yield* importText(july7, daily(a, b), { replace: true })), [
        "2021-07-07 complete replaced 2+0"
      ])
      assert.deepStrictEqual((yield* mirror.verify("contents")).damaged, [])
    }).pipe(Effect.scoped)
  )

  it.effect("is replaced by a complete file of any source, but not by a part of the day", () =>
    Effect.gen(function* () {
      const { folder, importText, mirror } = yield* makeExports
      const complete = JSON.stringify(manifest)
      yield* Effect.promise(() => writeFile(join(folder, "a.ndjson.manifest.json"), complete))
      yield* importText(july7, daily(a, b))
      const replace = { replace: true }
      assert.deepStrictEqual(outcomes(yield* importText("a.ndjson", record("1", "Dayton"), replace)), [
        "2021-07-07 complete replaced 1+0"
      ])
      assert.deepStrictEqual(outcomes(yield* importText(july7, daily(a, b), replace)), [
        "2021-07-07 complete replaced 2+0"
      ])
      assert.deepStrictEqual(outcomes(yield* importText("part.csv", daily(c), replace)), [
        "2021-07-07 complete setAside 0+1"
      ])
      assert.strictEqual((yield* mirror.status).records, 2)
    }).pipe(Effect.scoped)
  )
})

describe("the reason why a record is set aside", () => {
  it.effect("names the state of the day and its file, or the file that lacks the record", () =>
    Effect.gen(function* () {
      const { importText, rows } = yield* makeExports
      const setAsideRows = rows("select source, origin, reason from set_aside order by rowid")
      yield* importText("1.csv", daily(a))
      yield* importText("2.ndjson", record("1", "Akron"))
      const ofExport = {
        source: "export",
        origin: "2.ndjson",
        reason: "the day is partial, from the file 1.csv"
      }
      assert.deepStrictEqual(yield* setAsideRows, [ofExport])
      yield* importText(july7, daily(b, c))
      const lost = { source: "file", origin: "1.csv", reason: `it is not in ${july7}, which is complete` }
      assert.deepStrictEqual(yield* setAsideRows, [ofExport, lost])
      yield* importText("3.csv", daily(a))
      const ofPart = {
        source: "file",
        origin: "3.csv",
        reason: `the day is complete, from the file ${july7}`
      }
      // The file with the contents of 1.csv is the same file, under another name.
      assert.deepStrictEqual(yield* setAsideRows, [ofExport, ofPart])
    }).pipe(Effect.scoped)
  )
})

describe("the report of an import", () => {
  it.effect("counts the partial days and the equal records of all outcomes", () =>
    Effect.gen(function* () {
      const { importText } = yield* makeMirror
      const counts = Effect.fnUntraced(function* (name: string, ...lines: ReadonlyArray<string>) {
        const { duplicates, days } = reportIn(yield* importText(name, daily(...lines))) ?? {}
        return { duplicates, ...days }
      })
      const none = { stored: 0, replaced: 0, unchanged: 0, held: 0, partial: 0 }
      assert.deepStrictEqual(yield* counts("1.csv", a, a), { duplicates: 1, ...none, stored: 1, partial: 1 })
      assert.deepStrictEqual(yield* counts("1.csv", a, a), { duplicates: 1, ...none, unchanged: 1, partial: 1 })
      assert.deepStrictEqual(yield* counts(july7, a, a, a), { duplicates: 2, ...none, replaced: 1 })
      assert.deepStrictEqual(yield* counts("1.csv", a, b), { duplicates: 2, ...none, unchanged: 1 })
      assert.deepStrictEqual(yield* counts(july7, a, a), { duplicates: 2, ...none, held: 1 })
    }).pipe(Effect.scoped)
  )
})

describe("an import", () => {
  it.effect("reads a file when the one before is imported, whatever their sizes", () =>
    Effect.gen(function* () {
      const { folder, mirror } = yield* makeMirror
      const names = ["1.csv", "2.csv", "3.csv"]
      for (const [index, name] of names.entries()) {
        const lines = Array.from({ length: 300 - 140 * index }, (_, number) => row({ number: `${number}` }))
        yield* Effect.promise(() => writeFile(join(folder, name), daily(...lines)))
      }
      const events = yield* Stream.runCollect(mirror.importFiles(names.map((name) => join(folder, name))))
      const order = events.flatMap((event) => {
        if (event._tag === "Reading") return [basename(event.file)]
        return event._tag === "Day" ? [`day of ${event.origin}`] : []
      })
      const once = order.filter((name, index) => name !== order[index - 1])
      assert.deepStrictEqual(
        once,
        names.flatMap((name) => [name, `day of ${name}`])
      )
    }).pipe(Effect.scoped)
  )

  it.effect("counts a refused file, and leaves no log all the same", () =>
    Effect.gen(function* () {
      const { file, folder, importPaths } = yield* makeMirror
      yield* Effect.promise(() => writeFile(join(folder, july7), daily(a)))
      yield* Effect.promise(() => writeFile(join(folder, "z.csv"), "no data\r\n"))
      const events = yield* importPaths([folder, join(folder, "missing.csv")])
      assert.deepInclude(reportIn(events), { files: 3, refused: 2, records: 1 })
      assert.isFalse(existsSync(`${file}.wal`))
    }).pipe(Effect.scoped)
  )
})
