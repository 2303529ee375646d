import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync, readlinkSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { runShell } from "./executable.ts"
import { folder, lines } from "./exportFolder.ts"
import { run } from "./inProcess.ts"
import { listedService } from "./listedService.ts"
import { socketAt } from "./socketAt.ts"

const environment = { PUBLIC_RECORDS_API_KEY: "a-key" }
const ohio = ["export", "complaints", "--demo", "--state", "Ohio"]
const shellOhio = `$CLI ${ohio.join(" ")} --quiet`
const count = 1622

const linesIn = (path: string): number => lines(readFileSync(path, "utf8")).length

/** A file with a complaint whose city has an escape sequence and a character that hides. */
const hostileData = Effect.map(folder, (path) => {
  const file = join(path, "hostile.ndjson")
  const complaint = {
    id: "a",
    companyPhoneNumber: "4703352559",
    createdDate: "2021-07-05 10:00:00",
    violationDate: "2021-07-05 10:00:00",
    consumerCity: "Col\u001B[2Jum\u3164bus",
    consumerState: "Ohio",
    consumerAreaCode: "614",
    subject: "Other",
    isRobocall: true
  }
  writeFileSync(file, `${JSON.stringify(complaint)}\n`)
  return file
})

describe("an export to standard output", () => {
  it.live("is safe text on a terminal and exact in a pipe, and its size is in bytes", () =>
    Effect.gen(function* () {
      const asked = ["export", "complaints", "--data", yield* hostileData, "--out", "-"]
      const cityIn = (format: string, columns?: number) =>
        Effect.map(run([...asked, "--format", format], {}, columns === undefined ? {} : { columns }), ({ stdout }) => {
          return /Col.*?bus/.exec(stdout)?.[0]
        })
      assert.strictEqual(yield* cityIn("csv"), "Col\u001B[2Jum\u3164bus")
      assert.strictEqual(yield* cityIn("csv", 80), "Col␛[2Jum�bus")
      const printed = yield* run([...asked, "--format", "csv"], {}, { columns: 80 })
      assert.match(printed.stdout, /^Company_Phone_Number,[^\\\r]*\n[^\\\r]*,Y\n$/)
      assert.strictEqual(yield* cityIn("ndjson"), `${String.raw`Col\u001b[2Jum`}\u3164bus`)
      assert.strictEqual(yield* cityIn("ndjson", 80), String.raw`Col\u001b[2Jum\u3164bus`)
      const { stderr, stdout } = yield* run(asked)
      assert.isAbove(Buffer.byteLength(stdout), stdout.length)
      assert.include(stderr, `1 complaint: standard output, ${Buffer.byteLength(stdout)} bytes.`)
    })
  )

  it.live("stops at --limit, without unnecessary requests", () =>
    Effect.gen(function* () {
      for (const [max, requests, reachesMax] of [
        [50, 1, true],
        [51, 2, true],
        [120, 3, true],
        [121, 3, false]
      ] as const) {
        const service = yield* listedService({ "2021-07-07": 120 })
        const asked = ["export", "complaints", ...service.flags, "--out", "-", "--limit", String(max)]
        // A list that was cut off on purpose is no problem.
        const { code, stderr, stdout } = yield* run([...asked, "--strict"], environment)
        assert.deepStrictEqual([code, lines(stdout).length, service.requests.length], [0, Math.min(max, 120), requests])
        assert.strictEqual(stderr.includes("at --limit."), reachesMax, stderr)
      }
    })
  )

  it.live("does not mention resuming if it fails, because it writes no checkpoint", () =>
    Effect.gen(function* () {
      const { flags } = yield* listedService({ "2021-07-07": 230 }, { refusesFrom: 3 })
      const { code, stderr, stdout } = yield* run(["export", "complaints", ...flags, "--out", "-"], environment)
      assert.deepStrictEqual([code, lines(stdout).length], [6, 99])
      assert.notInclude(stderr, "saved")
    })
  )

  it.live("goes where the shell sends it, and ends silently if the reader has enough", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const [pipe, copy, file] = [join(path, "pipe"), join(path, "copy"), join(path, "file")]
      const piped = yield* runShell(`mkfifo ${pipe}; cat ${pipe} > ${copy} & ${shellOhio} --out - > ${pipe}; wait`)
      assert.deepStrictEqual([piped.code, piped.stderr, linesIn(copy)], [0, "", count])
      const appended = yield* runShell(`echo first >> ${file}; ${shellOhio} --out - >> ${file}`)
      assert.deepStrictEqual([appended.code, linesIn(file)], [0, 1 + count])
      const cut = yield* runShell(
        "set -o pipefail; $CLI export complaints --demo --quiet --out - | head -n 1; echo $PIPESTATUS"
      )
      assert.deepStrictEqual([cut.code, cut.stderr, lines(cut.stdout).at(-1)], [0, "", "0"])
    })
  )
})

describe("the target of --out", () => {
  it.live("is a regular file: others are refused in one sentence, and stay as they are", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const [pipe, socket, link] = [join(path, "pipe"), join(path, "socket"), join(path, "link")]
      execFileSync("mkfifo", [pipe])
      yield* socketAt(socket)
      symlinkSync("/dev/stdout", link)
      const names = readdirSync(path)
      for (const out of [pipe, socket, link, "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/dev/full"]) {
        const { code, stderr, stdout } = yield* run([...ohio, "--out", out, "--format", "csv"])
        const sentence = `--out ${out} is not a regular file; use --out - > ${out} to write to it.\n`
        assert.deepStrictEqual([code, stderr, stdout], [2, sentence, ""])
      }
      assert.deepStrictEqual(readdirSync(path), names)
      assert.isTrue(statSync(pipe).isFIFO())
    })
  )

  it.live("may be a symbolic link, which stays one and decides the format", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const link = join(path, "latest.csv")
      symlinkSync("july.ndjson", link)
      for (const episode of ["creates", "replaces"]) {
        const { code, stderr } = yield* run([...ohio, "--out", link])
        assert.strictEqual(code, 0, stderr)
        assert.strictEqual(readlinkSync(link), "july.ndjson", episode)
        assert.match(readFileSync(join(path, "july.ndjson"), "utf8"), /^Company_Phone_Number,/)
        assert.deepStrictEqual(readdirSync(path).toSorted(), ["july.ndjson", "latest.csv"])
      }
    })
  )

  it.live("may be a partitioned folder with missing parents, if they can be created", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const days = ["--created-from", "2021-07-07", "--created-to", "2021-07-07"]
      const byDay = [...ohio, ...days, "--partition-by", "created-date"]
      const created = yield* run([...byDay, "--out", join(path, "a/b/calls")])
      assert.strictEqual(created.code, 0, created.stderr)
      assert.deepStrictEqual(readdirSync(join(path, "a/b/calls")).toSorted(), [
        "_manifest.json",
        "created_date=2021-07-07"
      ])
      const refused = yield* run([...byDay, "--out", "/proc/calls"])
      assert.strictEqual(refused.code, 1)
      assert.match(refused.stderr, /\/proc\/calls cannot be written: its folder does not exist/)
    })
  )
})
