import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { changeMirror } from "./changeMirror.ts"
import { folder, namesIn } from "./exportFolder.ts"
import { complaintKind } from "../src/output/kinds.ts"
import { version } from "../src/version.ts"
import { Host } from "../src/Host.ts"
import { runCommandLine as runProgram } from "../src/commandLine.ts"
import { hostIn, run } from "./inProcess.ts"

const header =
  "Company_Phone_Number,Created_Date,Violation_Date,Consumer_City,Consumer_State,Consumer_Area_Code,Subject,Recorded_Message_Or_Robocall"

const row = (day: string, number: string, state = "Ohio") =>
  `${number},${day} 10:00:00,${day} 09:00:00,Akron,${state},330,Other,Y`

/** A folder with a mirror, and functions that import a daily file and export to the folder `calls`. */
const mirrorIn = Effect.map(folder, (path) => {
  const file = join(path, "mirror.duckdb")
  const mirror = ["--mirror-file", file]
  const calls = join(path, "calls")
  return {
    calls,
    mirror: file,
    importDay: (name: string, rows: ReadonlyArray<string>, ...flags: ReadonlyArray<string>) => {
      const daily = join(path, name)
      writeFileSync(daily, [header, ...rows, ""].join("\r\n"))
      return run(["mirror", "import", daily, ...mirror, ...flags])
    },
    importCalls: (into: string) => run(["mirror", "import", calls, "--mirror-file", join(path, into)]),
    exportDays: (flags: string | ReadonlyArray<string>) =>
      run([
        ..."export complaints --partition-by created-date --report json --out".split(" "),
        calls,
        ...mirror,
        ...(typeof flags === "string" ? flags.split(" ") : flags)
      ]),
    exportFile: (flags: ReadonlyArray<string>) => {
      mkdirSync(calls)
      const out = ["--out", join(calls, "all.ndjson"), "--manifest"]
      return run(["export", "complaints", ...out, ...mirror, ...flags])
    },
    manifest: () => JSON.parse(readFileSync(join(calls, "_manifest.json"), "utf8")),
    shaOf: (day: string): string =>
      JSON.parse(readFileSync(join(calls, "_manifest.json"), "utf8")).files.find((file: { path: string }) =>
        file.path.includes(day)
      ).sha256
  }
})

const july7 = "DNC_Complaint_Numbers_2021-07-08.csv"
const july8 = "DNC_Complaint_Numbers_2021-07-09.csv"
const one = row("2021-07-07", "2165550100")
const two = row("2021-07-07", "3155550100", "Texas")
const three = row("2021-07-08", "3155550100")

describe("an export of a mirror by days", () => {
  it.live("takes every filter, in every format, and has a file for each day of the mirror", () =>
    Effect.gen(function* () {
      for (const format of ["csv", "ndjson", "parquet"]) {
        const { calls, exportDays, importDay, manifest } = yield* mirrorIn
        yield* importDay(july7, [one, two, two])
        yield* importDay(july8, [three])
        const { code, stderr, stdout } = yield* exportDays(`--format ${format} --number 315 --state TX --robocall true`)
        assert.strictEqual(code, 0, stderr)
        assert.deepInclude(JSON.parse(stdout), { records: 2, daysAdded: 2, daysComplete: 0 })
        const { files, note, query, writtenBy } = manifest()
        assert.deepStrictEqual([note, writtenBy], [complaintKind.note, `public-records ${version}`])
        assert.deepStrictEqual(
          files.map(({ path, records }: { path: string; records: number }) => [path, records]),
          [
            [`created_date=2021-07-07/part-0.${format}`, 2],
            [`created_date=2021-07-08/part-0.${format}`, 0]
          ]
        )
        assert.match(query, /^state=Texas&is_robocall=true&company_phone_number=315&/)
        assert.include(yield* namesIn(calls), `created_date=2021-07-08/part-0.${format}`)
      }
    })
  )

  it.live("takes a single day, and latest as the newest day of the mirror", () =>
    Effect.gen(function* () {
      const { exportDays, importDay } = yield* mirrorIn
      yield* importDay(july7, [one, two])
      yield* importDay(july8, [three])
      for (const [flags, counts] of [
        ["--created-date 2021-07-07", { records: 2, daysAdded: 1 }],
        ["--created-date latest", { records: 1, daysAdded: 1 }],
        ["--violation-date latest", { records: 1, daysAdded: 2 }]
      ] as const) {
        const { stderr, stdout } = yield* exportDays(`--format csv --restart ${flags}`)
        assert.notStrictEqual(stdout, "", stderr)
        assert.deepInclude(JSON.parse(stdout), counts, flags)
      }
    })
  )

  it.live("writes the days in the order of the query", () =>
    Effect.gen(function* () {
      const { exportDays, importDay } = yield* mirrorIn
      yield* importDay(july7, [one])
      yield* importDay(july8, [three])
      const daysOf = (order: string) =>
        Effect.map(exportDays(`--format csv --restart --sort ${order}`), ({ stderr }) =>
          [...stderr.matchAll(/^(2021-07-\d\d): 1 complaint/gm)].map(([, day]) => day)
        )
      assert.deepStrictEqual(yield* daysOf("asc"), ["2021-07-07", "2021-07-08"])
      assert.deepStrictEqual(yield* daysOf("desc"), ["2021-07-08", "2021-07-07"])
    })
  )

  it.live("writes only the days again that the mirror replaced", () =>
    Effect.gen(function* () {
      const { exportDays, importDay, manifest, shaOf } = yield* mirrorIn
      yield* importDay(july7, [one])
      yield* importDay(july8, [three])
      const counts = (line: string) =>
        Effect.map(exportDays(line), ({ stdout }) => {
          const { daysAdded, daysComplete } = JSON.parse(stdout)
          return [daysAdded, daysComplete]
        })
      assert.deepStrictEqual(yield* counts("--format csv --to latest"), [2, 0])
      const before = [shaOf("2021-07-07"), shaOf("2021-07-08")]
      assert.deepStrictEqual(yield* counts("--format csv --days 2"), [0, 2])
      yield* importDay(july7, [two], "--replace")
      assert.deepStrictEqual(yield* counts("--format csv"), [1, 1])
      assert.notStrictEqual(shaOf("2021-07-07"), before[0])
      assert.strictEqual(shaOf("2021-07-08"), before[1])
      assert.strictEqual(manifest().records, 2)
    })
  )

  const replaced = (digest: string) => `update days set digest = '${digest.repeat(8)}', state = 'partial'`
  for (const [change, changes, again] of [
    ["is replaced", [replaced("00")], ["1 complaint"]],
    ["is replaced twice", [replaced("00"), replaced("01")], ["1 complaint", "1 complaint"]],
    ["is removed", ["delete from days; delete from calls"], ["0 complaints"]]
  ] as const) {
    it.live(`writes a day again that ${change} during the export`, () =>
      Effect.gen(function* () {
        const { calls, exportDays, importDay, manifest, mirror } = yield* mirrorIn
        yield* importDay(july7, [one])
        const { layer, written } = hostIn()
        /** Changes the mirror when a line about the day is printed. */
        const host = Effect.map(Host, (own) => {
          const left: Array<string> = [...changes]
          const write = (text: string, ...rest: ReadonlyArray<() => void>) => {
            const words = text.startsWith("2021-07-07: ") ? left.shift() : undefined
            if (words !== undefined) changeMirror(mirror, words)
            return own.stderr.write(text, ...rest)
          }
          const stderr: typeof own.stderr = Object.create(own.stderr, { write: { value: write } })
          return Host.of({ ...own, stderr })
        })
        const partitioned = ["--partition-by", "created-date", "--format", "csv"]
        const asked = ["export", "complaints", ...partitioned, "--out", calls, "--mirror-file", mirror]
        const code = yield* runProgram(asked).pipe(Effect.provide(Layer.effect(Host, host).pipe(Layer.provide(layer))))
        const { stderr } = written()
        assert.strictEqual(code, 0, stderr)
        assert.deepStrictEqual(
          [...stderr.matchAll(/^2021-07-07: (.*)\.$/gm)].map(([, text]) => text),
          ["1 complaint", ...again]
        )
        assert.deepStrictEqual(manifest().coverage.partial, ["2021-07-07"])
        const next = yield* exportDays("--format csv")
        assert.strictEqual(JSON.parse(next.stdout).daysAdded, 0)
      })
    )
  }

  it.live("names missing and partial days, which --strict does not allow, and which stay so in another mirror", () =>
    Effect.gen(function* () {
      const { exportDays, importCalls, importDay, manifest } = yield* mirrorIn
      yield* importDay(july7, [one])
      yield* importDay("some.csv", [row("2021-07-10", "3155550100")])
      const { code, stderr } = yield* exportDays("--format ndjson --from 2021-07-06 --strict")
      assert.strictEqual(code, 6)
      assert.include(stderr, "The mirror lacks 3 days: 2021-07-06, 2021-07-08 to 2021-07-09.")
      assert.include(stderr, "The mirror has only a part of 1 day: 2021-07-10.")
      assert.deepStrictEqual(manifest().coverage, {
        from: "2021-07-07",
        to: "2021-07-10",
        complete: 1,
        partial: ["2021-07-10"],
        missing: [{ from: "2021-07-08", to: "2021-07-09" }]
      })
      assert.strictEqual((yield* exportDays("--format ndjson --to 2021-07-07 --strict")).code, 0)
      const imported = (yield* importCalls("other.db")).stdout
      assert.match(imported, /2021-07-07.*complete/)
      assert.match(imported, /2021-07-10.*partial/)
    })
  )

  it.live("has the days of the mirror also in the manifest of one file", () =>
    Effect.gen(function* () {
      const { calls, exportFile, importCalls, importDay } = yield* mirrorIn
      yield* importDay(july7, [one])
      yield* importDay("some.csv", [row("2021-07-10", "3155550100")])
      yield* exportFile(["--from", "2021-07-07", "--to", "2021-07-10"])
      const { coverage } = JSON.parse(readFileSync(join(calls, "all.ndjson.manifest.json"), "utf8"))
      assert.deepStrictEqual(coverage, {
        from: "2021-07-07",
        to: "2021-07-10",
        complete: 1,
        partial: ["2021-07-10"],
        missing: [{ from: "2021-07-08", to: "2021-07-09" }]
      })
      const imported = (yield* importCalls("other.db")).stdout
      assert.deepStrictEqual(
        [...imported.matchAll(/"day":"(\S+?)","state":"(\w+)"/g)].map(([, day, state]) => [day, state]),
        [
          ["2021-07-07", "complete"],
          ["2021-07-10", "partial"]
        ]
      )
    })
  )

  it.live("refuses parts of days", () =>
    Effect.gen(function* () {
      const { exportDays, importDay } = yield* mirrorIn
      yield* importDay(july7, [one])
      for (const [range, codeOf] of [
        ["--from=2021-07-07", 0],
        ["--from=2021-07-07 10:00", 2],
        ["--to=2021-07-07 10:00", 2]
      ] as const) {
        for (const filter of ["--number=216", "--state=OH"]) {
          const { code, stderr } = yield* exportDays(["--restart", range, filter])
          assert.deepStrictEqual([code, stderr.includes("full days")], [codeOf, codeOf === 2], stderr)
        }
      }
    })
  )
})
