import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliDecompressSync } from "node:zlib"
import { runShell } from "./executable.ts"
import { run } from "./inProcess.ts"
import { hostileText } from "./samples.ts"

/** The rows of the bundled daily file, parsed independently of the program. */
const dailyFile = brotliDecompressSync(
  readFileSync(new URL("../dist/data/DNC_Complaint_Numbers_2021-07-08.csv.br", import.meta.url))
).toString("utf8")
const [dailyHeader = "", ...dailyRows] = dailyFile.trimEnd().split("\r\n")
const cellsOf = (row: string): ReadonlyArray<string> =>
  row.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((cell) => cell.replace(/^"(.*)"$/, "$1"))
const rowsOf = (state: string): ReadonlyArray<string> => dailyRows.filter((row) => cellsOf(row)[4] === state)

/** The sample has another file, too. */
const ofDay = ["--demo", "--created-date", "2021-07-07"]

const lines = (text: string): ReadonlyArray<string> => text.split("\n").slice(0, -1)

describe("the bundled daily file", () => {
  it("has 14,034 rows", () => {
    assert.strictEqual(dailyRows.length, 14_034)
  })

  it.effect("is filtered by state", () =>
    Effect.gen(function* () {
      const { code, stdout, stderr } = yield* run(
        ["complaints", "list", ...ofDay, "--state", "Ohio", "--all"].concat(["--format", "ndjson"])
      )
      assert.strictEqual(stderr, "Based on 1 day, 2021-07-07. Duplicates: 1, counted once in reports.\n")
      assert.strictEqual(lines(stdout).length, rowsOf("Ohio").length)
      assert.isAbove(rowsOf("Ohio").length, 100)
      assert.isTrue(lines(stdout).every((line) => JSON.parse(line).consumerState === "Ohio"))
      assert.strictEqual(code, 0)
    })
  )

  it.effect("is reproduced by list as CSV", () =>
    Effect.gen(function* () {
      const { stdout } = yield* run(["complaints", "list", ...ofDay, "--all", "--format", "csv"])
      const [header, ...rows] = stdout.trimEnd().split("\r\n")
      assert.strictEqual(header, dailyHeader)
      assert.deepStrictEqual(rows.toSorted(), dailyRows.toSorted())
    })
  )

  it.effect("is listed newest first, or oldest first with --sort asc", () =>
    Effect.gen(function* () {
      const dates = dailyRows.map((row) => cellsOf(row)[1] ?? "").toSorted()
      const newest = yield* run(["complaints", "list", ...ofDay, "--limit", "3"])
      const oldest = yield* run(["complaints", "list", ...ofDay, "--limit", "3", "--sort", "asc"])
      const datesOf = (text: string) => lines(text).map((line) => JSON.parse(line).createdDate)
      assert.deepStrictEqual(datesOf(newest.stdout), dates.slice(-3).toReversed())
      assert.deepStrictEqual(datesOf(oldest.stdout), dates.slice(0, 3))
    })
  )

  it.effect("contains each listed record by its id, in every format", () =>
    Effect.gen(function* () {
      const { stdout } = yield* run(["complaints", "list", ...ofDay, "--limit", "1"])
      const listed = JSON.parse(stdout)
      const get = ["complaints", "get", listed.id, "--demo", "--format"]
      const printed = yield* Effect.all(["json", "ndjson", "csv", "table"].map((format) => run([...get, format])))
      const [json, ndjson, csv, table] = printed.map((one) => one.stdout)
      assert.deepStrictEqual(JSON.parse(json ?? ""), listed)
      assert.deepStrictEqual(JSON.parse(ndjson ?? ""), listed)
      assert.isTrue(dailyRows.includes((csv ?? "").split("\r\n")[1] ?? ""))
      assert.include(table, `id                  ${listed.id}\n`)
    })
  )
})

describe("the number of records", () => {
  it.effect("excludes records that --offset skips", () =>
    Effect.gen(function* () {
      const five = yield* run(["complaints", "list", "--demo", "--limit", "5"])
      const last = yield* run(["complaints", "list", "--demo", "--limit", "2", "--offset", "3"])
      assert.deepStrictEqual(lines(last.stdout), lines(five.stdout).slice(3))
    })
  )
})

describe("the bundled notices", () => {
  it.effect("are filtered by a phrase in the title", () =>
    Effect.gen(function* () {
      const { stdout } = yield* run(["notices", "list", "--demo", "--title", "blockbuster", "--format", "json"])
      const [found] = JSON.parse(stdout)
      assert.include(found.title, "Blockbuster")
      assert.isArray(found.acquiredEntities)
    })
  )
})

describe("standard output", () => {
  it.effect("is complete if the reader closes standard error", () =>
    Effect.gen(function* () {
      const line = "$CLI complaints list --demo --limit 200 --verbose --format ndjson"
      const { stdout } = yield* runShell(`${line} 2> >(exec true) | wc -l; echo code: $PIPESTATUS`)
      assert.strictEqual(stdout.trim(), "200\ncode: 0")
    })
  )

  it.effect("ends the walk silently with exit code 0 if the reader closes the pipe", () =>
    Effect.gen(function* () {
      const { stdout, stderr } = yield* runShell(
        "$CLI complaints list --demo --all | head -n 2; echo codes: ${PIPESTATUS[@]}"
      )
      assert.strictEqual(stderr, "")
      assert.strictEqual(lines(stdout).length, 3)
      assert.strictEqual(lines(stdout)[2], "codes: 0 0")
    })
  )

  it.effect.runIf(process.platform === "linux")("causes exit code 1 and a message if the disk is full", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* runShell("$CLI complaints list --demo > /dev/full")
      assert.strictEqual(code, 1)
      assert.include(stderr, "Cannot write to standard output")
      assert.strictEqual(lines(stderr).length, 1)
    })
  )
})

describe("a data file", () => {
  const withFile = <A, E>(content: string, work: (path: string) => Effect.Effect<A, E>) =>
    Effect.acquireUseRelease(
      Effect.promise(() => mkdtemp(join(tmpdir(), "public-records-"))),
      (folder) => {
        const path = join(folder, "complaints.csv")
        return Effect.andThen(
          Effect.promise(() => writeFile(path, content)),
          work(path)
        )
      },
      (folder) => Effect.promise(() => rm(folder, { recursive: true }))
    )
  const hostileRow = `4703352559,2021-07-07 00:01:15,2021-07-06 11:48:00,"${hostileText}",Ohio,614,=1+1,Y`

  it.effect("is made safe in a table, and exact in NDJSON and CSV", () =>
    withFile(`${dailyHeader}\r\n${hostileRow}\r\n`, (path) =>
      Effect.gen(function* () {
        const list = ["complaints", "list", "--data", path, "--format"]
        const table = yield* run([...list, "table"])
        const ndjson = yield* run([...list, "ndjson"])
        const csv = yield* run([...list, "csv"])
        const safe = yield* run([...list, "csv", "--spreadsheet-safe"])
        assert.notMatch(table.stdout, /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E\u200B]/u)
        assert.strictEqual(lines(table.stdout).length, 2)
        assert.strictEqual(JSON.parse(ndjson.stdout).consumerCity, hostileText)
        assert.include(csv.stdout, hostileRow)
        assert.include(safe.stdout, ",'=1+1,")
        assert.include(safe.stderr, "Do not serve such a file")
      })
    )
  )

  it.effect("is refused with exit code 2, its name and the row if a row is invalid", () =>
    withFile(`${dailyHeader}\r\n4703352559,2021-02-30 00:01:15,2021-07-06 11:48:00,,Ohio,614,Other,Y\r\n`, (path) =>
      Effect.gen(function* () {
        const { code, stdout, stderr } = yield* run(["complaints", "list", "--data", path])
        assert.strictEqual(code, 2)
        assert.strictEqual(stdout, "")
        assert.include(stderr, path)
        assert.match(stderr, /\b2\b/)
        assert.strictEqual(lines(stderr).length, 1)
      })
    )
  )
})
