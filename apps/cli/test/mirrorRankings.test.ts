import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { run } from "./inProcess.ts"
import { ask, dailyFile, header, OneDay, row } from "./oneDay.ts"

layer(OneDay.layer)("the rankings, numbers and parties of a mirror", (it) => {
  it.effect("have a ranking with shares of all reports, and name what is omitted", () =>
    Effect.gen(function* () {
      const { stdout } = yield* ask("top numbers", 80)
      assert.match(stdout, /\(216\) 555-0100 +4 +3 +50 % /)
      assert.include(stdout, "Omitted: (000) 000-0000 (5, a placeholder).")
    })
  )

  it.effect("rank values from enough places, and up to the limit", () =>
    Effect.gen(function* () {
      const valuesOf = (line: string) =>
        Effect.map(ask(`${line} --format json`), ({ stdout }) =>
          JSON.parse(stdout).top.map(({ value }: { value: unknown }) => value)
        )
      assert.deepStrictEqual(yield* valuesOf("top numbers"), ["2165550100", "2165550101"])
      assert.deepStrictEqual(yield* valuesOf("top numbers --places 3"), ["2165550100"])
      assert.deepStrictEqual(yield* valuesOf("top numbers --places 4"), [])
      assert.deepStrictEqual(yield* valuesOf("top numbers --limit 1"), ["2165550100"])
      for (const flag of ["--limit", "--places"]) {
        const { code, stderr } = yield* ask(`top numbers ${flag} 0`)
        assert.deepStrictEqual(
          [code, stderr.includes(`${flag}: "0" is not an integer of 1 or more.`)],
          [2, true],
          stderr
        )
      }
    })
  )

  it.effect("have the columns of a ranking in their order", () =>
    Effect.gen(function* () {
      const cities = yield* ask("top cities --limit 1 --number 2165550100 --format csv")
      assert.deepStrictEqual(cities.stdout.split("\r\n"), [
        "city,state,reports,records,places,robocalls_yes,robocalls_no,robocalls_unknown,first_filed,last_filed",
        "Dallas,Texas,2,2,1,0,1,1,2021-07-07 11:00:00,2021-07-07 12:00:00",
        ""
      ])
    })
  )

  it.effect("say that notices may be missing", () =>
    Effect.gen(function* () {
      const json = JSON.parse((yield* ask("party blockbuster --format json")).stdout)
      assert.deepStrictEqual([json.party[0].role, json.readToTheEnd], ["acquiring", false])
      assert.deepStrictEqual([json.notices, json.lastChanged], [1, "2021-07-07T10:00:00+00:00"])
      assert.include(json.note, "were not read to the end")
      const { code, stderr, stdout } = yield* ask("party blockbuster --strict", 80)
      assert.include(stdout.replaceAll("\n", " "), "Based on 1 notice, the last changed on 2021-07-07. The notices of")
      assert.deepStrictEqual([code, stderr.includes("lacks some notices")], [6, true])
    })
  )

  it.effect("of status are one row of CSV", () =>
    Effect.gen(function* () {
      const [names = "", values = ""] = (yield* ask("mirror status --format csv")).stdout.split("\r\n")
      const json = JSON.parse((yield* ask("mirror status --format json")).stdout)
      assert.deepStrictEqual(names.split(","), Object.keys(json))
      assert.strictEqual(values.split(",")[names.split(",").indexOf("to")], "2021-07-07")
    })
  )

  it.effect("of an import need a range of whole dates in --covers, the earlier date first", () =>
    Effect.gen(function* () {
      const { folder } = yield* OneDay
      const importing = (covers: string) => ask(`mirror import ${join(folder, "missing.csv")} --covers ${covers}`)
      for (const covers of [
        "2021-07-07..2021-07-06",
        "2021-07-06..tomorrow",
        "today..2021-07-06",
        "2021-07-05..2021-07-06..2021-07-07",
        "2021-02-30"
      ]) {
        const { code, stderr } = yield* importing(covers)
        assert.strictEqual(code, 2)
        assert.isTrue(stderr.startsWith(`--covers: "${covers}" is not a range of dates.`), stderr)
      }
      const { stderr } = yield* importing("2021-07-07")
      assert.notInclude(stderr, "--covers")
      // The only file is named once, by the failure.
      assert.strictEqual(stderr.split("missing.csv").length, 2, stderr)
    })
  )

  it.effect("have no day of the last change if the mirror has no notices", () =>
    Effect.gen(function* () {
      const { folder } = yield* OneDay
      const mirror = join(folder, "complaints.db")
      const on = (...words: ReadonlyArray<string>) => run([...words, "--mirror-file", mirror], {}, { columns: 80 })
      yield* on("mirror", "import", join(folder, dailyFile))
      const { code, stderr, stdout } = yield* on("party", "blockbuster")
      assert.deepStrictEqual([code, stderr], [0, ""])
      assert.match(stdout, /^blockbuster {3}No notice names "blockbuster"\.\nBased on 0 notices\. The notices /)
    })
  )

  it.effect("count the reports that cannot be ranked", () =>
    Effect.gen(function* () {
      const { folder } = yield* OneDay
      const [file, mirror] = [join(folder, "DNC_Complaint_Numbers_2021-07-06.csv"), join(folder, "stateless.db")]
      const lines = ["10:00:00", "11:00:00"].map((time) => row("2165550100", time, ",,", "N"))
      const all = [row("2165550100", "09:00:00", "Akron,Ohio,330", "N"), ...lines].join("\r\n")
      writeFileSync(file, `${header}\r\n${all.replaceAll("2021-07-07 ", "2021-07-05 ")}\r\n`)
      const on = (...words: ReadonlyArray<string>) => run([...words, "--mirror-file", mirror], {}, { columns: 80 })
      assert.strictEqual((yield* on("mirror", "import", file)).code, 0)
      assert.include((yield* on("top", "states")).stdout, "\nNot ranked: 2 reports (no state).\n")
    })
  )

  it.effect("have the numbers that begin with some digits in JSON, or none of them", () =>
    Effect.gen(function* () {
      const { count, coverage, numbers, prefix } = JSON.parse((yield* ask("number 21655501xx --format json")).stdout)
      assert.deepStrictEqual([prefix, count, numbers.length, coverage.complete], ["21655501", 2, 2, 1])
      const none = yield* ask("number 99955501xx", 80)
      assert.match(none.stdout, /^99955501 {3}No number that begins with 99955501 was reported\.\nBased on /)
    })
  )

  it.effect("have a notice of a party as a table and as CSV", () =>
    Effect.gen(function* () {
      const line = /\n2021-01-04 +20210001 {2}Blockbuster acquires Other\n/
      assert.match((yield* ask("party blockbuster", 80)).stdout, line)
      assert.match((yield* ask("party blockbuster", 40)).stdout, /\n2021-01-04 +20210001 {2}Blockbuster ac…\n/)
      const piped = yield* ask("party blockbuster --format table")
      assert.match(piped.stdout, line)
      assert.notInclude(piped.stdout, "…")
      for (const format of ["csv", "ndjson"]) {
        const nobody = yield* ask(`party no body --format ${format}`)
        assert.deepStrictEqual([nobody.code, nobody.stderr.split("\n")[0]], [0, 'No notice names "no body".'])
      }
      assert.match((yield* ask("party nobody", 80)).stdout, /^nobody {3}No notice names "nobody"\.\nBased on /)
      assert.match((yield* ask("party blockbuster --format csv")).stdout, /\r\n[^\r]*20210001[^\r]*acquiring/)
    })
  )

  it.effect("have the numbers that begin with some digits, and the values of a ranking, as CSV", () =>
    Effect.gen(function* () {
      const numbers = yield* ask("number 21655501xx --format csv")
      assert.strictEqual(numbers.stdout, "number,reports,records,owner\r\n2165550100,4,4,\r\n2165550101,1,1,\r\n")
      const states = yield* ask("top states --limit 1 --format csv")
      assert.match(states.stdout, /^value,reports,[^\r]*\r\nOhio,8,/)
      for (const limit of ["x1", "1x", "1.5"]) {
        assert.strictEqual((yield* ask(`top states --limit ${limit}`)).code, 2, limit)
      }
      assert.strictEqual((yield* ask("top states --limit 12")).code, 0)
    })
  )
})
