import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
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

const byDay = ["export", "complaints", "--partition-by", "created-date", "--out"]

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
      run([...byDay, calls, ...mirror, "--report", "json", ...(typeof flags === "string" ? flags.split(" ") : flags)]),
    planDays: (flags: string) => run([...byDay, calls, ...mirror, "--dry-run", ...flags.split(" ").filter(Boolean)]),
    partOf: (day: string, format = "csv") => join(calls, `created_date=${day}`, `part-0.${format}`),
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
        const { credit, files, note, query, writtenBy } = manifest()
        assert.deepStrictEqual([note, writtenBy], [complaintKind.note, `public-records ${version}`])
        assert.strictEqual(credit, "Source: United States Federal Trade Commission, www.ftc.gov")
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
      const { exportDays, importDay, manifest, partOf, shaOf } = yield* mirrorIn
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
      const { ino, mtimeMs } = statSync(partOf("2021-07-08"))
      assert.deepStrictEqual(yield* counts("--format csv"), [1, 1])
      assert.deepInclude(statSync(partOf("2021-07-08")), { ino, mtimeMs })
      assert.notStrictEqual(shaOf("2021-07-07"), before[0])
      assert.strictEqual(shaOf("2021-07-08"), before[1])
      assert.strictEqual(manifest().records, 2)
    })
  )

  it.live(
    "has each day as the mirror has it when the day is written, and what changes later is written by the next run",
    () =>
      Effect.gen(function* () {
        const { calls, exportDays, importDay, manifest, mirror } = yield* mirrorIn
        yield* importDay(july7, [one])
        yield* importDay(july8, [three])
        const { layer, written } = hostIn()
        /** Changes both days of the mirror when a line about the first one is printed. */
        const host = Effect.map(Host, (own) => {
          const write = (text: string, ...rest: ReadonlyArray<() => void>) => {
            if (text.startsWith("2021-07-07: ")) {
              changeMirror(mirror, "update days set digest = 'another', state = 'partial'")
            }
            return own.stderr.write(text, ...rest)
          }
          const stderr: typeof own.stderr = Object.create(own.stderr, { write: { value: write } })
          return Host.of({ ...own, stderr })
        })
        const partitioned = ["--partition-by", "created-date", "--format", "csv", "--sort", "asc"]
        const asked = ["export", "complaints", ...partitioned, "--out", calls, "--mirror-file", mirror]
        const code = yield* runProgram(asked).pipe(Effect.provide(Layer.effect(Host, host).pipe(Layer.provide(layer))))
        assert.strictEqual(code, 0, written().stderr)
        assert.deepStrictEqual(manifest().coverage.partial, ["2021-07-08"])
        for (const [daysAdded, partial] of [
          [1, ["2021-07-07", "2021-07-08"]],
          [0, ["2021-07-07", "2021-07-08"]]
        ] as const) {
          const next = yield* exportDays("--format csv --sort asc")
          assert.strictEqual(JSON.parse(next.stdout).daysAdded, daysAdded)
          assert.deepStrictEqual(manifest().coverage.partial, partial)
        }
      })
  )

  it.live("plans the complaints of the days that have changed, and is empty only if no complaint matches", () =>
    Effect.gen(function* () {
      const { calls, exportDays, importDay, planDays } = yield* mirrorIn
      yield* importDay(july7, [one, two])
      yield* importDay(july8, [three])
      const plan = (flags: string, out: string, code = 0) =>
        Effect.map(planDays(`--format csv --fail-if-empty ${flags}`), (dry) => {
          assert.deepStrictEqual([dry.code, dry.stderr.split("\n")[0]], [code, out])
        })
      yield* plan("", "Plan: 3 complaints.")
      assert.isFalse(existsSync(calls))
      yield* exportDays("--format csv --created-date 2021-07-08")
      yield* plan("", "Plan for the rest: 2 complaints.")
      yield* plan("--restart", "Plan: 3 complaints.")
      yield* plan("--created-date 2021-07-08", "Plan for the rest: 0 complaints.")
      yield* plan("--created-date 2021-07-09", "Plan: 0 complaints.", 7)
      for (const [flags, code] of [
        ["--created-date 2021-07-07", 0],
        ["--created-date 2021-07-07", 0],
        ["--created-date 2021-07-09", 7]
      ] as const) {
        assert.strictEqual((yield* exportDays(`--format csv --fail-if-empty ${flags}`)).code, code)
      }
    })
  )

  it.live("has a manifest of all its days again after an export was interrupted", () =>
    Effect.gen(function* () {
      const { calls, exportDays, importDay, manifest, partOf } = yield* mirrorIn
      yield* importDay(july7, [one])
      yield* importDay(july8, [three])
      for (const interrupt of [
        () => rmSync(join(calls, "_manifest.json")),
        () => rmSync(partOf("2021-07-08")),
        () => rmSync(partOf("2021-07-07"))
      ]) {
        yield* exportDays("--format csv")
        assert.lengthOf(manifest().files, 2)
        interrupt()
      }
    })
  )

  it.live("belongs to one query and one format, unless --restart writes all its days again", () =>
    Effect.gen(function* () {
      const { exportDays, importDay, manifest } = yield* mirrorIn
      yield* importDay(july7, [one, two])
      yield* importDay(july8, [three])
      yield* exportDays("--format csv")
      for (const [flags, code, text] of [
        ["--format csv --state TX", 2, "for a different query"],
        ["--format csv --state TX --restart --created-date 2021-07-07", 2, "2021-07-08"],
        ["--format ndjson --restart", 2, "--format csv"],
        ["--format csv --state TX --restart", 0, "1 complaint"]
      ] as const) {
        assert.strictEqual(manifest().records, 3)
        const { code: found, stderr } = yield* exportDays(flags)
        assert.deepStrictEqual([found, stderr.includes(text)], [code, true], stderr)
      }
      assert.strictEqual(manifest().records, 1)
    })
  )

  it.live("reads the sample and files as well, and says which it is", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const data = join(path, july7)
      writeFileSync(data, [header, one, two, ""].join("\r\n"))
      for (const [source, records, isSample] of [
        [["--demo"], 14_034, true],
        [["--mirror-file", "sample"], 14_034, true],
        [["--data", data], 2, false]
      ] as const) {
        const out = [join(path, source.join("")), "--report", "json", "--created-date", "2021-07-07"]
        const { code, stderr, stdout } = yield* run([...byDay, ...out, ...source])
        assert.strictEqual(code, 0, stderr)
        assert.deepInclude(JSON.parse(stdout), { records, daysAdded: 1 })
        assert.strictEqual(stderr.includes("Sample data"), isSample, stderr)
      }
    })
  )

  it.live("names missing and partial days, which --strict does not allow, and which stay so in another mirror", () =>
    Effect.gen(function* () {
      const { exportDays, importCalls, importDay, manifest } = yield* mirrorIn
      yield* importDay(july7, [one])
      yield* importDay("some.csv", [row("2021-07-10", "3155550100")])
      const { code, stderr } = yield* exportDays("--format ndjson --from 2021-07-06 --strict")
      assert.strictEqual(code, 6)
      assert.include(
        stderr,
        "Based on 2 of 5 days, 2021-07-06 to 2021-07-10. Missing: 2021-07-06, 2021-07-08 to 2021-07-09. Partial: 2021-07-10.\n"
      )
      assert.include(stderr, "The answer lacks 3 days (2021-07-06, 2021-07-08 to 2021-07-09) and parts of 1 day")
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
