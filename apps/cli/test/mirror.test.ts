import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliDecompressSync } from "node:zlib"
import { run } from "./inProcess.ts"

const realDay = new URL("../../../packages/server/data/DNC_Complaint_Numbers_2021-07-08.csv.br", import.meta.url)
const dailyFile = "DNC_Complaint_Numbers_2021-07-08.csv"
const header =
  "Company_Phone_Number,Created_Date,Violation_Date,Consumer_City,Consumer_State,Consumer_Area_Code,Subject,Recorded_Message_Or_Robocall"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "cli-mirror-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** A folder with the real day of 7 July 2021 and a mirror of it. */
class RealDay extends Context.Service<RealDay, { readonly folder: string; readonly mirror: string }>()("RealDay") {
  static readonly layer = Layer.effect(
    RealDay,
    Effect.gen(function* () {
      const path = yield* folder
      const mirror = join(path, "mirror.duckdb")
      writeFileSync(join(path, dailyFile), brotliDecompressSync(readFileSync(realDay)))
      const { code, stderr } = yield* run(["mirror", "import", join(path, dailyFile), "--mirror-file", mirror])
      assert.strictEqual(code, 0, stderr)
      return { folder: path, mirror }
    })
  )
}

const askIn = (mirror: string, line: string, columns?: number) =>
  run([...line.split(" "), "--mirror-file", mirror], {}, columns === undefined ? {} : { columns })

const days = "Based on 1 day, 2021-07-07. Duplicates: 1, counted once in reports."
const basis = `${days} Reported by consumers, not verified; caller ID is often forged.\n`

layer(RealDay.layer)("a mirror on the command line", (it) => {
  const ask = (line: string, columns?: number) => RealDay.use(({ mirror }) => askIn(mirror, line, columns))

  it.effect("shows what is known of a number in any form, as wide as the terminal", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* ask("number +1.315.232.8257", 80)
      assert.deepStrictEqual([code, stderr], [0, ""])
      assert.deepStrictEqual(stdout.split("\n"), [
        "(315) 232-8257   42 reports, on 2021-07-07, 10:55 to 21:28.",
        "  Robocalls: 40 of 42 (95 %).",
        "  States (14): Texas 15 · Indiana 5 · California 4 · Oregon 3 · Missouri 2 · …",
        "  Area codes (23): 713 4 · 765 4 · 315 3 · 325 3 · 415 3 · 903 3 · 214 2 · …",
        "  Subjects (5): Calls pretending to be government, businesses, or family an… · …",
        "  No other number that begins with 315232 was reported.",
        `${days} Reported by`,
        "consumers, not verified; caller ID is often forged.",
        ""
      ])
    })
  )

  it.effect("answers in JSON with its coverage, and in NDJSON and CSV with the coverage on standard error", () =>
    Effect.gen(function* () {
      const json = JSON.parse((yield* ask("top numbers --limit 1 --places 2 --format json")).stdout)
      assert.deepStrictEqual(json.coverage, {
        from: "2021-07-07",
        to: "2021-07-07",
        complete: 1,
        partial: [],
        missing: [],
        unpublished: [],
        newest: "2021-07-07",
        setAside: 0,
        duplicates: 1,
        lastSync: null
      })
      assert.deepStrictEqual([json.top[0].value, json.top[0].reports, json.top[0].places], ["3152328257", 42, 27])
      const ndjson = yield* ask("top numbers --limit 1 --places 2 --format ndjson")
      assert.deepStrictEqual([JSON.parse(ndjson.stdout), ndjson.stderr], [json.top[0], basis])
      const csv = yield* ask("top cities --limit 1 --format csv")
      assert.match(csv.stdout, /^city,state,reports,records,places,.*\r\n[^,]+,[^,]+,\d+,\d+,\d+,/)
      assert.strictEqual(csv.stderr, basis)
    })
  )

  it.effect("draws a bar for each row, the longest to the edge of the terminal", () =>
    Effect.gen(function* () {
      const { stdout } = yield* ask("trends --by robocall", 40)
      const [head, ...rows] = stdout.split("\n").slice(4, 8)
      assert.strictEqual(head, "robocall    reports")
      assert.deepStrictEqual(
        rows.map((row) => [row.length, row.replace(/\s*[█▏▎▍▌▋▊▉]+$/u, "")]),
        [
          [40, "robocall      9,697"],
          [28, "other call    3,310"],
          [23, "not stated    1,026"]
        ]
      )
    })
  )

  it.effect("combines filters in every command, and rejects a name that the mirror does not have", () =>
    Effect.gen(function* () {
      const rows = yield* ask("number 3152328257 --rows --state TX --robocall false --format csv")
      assert.strictEqual(rows.stdout.trimEnd().split("\r\n").length, 2, rows.stdout)
      const list = yield* ask("complaints list --days 1 --city Columbus --robocall true --limit 1 --format csv")
      assert.strictEqual(list.stderr, `1 of 42 shown; --all prints the rest.\n${days}\n`)
      for (const [line, problem] of [
        ["top numbers --city Clevland", '--city: the mirror has no complaint from "Clevland".'],
        ["complaints list --subject warranties", 'Did you mean "Warranties & protection plans"?'],
        ["trends --by day --from 2021-02-30", '--from: "2021-02-30" is not a date; February has 28 days in 2021.'],
        ["number 12", "Type at least three digits"]
      ] as const) {
        const { code, stderr } = yield* ask(line)
        assert.deepStrictEqual([code, stderr.includes(problem)], [2, true], stderr)
      }
    })
  )

  it.effect("prints the answer and exits with code 6 over a gap with --strict", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* ask("trends --by day --strict --format csv")).code, 0)
      const { code, stderr, stdout } = yield* ask("trends --by day --from 2021-07-06 --strict --format csv")
      assert.deepStrictEqual([code, stdout], [6, "day_filed,split,reports,records\r\n2021-07-07,,14033,14034\r\n"])
      assert.include(stderr, "The answer lacks 1 day (2021-07-06).")
    })
  )

  it.effect("exports what only a mirror can answer", () =>
    Effect.gen(function* () {
      const { folder, mirror } = yield* RealDay
      const out = join(folder, "other.csv")
      const { code, stderr } = yield* askIn(mirror, `export complaints --subject Other --state Ohio --out ${out}`)
      assert.strictEqual(code, 0, stderr)
      const subjects = readFileSync(out, "utf8").trimEnd().split("\r\n").slice(1)
      assert.isAbove(subjects.length, 100)
      for (const row of subjects) assert.match(row, /,Ohio,\d*,Other,[YN]?$/)
    })
  )

  it.effect("keeps a day that is imported again, and reports its lines", () =>
    Effect.gen(function* () {
      const { folder, mirror } = yield* RealDay
      const { code, stdout } = yield* askIn(mirror, `mirror import ${join(folder, dailyFile)}`)
      const [day, report] = stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line))
      assert.deepStrictEqual([code, day.outcome, day.duplicates], [0, "unchanged", 1])
      assert.deepStrictEqual([report.report, report.lines, report.records, report.setAside], [true, 14_034, 14_034, 0])
      const status = JSON.parse((yield* ask("mirror status --format json")).stdout)
      assert.deepStrictEqual([status.days, status.records, status.complete], [1, 14_034, 1])
      assert.strictEqual((yield* ask("mirror verify", 80)).stdout, "1 day verified, no damage found.\n")
    })
  )
})

describe("mirror import", () => {
  it.effect("imports the valid files, names the refused one, and exits with code 2", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const row = "2165550100,2021-07-07 10:00:00,2021-07-06 09:00:00,Cleveland,Ohio,216,Other,Y"
      writeFileSync(join(path, "good.csv"), `${header}\r\n${row}\r\n`)
      writeFileSync(join(path, "page.csv"), "<!doctype html>\n")
      const mirror = join(path, "mirror.duckdb")
      const { code, stderr } = yield* askIn(mirror, `mirror import ${path}`)
      assert.strictEqual(code, 2)
      assert.include(stderr, "page.csv")
      const status = yield* askIn(mirror, "mirror status --format json")
      assert.deepStrictEqual(JSON.parse(status.stdout).partial, ["2021-07-07"])
      const covers = `mirror import ${join(path, "good.csv")} --covers 2021-07-07`
      assert.strictEqual((yield* askIn(mirror, covers)).code, 0)
      assert.deepStrictEqual(JSON.parse((yield* askIn(mirror, "mirror status")).stdout).partial, [])
    })
  )

  it.effect("exits with code 6 if a day would lose records, unless the caller says that it is right", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const rows = Array.from(
        { length: 10 },
        (_, index) => `216555010${index},2021-07-07 10:00:0${index},2021-07-06 09:00:00,Cleveland,Ohio,216,Other,Y`
      )
      const write = (count: number) =>
        writeFileSync(join(path, dailyFile), [header, ...rows.slice(0, count), ""].join("\r\n"))
      const importing = askIn(join(path, "mirror.duckdb"), `mirror import ${join(path, dailyFile)}`)
      const withRefused = askIn(
        join(path, "mirror.duckdb"),
        `mirror import ${join(path, dailyFile)} ${join(path, "nothing.csv")}`
      )
      write(10)
      assert.strictEqual((yield* importing).code, 0)
      write(5)
      const held = yield* importing
      assert.strictEqual(held.code, 6)
      assert.include(held.stderr, "2021-07-07")
      assert.strictEqual((yield* importing).code, 6)
      const replacing = askIn(join(path, "mirror.duckdb"), `mirror import ${join(path, dailyFile)} --replace`)
      assert.strictEqual((yield* replacing).code, 0)
      // A file that is refused takes precedence.
      write(3)
      assert.strictEqual((yield* withRefused).code, 2)
      write(2)
      const quiet = yield* askIn(join(path, "mirror.duckdb"), `mirror import ${join(path, dailyFile)} --quiet`)
      assert.deepStrictEqual([quiet.code, quiet.stderr.split(":")[0]], [6, held.stderr.split(":")[0]])
    })
  )
})

describe("without a mirror", () => {
  it.effect("names the command that creates one", () =>
    Effect.gen(function* () {
      for (const line of ["number 2165550100", "top numbers", "complaints list --mirror"]) {
        const { code, stderr } = yield* run(line.split(" "), { XDG_DATA_HOME: "/nonexistent/data" })
        assert.strictEqual(code, 2)
        assert.include(stderr, "There is no mirror at /nonexistent/data/public-records/mirror.duckdb.")
        assert.include(stderr, "public-records mirror sync")
      }
    })
  )

  it.effect("offers a mirror if only a mirror can answer", () =>
    Effect.gen(function* () {
      for (const [line, offers] of [
        ["complaints list --number 2165550100", true],
        ["complaints list --city Cleveland", true],
        ["complaints list --state OH --robocall true", true],
        ["complaints list --state Ohoi", false]
      ] as const) {
        const { code, stderr } = yield* run(line.split(" "))
        assert.deepStrictEqual([code, stderr.includes("--mirror-file sample")], [2, offers], stderr)
      }
    })
  )
})
