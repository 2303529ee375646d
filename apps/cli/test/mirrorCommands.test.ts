import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { copyFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { run } from "./inProcess.ts"
import { dailyFile, header, OneDay, row } from "./oneDay.ts"

/** A mirror of 501 complaints about as many numbers, some of which have no city or no state. */
class ManyNumbers extends Context.Service<ManyNumbers, { readonly mirror: string }>()("ManyNumbers") {
  static readonly layer = Layer.effect(
    ManyNumbers,
    Effect.gen(function* () {
      const { folder } = yield* OneDay
      const places = ["Akron,Ohio,330", "Akron,Ohio,330", "Lima,,419", ",Ohio,"]
      const lines = Array.from({ length: 501 }, (_, index) =>
        row(String(2_165_550_100 + index), "10:00:00", places[index] ?? "Dallas,Texas,214", index < 3 ? "Y" : "N")
      )
      const [file, mirror] = [join(folder, "many.csv"), join(folder, "many.db")]
      writeFileSync(file, [header, ...lines, ""].join("\n"))
      const { code, stderr } = yield* run(["mirror", "import", file, "--mirror-file", mirror])
      assert.strictEqual(code, 0, stderr)
      return { mirror }
    })
  )
}

layer(ManyNumbers.layer.pipe(Layer.provideMerge(OneDay.layer)))("a command over a mirror", (it) => {
  const ask = Effect.fnUntraced(function* (line: string, columns?: number) {
    const { mirror } = yield* ManyNumbers
    return yield* run([...line.split(" "), "--mirror-file", mirror], {}, columns === undefined ? {} : { columns })
  })

  it.effect("shows cities without a state, and counts the complaints without a city", () =>
    Effect.gen(function* () {
      const ranking = (yield* ask("top cities --places 1", 80)).stdout.split("\n")
      assert.deepStrictEqual(
        ranking.slice(1, 6).map((line) => line.replace(/ *[█▏]*$/u, "")),
        [
          "city           reports  places  robocalls",
          "Dallas, Texas      497       1        0 %",
          "Akron, Ohio          2       1      100 %",
          "Lima                 1       1      100 %",
          "Not ranked: 1 report (no city)."
        ]
      )
      const csv = yield* ask("top cities --places 1 --format csv")
      assert.match(csv.stdout, /\r\nLima,,1,1,1,1,0,0,/)
      const trend = (yield* ask("trends --by city --split robocall", 80)).stdout.split("\n")
      assert.deepStrictEqual(
        trend.slice(3, 8).map((line) => line.replace(/ *[█▏▎]*$/u, "")),
        [
          "city           robocall    reports",
          "Dallas, Texas  other call      497",
          "Akron, Ohio    robocall          2",
          "Lima           robocall          1",
          "not stated     other call        1"
        ]
      )
      const { stdout } = yield* ask("trends --by city --split robocall --format csv")
      assert.strictEqual(
        stdout,
        'city,robocall,reports,records\r\n,false,1,1\r\n"Akron, Ohio",true,2,2\r\n"Dallas, Texas",false,497,497\r\nLima,true,1,1\r\n'
      )
      const missing = yield* ask("trends")
      assert.strictEqual(missing.code, 2)
      assert.match(missing.stderr, /^--by is missing\. Choose one of day, week, /)
    })
  )

  it.effect("shows the first numbers of a prefix, and prints every complaint about them", () =>
    Effect.gen(function* () {
      const all = yield* ask("complaints list --all --verbose --format ndjson")
      assert.strictEqual(all.stdout.split("\n").length, 502)
      assert.notMatch(all.stderr, /\d requests?\b/)
      const { stdout } = yield* ask("number 21655", 80)
      assert.strictEqual(stdout.split("\n")[0], "21655   501 numbers begin with 21655: 501 reports.")
      assert.include(stdout, "\nThese are the 50 that were reported most.\n")
      const csv = (yield* ask("number 21655 --rows --format csv")).stdout.trimEnd().split("\r\n")
      assert.deepStrictEqual([csv.length, csv.filter((line) => line === header).length], [502, 1])
      assert.lengthOf(JSON.parse((yield* ask("number 21655 --rows --format json")).stdout), 501)
      assert.strictEqual((yield* ask("number 999 --rows --format json")).stdout, "[]\n")
    })
  )

  it.effect("that lists nothing says so, and exits with code 7 with --fail-if-empty", () =>
    Effect.gen(function* () {
      const none = "complaints list --number 9995550100 --format csv"
      const usual = yield* ask(none)
      const strict = yield* ask(`${none} --fail-if-empty`)
      assert.deepStrictEqual([usual.code, usual.stdout], [0, `${header}\r\n`])
      assert.isNotEmpty(usual.stderr)
      assert.deepStrictEqual(strict, { ...usual, code: 7 })
      assert.strictEqual((yield* ask("complaints list --number 2165550100 --fail-if-empty")).code, 0)
    })
  )

  it.effect("that imports files prints one line for each day on a terminal, and names the refused files", () =>
    Effect.gen(function* () {
      const { folder } = yield* OneDay
      const file = (name: string): string => join(folder, name)
      const importing = (names: ReadonlyArray<string>, mirror: string, ...flags: ReadonlyArray<string>) =>
        run(["mirror", "import", ...names.map(file), "--mirror-file", file(mirror), ...flags], {}, { columns: 200 })
      const refusal = (name: string) => `The data file ${file(name)} cannot be read: the file does not exist.\n`
      const erase = "\r\u001B[K"
      const one = yield* importing([dailyFile, "a.csv"], "table.db")
      assert.deepStrictEqual(one, {
        code: 2,
        stdout: `2021-07-07  complete  10 rows  stored  from ${dailyFile}\n2 files: 10 records read, 10 added, 1 file refused. Days: 1 stored. The mirror has 10 complaints.\n`,
        stderr: `${erase}0 % read: ${file(dailyFile)}${erase}${refusal("a.csv")}${refusal("a.csv")}`
      })
      const two = yield* importing([dailyFile, "a.csv", "b.csv"], "csv.db", "--format", "csv")
      assert.match(
        two.stdout,
        /^day,state,records,duplicates,setAside,source,origin,outcome,why\n2021-07-07,[^\n]*,stored,\n$/
      )
      assert.strictEqual(
        two.stderr,
        `${erase}0 % read: ${file(dailyFile)}${erase}${refusal("a.csv")}${refusal("b.csv")}2 of 3 files were refused. ${refusal("a.csv")}`
      )
      const both = yield* importing([dailyFile, "many.csv"], "both.db")
      assert.match(both.stderr, /K2 % read: \S+2021-07-08\.csv\r.*\r\u001B\[K100 % read: \S+many\.csv\r/s)
      const covers = ["--covers", "2021-07-07..2021-07-07", "--format"]
      const json = yield* importing([dailyFile], "csv.db", ...covers, "json")
      assert.strictEqual(json.code, 0)
      assert.match(json.stdout, /^\{\n {2}"events": \[\n {4}\{\n {6}"day": "2021-07-07",\n/)
      const ndjson = yield* importing([dailyFile], "csv.db", ...covers, "ndjson")
      const [day, report, ...more] = ndjson.stdout.split("\n")
      assert.deepStrictEqual(
        [day, report].map((line) => JSON.parse(line ?? "")),
        [JSON.parse(json.stdout).events[0], JSON.parse(json.stdout).report]
      )
      assert.deepStrictEqual(more, [""])
    })
  )

  it.effect("that may take long shows what it does on a terminal", () =>
    Effect.gen(function* () {
      const { folder, mirror } = yield* OneDay
      const copy = join(folder, "copy.db")
      copyFileSync(mirror, copy)
      const { stderr } = yield* run(["mirror", "compact", "--mirror-file", copy], {}, { columns: 80 })
      assert.strictEqual(stderr, "\r\u001B[KCompacting\r\u001B[K")
    })
  )
})
