import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "./inProcess.ts"
import { header, row } from "./oneDay.ts"

const place = "Cleveland,Ohio,216"

/** Complaints of Wednesday, 7 July 2021. */
const rows = [
  row("3152328257.0", "09:05:00", place, "Y"),
  row("(315) 232-8257", "10:00:00", "Akron,OH,330.0", "Y"),
  row("0013152328257", "11:00:00", "Dallas,texas,214", "N"),
  row("15012902256#1", "12:00:00", "Dallas,TX,214", ""),
  row("+6573321194", "12:30:00", place, "Y"),
  row("8005550100", "13:00:00", place, "Y"),
  row("18008335782976", "13:01:00", place, "Y"),
  row("8006", "13:02:00", place, "Y"),
  row("4072328257", "13:03:00", place, "Y")
]

/** A mirror of a small daily file. */
class Numbers extends Context.Service<Numbers, { readonly folder: string; readonly mirror: string }>()("Numbers") {
  static readonly layer = Layer.effect(
    Numbers,
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "cli-numbers-"))),
        (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
      )
      const file = join(folder, "DNC_Complaint_Numbers_2021-07-08.csv")
      writeFileSync(file, [header, ...rows, ""].join("\r\n"))
      const mirror = join(folder, "mirror.duckdb")
      const { code, stderr } = yield* run(["mirror", "import", file, "--mirror-file", mirror])
      assert.strictEqual(code, 0, stderr)
      return { folder, mirror }
    })
  )
}

const ask = (command: ReadonlyArray<string>, columns?: number) =>
  Effect.flatMap(Numbers, ({ mirror }) =>
    run([...command, "--mirror-file", mirror], {}, columns === undefined ? {} : { columns })
  )

layer(Numbers.layer)("a number", (it) => {
  const reports: ReadonlyArray<readonly [words: ReadonlyArray<string>, number: string, reports: number]> = [
    [["3152328257"], "3152328257", 3],
    [["00", "1", "315", "232", "8257"], "3152328257", 3],
    [["15012902256#1"], "15012902256#1", 1],
    [["18008335782976"], "18008335782976", 1],
    [["+65 7332 1194"], "+6573321194", 1],
    [["011 47 93 39 22 89"], "+4793392289", 0]
  ]

  it.effect.each(reports)("is found as %j", ([words, number, count]) =>
    Effect.gen(function* () {
      const { code, stdout } = yield* ask(["number", ...words, "--format", "json"])
      assert.strictEqual(code, 0)
      assert.deepInclude(JSON.parse(stdout), { number, reports: count })
    })
  )

  it.effect("is listed as it was received, and its states and area codes are read", () =>
    Effect.gen(function* () {
      const { stdout } = yield* ask(["complaints", "list", "--number", "3152328257", "--format", "csv"])
      const cells = stdout.split("\r\n").map((line) => line.split(","))
      assert.sameMembers(
        cells.slice(1, -1).map(([number = "", , , , state = "", area = ""]) => `${number} ${state} ${area}`),
        ["3152328257.0 Ohio 216", "(315) 232-8257 OH 330.0", "0013152328257 texas 214"]
      )
      const report = JSON.parse((yield* ask(["number", "3152328257", "--format", "json"])).stdout)
      assert.deepStrictEqual(report.states, [
        { state: "Ohio", reports: 2 },
        { state: "Texas", reports: 1 }
      ])
      assert.deepStrictEqual(
        report.areaCodes.map(({ areaCode }: { readonly areaCode: string }) => areaCode),
        ["214", "216", "330"]
      )
    })
  )

  it.effect("has one rule for its first digits in `number`, `list` and `top`", () =>
    Effect.gen(function* () {
      assert.match(
        (yield* ask(["number", "800"], 80)).stdout,
        /^800 {3}1 number begins with 800: 1 report\.\n.*\n\(800\) 555-0100 +1 /
      )
      const listed = yield* ask(["complaints", "list", "--number", "800", "--format", "csv"])
      assert.lengthOf(listed.stdout.trimEnd().split("\r\n"), 2)
      const top = yield* ask(["top", "numbers", "--number", "800", "--format", "csv"])
      assert.match(top.stdout, /^.*\r\n8005550100,1,1,[^\r]*\r\n$/)
    })
  )

  it.effect("without its area code lists the numbers that end so", () =>
    Effect.gen(function* () {
      const { code, stdout } = yield* ask(["number", "232-8257"], 80)
      assert.strictEqual(code, 0)
      assert.match(
        stdout,
        /^232-8257 {3}2 numbers end with 2328257: 4 reports\.\n {2}The area code of the number is missing\.\n.*\n\(315\) 232-8257 +3 .*\n\(407\) 232-8257 +1 /
      )
    })
  )

  const refused: ReadonlyArray<readonly [words: ReadonlyArray<string>, reason: string]> = [
    [["3152328257", "8042518204"], '"3152328257 8042518204" is more than one number; type one.'],
    [["(315)232-82577"], '"(315)232-82577" is not a telephone number; it has 11 digits, and a number has ten.'],
    [["saidpress1"], '"saidpress1" is not a telephone number']
  ]

  it.effect.each(refused)("is refused with exit code 2: %j", ([words, reason]) =>
    Effect.gen(function* () {
      const one = yield* ask(["number", ...words])
      assert.deepStrictEqual([one.code, one.stdout], [2, ""])
      assert.include(one.stderr, reason)
      const list = yield* ask(["complaints", "list", "--number", words.join(" ")])
      assert.deepStrictEqual([list.code, list.stdout], [2, ""])
      assert.include(list.stderr, reason)
    })
  )

  it.effect("that a spreadsheet rounded makes a file unusable", () =>
    Effect.gen(function* () {
      const { folder } = yield* Numbers
      const file = join(folder, "rounded.csv")
      writeFileSync(file, [header, row("3.15233E+09", "09:05:00", place, "Y"), ""].join("\r\n"))
      const { code, stderr } = yield* ask(["mirror", "import", file])
      assert.strictEqual(code, 2)
      assert.include(stderr, "1 of its 1 numbers have lost digits, such as 3.15233E+09")
    })
  )
})
