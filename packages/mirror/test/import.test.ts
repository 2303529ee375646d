import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import { readFile } from "../src/importing/readFile.ts"
import { daily, daysIn, header, july7, makeMirror, outcomes, reportIn, row, writeRealDay } from "./mirrors.ts"

const rows = (count: number, cells: object = {}): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => row({ number: String(2_165_550_100 + index), ...cells }))

describe("an import of real daily files", () => {
  it.effect("stores every row of every day, and keeps the days when it is repeated", () =>
    Effect.gen(function* () {
      const { folder, importPaths, mirror } = yield* makeMirror
      yield* writeRealDay(folder)
      yield* writeRealDay(folder, "dnc_complaint_numbers_2019-12-16_0.csv")
      const first = yield* importPaths([folder])
      assert.deepStrictEqual(outcomes(first), [
        "2021-07-07 complete stored 14034+0",
        "2019-12-13 complete stored 13352+0",
        "2019-12-14 complete stored 4540+0",
        "2019-12-15 complete stored 2640+0"
      ])
      assert.deepStrictEqual(reportIn(first), {
        _tag: "Report",
        files: 2,
        refused: 0,
        lines: 34_566,
        records: 34_566,
        duplicates: 25,
        setAside: 0,
        reasons: [],
        skipped: {},
        unknownRobocalls: 0,
        notices: 0,
        added: 34_566,
        total: 34_566,
        days: { stored: 4, replaced: 0, unchanged: 0, held: 0, partial: 0 }
      })
      assert.deepStrictEqual(
        outcomes(yield* importPaths([folder])).map((text) => text.slice(11)),
        [
          "complete unchanged 14034+0",
          "complete unchanged 13352+0",
          "complete unchanged 4540+0",
          "complete unchanged 2640+0"
        ]
      )
      assert.deepStrictEqual(yield* mirror.verify("contents"), { days: 4, damaged: [], problems: [] })
    }).pipe(Effect.scoped)
  )
})

/** The file, its text, and the state of its day. */
const completeOrNot: ReadonlyArray<readonly [what: string, name: string, text: string, state: string]> = [
  ["the calendar assigns its days to the name", july7, daily(row()), "complete"],
  ["the name has a number", july7.replace(".csv", "_0.csv").toLowerCase(), daily(row()), "complete"],
  ["the name says nothing", "2021-07-08.csv", daily(row()), "partial"],
  ["the name says another day", july7.replace("08", "09"), daily(row()), "partial"],
  ["a row is of another day", july7, daily(row(), row({ created: "2021-07-06 10:00:00" })), "partial"],
  ["a row is invalid", july7, daily(row(), "1,2"), "partial"],
  ["the last line has no end, and its eight fields", july7, daily(row()).trimEnd(), "complete"],
  [
    "the last line has no end, and a small letter at its end",
    july7,
    daily(row({ robocall: "y" })).trimEnd(),
    "complete"
  ],
  ["the file ends within its last field", july7, `${daily(row())}${row({ robocall: "" })}`, "partial"],
  ["the file ends within a field before", july7, `${daily(row())}${row().slice(0, -9)}`, "partial"]
]

describe("a day of a daily file", () => {
  it.effect.each(completeOrNot)("is complete or partial: %s", ([, name, text, state]) =>
    Effect.gen(function* () {
      const { importText } = yield* makeMirror
      const events = yield* importText(name, text)
      assert.strictEqual(daysIn(events).find(({ day }) => day === "2021-07-07")?.state, state)
      const { setAside = 0, lines = 0, records = 0 } = reportIn(events) ?? {}
      assert.strictEqual(records + setAside, lines)
      assert.strictEqual(lines, text.trimEnd().split("\r\n").length - 1)
    }).pipe(Effect.scoped)
  )

  it.effect("is complete and empty if the calendar assigns it to the file, and no row has it", () =>
    Effect.gen(function* () {
      const { importText } = yield* makeMirror
      const monday = "DNC_Complaint_Numbers_2019-12-16.csv"
      assert.deepStrictEqual(outcomes(yield* importText(monday, daily(row({ created: "2019-12-13 10:00:00" })))), [
        "2019-12-13 complete stored 1+0",
        "2019-12-14 complete stored 0+0",
        "2019-12-15 complete stored 0+0"
      ])
    }).pipe(Effect.scoped)
  )

  it.effect("is complete if the caller says that the file covers it", () =>
    Effect.gen(function* () {
      const { importText } = yield* makeMirror
      const day = CivilDate.make("2021-07-07")
      const both = daily(row(), row({ created: "2021-07-06 10:00:00" }))
      assert.deepStrictEqual(outcomes(yield* importText("all.csv", both, { covers: { from: day, to: day } })), [
        "2021-07-06 partial stored 1+0",
        "2021-07-07 complete stored 1+0"
      ])
    }).pipe(Effect.scoped)
  )
})

const page = "<!DOCTYPE html><html></html>"
const refused: ReadonlyArray<readonly [name: string, text: string | Uint8Array, reason: string]> = [
  [july7, page, "web page"],
  ["broken.csv", `${header}\r\n1,2\r\n`, "no valid record"],
  ["file.csv.gz", Uint8Array.of(0x1f, 0x8b, 8, 0), "compressed"],
  ["file.parquet", "PAR1....", "not a complete Parquet file"]
]

describe("a file that cannot be used", () => {
  it.effect.each(refused)("is refused by name, and changes nothing: %s", ([name, text, reason]) =>
    Effect.gen(function* () {
      const { folder, importPaths, importText, mirror } = yield* makeMirror
      yield* Effect.promise(() => writeFile(join(folder, "bad"), ""))
      const [event, report] = yield* importText(name, text)
      assert.include(event?._tag === "Refused" ? event.message : "", reason)
      assert.include(event?._tag === "Refused" ? event.message : "", join(folder, name))
      assert.strictEqual(report?._tag === "Report" ? report.refused : 0, 1)
      assert.strictEqual((yield* mirror.status).records, 0)
      yield* Effect.promise(() => writeFile(join(folder, july7), daily(row())))
      const others = yield* importPaths([join(folder, name), join(folder, july7)])
      assert.deepStrictEqual(outcomes(others), ["2021-07-07 complete stored 1+0"])
    }).pipe(Effect.scoped)
  )

  it.effect("may be missing, or a pattern or folder without data files", () =>
    Effect.gen(function* () {
      const { folder, importPaths } = yield* makeMirror
      yield* Effect.promise(() => mkdir(join(folder, "empty")))
      const events = yield* importPaths([join(folder, "a.csv"), join(folder, "*.csv"), join(folder, "empty")])
      assert.deepInclude(reportIn(events), { files: 3, refused: 3, lines: 0 })
    }).pipe(Effect.scoped)
  )
})

describe("the contents of a file", () => {
  it.effect("name the file and the line of what is not valid", () =>
    Effect.gen(function* () {
      const { folder } = yield* makeMirror
      const path = join(folder, july7)
      yield* Effect.promise(() => writeFile(path, daily(row(), "1,2")))
      const { rejected } = yield* readFile(
        path,
        { name: "mirror", path: join(folder, "mirror.duckdb") },
        () => undefined
      )
      assert.deepStrictEqual(
        rejected.map(({ place, raw, reason }) => [
          raw,
          `${place}: ${reason}`.startsWith(`${path}, line 3: the row has 2 `)
        ]),
        [["1,2", true]]
      )
    }).pipe(Effect.scoped)
  )
})

describe("the paths of an import", () => {
  it.effect("may be folders with subfolders and patterns; a file is imported once", () =>
    Effect.gen(function* () {
      const { folder, importPaths, importText } = yield* makeMirror
      yield* Effect.promise(() => mkdir(join(folder, "a", "b"), { recursive: true }))
      yield* importText(join("a", "b", july7), daily(row()))
      yield* Effect.promise(() => writeFile(join(folder, "a", "x.csv.manifest.json"), "{}"))
      const events = yield* importPaths([join(folder, "a"), join(folder, "a", "*", "DNC*.csv")])
      assert.deepStrictEqual(outcomes(events), ["2021-07-07 complete unchanged 1+0"])
    }).pipe(Effect.scoped)
  )
})

describe("a day that the mirror has", () => {
  const partial = (name: string, ...lines: ReadonlyArray<string>) => [name, daily(...lines)] as const
  const [a = "", b = "", c = "", d = ""] = rows(4)

  it.effect("is merged from partial files, in any order, with as many equal rows as the larger file has", () =>
    Effect.gen(function* () {
      const files = [partial("1.csv", a, a, b), partial("2.csv", a, c), partial("3.csv", b, c, a)]
      for (const order of [files, files.toReversed(), [...files, ...files]]) {
        const { importText, mirror } = yield* makeMirror
        for (const [name, text] of order) yield* importText(name, text)
        const records = yield* Stream.runCollect(mirror.records.complaints.stream({}))
        assert.deepStrictEqual(
          records.map(({ companyPhoneNumber }) => companyPhoneNumber).toSorted(),
          [a, a, b, c].map((line) => line.slice(0, 10))
        )
      }
    }).pipe(Effect.scoped)
  )

  it.effect("reports how many of its records are equal to another one, also those of earlier files", () =>
    Effect.gen(function* () {
      const { importText } = yield* makeMirror
      const duplicates = Effect.fnUntraced(function* (name: string, ...lines: ReadonlyArray<string>) {
        const events = yield* importText(name, daily(...lines))
        return [daysIn(events)[0]?.duplicates, reportIn(events)?.duplicates]
      })
      assert.deepStrictEqual(yield* duplicates("1.csv", a, a, b), [1, 1])
      assert.deepStrictEqual(yield* duplicates("2.csv", c, c, c), [3, 3])
      assert.deepStrictEqual(yield* duplicates(july7, a, b, c, d), [0, 0])
    }).pipe(Effect.scoped)
  )

  it.effect("is replaced by a complete file, and what that file lacks is set aside", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      yield* importText("part.csv", daily(a, b))
      assert.deepStrictEqual(outcomes(yield* importText(july7, daily(b, c))), ["2021-07-07 complete replaced 2+0"])
      const { setAside, records } = yield* mirror.status
      assert.deepStrictEqual({ setAside, records }, { setAside: 1, records: 2 })
      assert.deepStrictEqual(outcomes(yield* importText(july7, daily(b, c))), ["2021-07-07 complete unchanged 2+0"])
      assert.strictEqual((yield* mirror.status).setAside, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("stays complete if a partial file comes later, and what it lacks is set aside once", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      yield* importText(july7, daily(a, b))
      for (let times = 0; times < 2; times++) {
        const events = yield* importText("part.csv", daily(a, d))
        assert.deepStrictEqual(outcomes(events), ["2021-07-07 complete setAside 1+1"])
      }
      assert.strictEqual((yield* mirror.status).setAside, 1)
      assert.deepStrictEqual(outcomes(yield* importText("same.csv", daily(a))), ["2021-07-07 complete unchanged 1+0"])
    }).pipe(Effect.scoped)
  )

  it.effect("has the records that each of several files could not add, each once a file", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      yield* importText(july7, daily(a))
      for (const [name, line] of [
        ["1.csv", b],
        ["2.csv", c],
        ["1.csv", b],
        ["2.csv", d]
      ] as const) {
        yield* importText(name, daily(line))
      }
      assert.strictEqual((yield* mirror.status).setAside, 3)
    }).pipe(Effect.scoped)
  )

  const hundred = rows(100)

  it.effect("is replaced by a corrected file with 1 % fewer records", () =>
    Effect.gen(function* () {
      const { importText } = yield* makeMirror
      yield* importText(july7, daily(...hundred))
      assert.deepStrictEqual(outcomes(yield* importText(july7, daily(...hundred.slice(1)))), [
        "2021-07-07 complete replaced 99+0"
      ])
    }).pipe(Effect.scoped)
  )

  it.effect("is held if it would lose more, however often the file is imported", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      yield* importText(july7, daily(...hundred))
      const fewer = daily(...hundred.slice(2))
      assert.deepStrictEqual(outcomes(yield* importText(july7, fewer)), ["2021-07-07 complete held 98+0"])
      assert.strictEqual((yield* mirror.status).records, 100)
      // The same file is no second opinion, unlike the service.
      yield* TestClock.adjust("13 hours")
      assert.deepStrictEqual(outcomes(yield* importText(july7, fewer)), ["2021-07-07 complete held 98+0"])
    }).pipe(Effect.scoped)
  )
})
