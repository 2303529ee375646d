import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { copyFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { changeMirror } from "./changeMirror.ts"
import { run } from "./inProcess.ts"
import { ask, basis, dailyFile, header, OneDay, rows } from "./oneDay.ts"

layer(OneDay.layer)("the answers of a mirror", (it) => {
  it.effect("have a number as one row of CSV, and in JSON with its coverage and note", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* ask("number 2165550100 --format csv")).stdout.split("\r\n"), [
        "number,reports,records,first_filed,last_filed,robocalls_yes,robocalls_no,robocalls_unknown,states,area_codes,owner",
        "2165550100,4,4,2021-07-07 09:05:00,2021-07-07 12:00:00,2,1,1,2,3,",
        ""
      ])
      const { coverage, neighbors, note } = JSON.parse((yield* ask("number 2165550100 --format json")).stdout)
      assert.deepStrictEqual([coverage.complete, note], [1, "reported by consumers, not verified"])
      assert.deepStrictEqual(neighbors, [{ number: "2165550101", reports: 1, records: 1, owner: null }])
    })
  )

  it.effect("name weekdays and hours, and split a trend", () =>
    Effect.gen(function* () {
      assert.match((yield* ask("trends --by weekday", 80)).stdout, /\nWednesday +10 /)
      const hours = (yield* ask("trends --by hour --split state --number 2165550100", 80)).stdout
      assert.match(hours, /\nhour +state +filed +called\n09:00 +Ohio +1 +2 .*\n09:00 +Texas +0 +2\n10:00 +Ohio +1 +0 /)
      const { code, stderr } = yield* ask("trends --by hour --split hour")
      assert.deepStrictEqual([code, stderr.includes("are the same")], [2, true])
    })
  )

  it.effect("print the header of an empty list, and exit with code 6 over a gap", () =>
    Effect.gen(function* () {
      const none = yield* ask("number 9995550100 --rows --strict --format csv")
      assert.strictEqual(none.stdout, `${header}\r\n`)
      assert.deepStrictEqual([none.code, none.stderr], [0, basis])
      const gap = yield* ask("number 2165550101 --rows --from 2021-07-05 --strict --format csv")
      assert.strictEqual(gap.stdout.trimEnd().split("\r\n").length, 2)
      assert.strictEqual((yield* ask("number 2165550101 --from 2021-07-05")).code, 0)
      assert.deepStrictEqual([gap.code, gap.stderr.includes("lacks 2 days (2021-07-05 to 2021-07-06)")], [6, true])
    })
  )

  it.effect("take a number or a name of several words without quotes", () =>
    Effect.gen(function* () {
      assert.strictEqual(JSON.parse((yield* ask("number 216 555 0100 --format json")).stdout).reports, 4)
      assert.strictEqual(JSON.parse((yield* ask("party block buster --format json")).stdout).party.length, 0)
      const { code, stderr } = yield* ask("party")
      assert.deepStrictEqual([code, stderr.includes("The argument name is missing.")], [2, true])
    })
  )

  it.effect("need no requests, and no list or export over a mirror speaks of one", () =>
    Effect.gen(function* () {
      const { folder } = yield* OneDay
      const list = yield* ask("complaints list --limit 2 --verbose")
      assert.include(list.stderr, "2 of 10 shown; --all prints the rest.\n")
      assert.include(list.stderr, "Local records need no requests")
      const exported = yield* ask(`export complaints --out ${join(folder, "all.csv")}`)
      assert.include(exported.stderr, "The mirror has 10, and all were exported.")
      const folders = yield* ask(`export complaints --out ${join(folder, "days")} --partition-by created-date`)
      assert.include(folders.stderr, "2021-07-07: 10 complaints.\n")
      assert.notMatch(list.stderr + exported.stderr + folders.stderr, /\d requests?\b|[Ss]ervice/)
    })
  )

  for (const [change, finding, days] of [
    [
      "update calls set called = called + interval 1 second where hour(created) = 9",
      /^2021-07-07 is damaged: /,
      ": 2021-07-07"
    ],
    ["update notices set title = 'another'", /^The rows of the table notices are not those that were written\./, ""],
    ["update days set origin = 'another'", /^The rows of the table days are not those that were written\./, ""],
    ["update meta set value = '1' where name = 'digest of staging'", /^The rows of the table staging are not /, ""]
  ] as const) {
    it.effect(`exit with code 6 if a value was changed, which --quick does not see: ${change}`, () =>
      Effect.gen(function* () {
        const { folder, mirror } = yield* OneDay
        const copy = join(mkdtempSync(join(folder, "damaged-")), "mirror.duckdb")
        copyFileSync(mirror, copy)
        changeMirror(copy, change)
        const verify = (...flags: ReadonlyArray<string>) =>
          run(["mirror", "verify", ...flags, "--mirror-file", copy], {}, { columns: 80 })
        assert.strictEqual((yield* verify("--quick")).code, 0)
        const { code, stderr, stdout } = yield* verify()
        assert.deepStrictEqual([code, stderr.includes(`The mirror is damaged${days}. `)], [6, true], stderr)
        assert.match(stdout, finding)
      })
    )
  }

  it.effect("of a file whose bytes are damaged end with code 1", () =>
    Effect.gen(function* () {
      const { folder } = yield* OneDay
      const mirror = join(folder, "bytes.db")
      const on = (...words: ReadonlyArray<string>) => run([...words, "--mirror-file", mirror], {}, { columns: 80 })
      yield* on("mirror", "import", join(folder, dailyFile))
      const bytes = readFileSync(mirror)
      // The pages behind the first, which has the schema.
      writeFileSync(mirror, bytes.fill(0xab, 4096 * 2))
      for (const words of [
        ["top", "states"],
        ["complaints", "list"],
        ["blocklist", "--days", "1"]
      ]) {
        const { code, stderr } = yield* on(...words)
        assert.deepStrictEqual([code, stderr.startsWith(`The mirror ${mirror} is damaged. `)], [1, true], stderr)
      }
    })
  )

  it.effect("of status and compact have the sizes before and after, and no newest day", () =>
    Effect.gen(function* () {
      const { folder, mirror } = yield* OneDay
      const copy = join(folder, "compact.db")
      copyFileSync(mirror, copy)
      const addFreeSpace = () =>
        changeMirror(
          copy,
          `create table dropped as select md5(i::varchar) from range(200000) rows(i);
            create or replace table last as from dropped; checkpoint; drop table dropped; checkpoint`
        )
      addFreeSpace()
      const { after, before } = JSON.parse(
        (yield* run(["mirror", "compact", "--mirror-file", copy, "--format", "json"])).stdout
      )
      assert.isAbove(before, after + 1_000_000)
      addFreeSpace()
      const text = (yield* run(["mirror", "compact", "--mirror-file", copy], {}, { columns: 80 })).stdout
      const [, first, second] = /^([\d.]+) MB before, ([\d.]+) MB after\.\n$/.exec(text) ?? []
      assert.isAbove(Number(first), Number(second) + 1, text)
      const none = yield* run(["mirror", "compact", "--mirror-file", join(folder, "none.db")])
      assert.deepStrictEqual([none.code, existsSync(join(folder, "none.db"))], [2, false])
      const status = JSON.parse((yield* ask("mirror status --format json")).stdout)
      assert.deepStrictEqual([status.to, "newest" in status], ["2021-07-07", false])
    })
  )

  it.effect("lack every day if the mirror is empty", () =>
    Effect.gen(function* () {
      const { folder } = yield* OneDay
      const mirror = join(folder, "empty.db")
      const on = (...words: ReadonlyArray<string>) => run([...words, "--mirror-file", mirror], {}, { columns: 80 })
      yield* on("mirror", "import", join(folder, "notices.ndjson"))
      const { code, stderr, stdout } = yield* on("top", "states", "--strict")
      assert.include(stdout, "Based on no days.")
      assert.deepStrictEqual([code, stderr.includes("The answer lacks every day.")], [6, true], stderr)
    })
  )

  it.effect("begin or end with the newest day for latest", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* ask("number 2165550100 --from latest --to Latest --format json")
      assert.deepStrictEqual([code, stderr], [0, ""])
      assert.strictEqual(JSON.parse(stdout).reports, 4)
      for (const range of [
        "--from latest",
        "--to latest",
        "--from latest --to LATEST",
        "--to latest --from 2021-07-01"
      ]) {
        const list = yield* ask(`complaints list --number 2165550100 ${range} --format ndjson`)
        assert.deepStrictEqual([list.code, list.stdout.split("\n").length], [0, 5], `${range}: ${list.stderr}`)
      }
    })
  )

  it.effect("list the complaints about a number in the order and the part that the flags choose", () =>
    Effect.gen(function* () {
      const timesOf = (line: string) =>
        Effect.map(ask(`complaints list --number 2165550100 ${line} --format ndjson`), ({ stdout }) =>
          Array.from(stdout.matchAll(/2021-07-07 (\d\d:\d\d)/g), ([, time]) => time)
        )
      assert.deepStrictEqual(yield* timesOf("--sort ASC"), ["09:05", "10:00", "11:00", "12:00"])
      assert.deepStrictEqual(yield* timesOf("--sort ASC --limit 2 --offset 1"), ["10:00", "11:00"])
      const { code, stderr } = yield* ask("complaints list --number 2165550100 --limit 0")
      assert.deepStrictEqual([code, stderr.startsWith("--limit: ")], [2, true], stderr)
    })
  )

  it.effect("count --days back from the newest day", () =>
    Effect.gen(function* () {
      const { folder } = yield* OneDay
      const [before, mirror] = [join(folder, "DNC_Complaint_Numbers_2021-07-07.csv"), join(folder, "days.db")]
      writeFileSync(before, [header, rows.join("\r\n").replaceAll("2021-07-07 ", "2021-07-06 "), ""].join("\r\n"))
      const on = (...words: ReadonlyArray<string>) => run([...words, "--mirror-file", mirror])
      assert.strictEqual((yield* on("mirror", "import", before, join(folder, dailyFile))).code, 0)
      const count = (days: string, ...filters: ReadonlyArray<string>) =>
        Effect.map(
          on("complaints", "list", "--days", days, ...filters, "--all", "--format", "ndjson"),
          ({ stdout }) => stdout.trimEnd().split("\n").length
        )
      assert.deepStrictEqual([yield* count("1"), yield* count("2")], [10, 20])
      // These are filters that only a mirror has.
      for (const [filters, each] of [
        [["--number", "2165550100"], 4],
        [["--subject", "other", "--state", "Texas"], 2]
      ] as const) {
        assert.deepStrictEqual([yield* count("1", ...filters), yield* count("2", ...filters)], [each, 2 * each])
      }
    })
  )

  it.effect("need an id that is not empty for one record", () =>
    Effect.gen(function* () {
      const { mirror } = yield* OneDay
      const blank = yield* run(["complaints", "get", " ", "--mirror-file", mirror])
      assert.deepStrictEqual([blank.code, blank.stderr.startsWith("The id is empty.")], [2, true], blank.stderr)
    })
  )
})
