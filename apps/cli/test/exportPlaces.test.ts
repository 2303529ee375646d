import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setImmediate } from "node:timers/promises"
import { runShell, start } from "./executable.ts"
import { run } from "./inProcess.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "public-records-places-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const ohio = ["export", "complaints", "--demo", "--state", "Ohio"]
const shellOhio = `$CLI ${ohio.join(" ")} --quiet`
const count = 615

const linesIn = (path: string): number => readFileSync(path, "utf8").trimEnd().split("\n").length

describe("the target of --out", () => {
  for (const out of ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]) {
    it.live(`may be standard output as ${out}`, () =>
      Effect.gen(function* () {
        const { code, stdout } = yield* run([...ohio, "--out", out, "--quiet"])
        assert.deepStrictEqual([code, stdout.trimEnd().split("\n").length], [0, count])
      })
    )
  }

  it.live("may be standard output in a pipe, and in a file that the shell opened", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const piped = yield* runShell(`${shellOhio} --out /dev/fd/1 | wc -l`)
      assert.strictEqual(piped.stdout.trim(), String(count), piped.stderr)
      const file = join(path, "out")
      writeFileSync(file, "")
      const appended = yield* runShell(`echo first >> ${file}; ${shellOhio} --out /dev/stdout >> ${file}`)
      assert.strictEqual(appended.code, 0, appended.stderr)
      assert.strictEqual(linesIn(file), 1 + count)
      assert.deepStrictEqual(readdirSync(path), ["out"])
    }).pipe(Effect.scoped)
  )

  it.live("may be a pipe whose reader is too slow for the end of the program", () =>
    Effect.gen(function* () {
      const pipe = join(yield* folder, "pipe.ndjson")
      execFileSync("mkfifo", [pipe])
      const reader = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)
      const { child, end, signal } = yield* start(["export", "complaints", "--demo", "--out", pipe])
      const written = (): number => Number(/wchar: (\d+)/.exec(readFileSync(`/proc/${child.pid}/io`, "utf8"))?.[1] ?? 0)
      // Linux stores 64 kB of a pipe, so the next page or the one after it has to wait.
      while (written() < 48_000) yield* Effect.promise(() => setImmediate(undefined))
      yield* signal("SIGTERM")
      assert.strictEqual((yield* end).code, 143)
      closeSync(reader)
    }).pipe(Effect.scoped)
  )

  it.live("may be a named pipe, or a file that the shell opened, which is appended to", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const [pipe, copy, open] = [join(path, "pipe.csv"), join(path, "copy"), join(path, "open")]
      const piped = yield* runShell(
        `mkfifo ${pipe}; cat ${pipe} > ${copy} & ${shellOhio} --out ${pipe} && wait; ls -l ${pipe}`
      )
      assert.match(piped.stdout, /^p/)
      assert.match(readFileSync(copy, "utf8"), /^Company_Phone_Number,/)
      assert.strictEqual(linesIn(copy), 1 + count)
      const opened = yield* runShell(`exec 3> ${open}; echo first >&3; ${shellOhio} --out /dev/fd/3; echo last >&3`)
      assert.strictEqual(opened.code, 0, opened.stderr)
      assert.strictEqual(linesIn(open), 2 + count)
      assert.match(readFileSync(open, "utf8"), /^first\n\{/)
      assert.match(readFileSync(open, "utf8"), /\}\nlast\n$/)
      const errors = join(path, "errors")
      writeFileSync(errors, "first\n")
      const logged = yield* runShell(`${shellOhio} --out /dev/stderr 2>> ${errors}`)
      assert.deepStrictEqual([logged.code, logged.stdout, linesIn(errors)], [0, "", 1 + count])
      assert.match(readFileSync(errors, "utf8"), /^first\n\{/)
    }).pipe(Effect.scoped)
  )

  it.live("is refused with exit code 1 if it is a descriptor that is not open", () =>
    Effect.gen(function* () {
      for (const out of ["/dev/fd/77777", "/proc/self/fd/77777"]) {
        const { code, stderr } = yield* run([...ohio, "--out", out])
        assert.strictEqual(code, 1)
        assert.match(stderr, /fd\/77777 cannot be written: /)
      }
    })
  )

  it.live("ends the export silently if the reader closes a named pipe", () =>
    Effect.gen(function* () {
      const pipe = join(yield* folder, "pipe.ndjson")
      const line = `mkfifo ${pipe}; head -n 1 ${pipe} > ${pipe}.head & $CLI export complaints --demo --quiet --out ${pipe}`
      const { code, stderr } = yield* runShell(line)
      assert.deepStrictEqual([code, stderr], [0, ""])
    }).pipe(Effect.scoped)
  )

  it.live("must be a regular file for Parquet, a manifest and a new start", () =>
    Effect.gen(function* () {
      for (const [flags, sentence] of [
        [["--format", "parquet"], /^Parquet cannot be written to standard output, a device or a pipe/],
        [["--manifest"], /^--manifest requires a regular file, but --out \/dev\/stdout is not one/],
        [["--restart"], /^--restart requires a regular file/]
      ] as const) {
        const { code, stderr, stdout } = yield* run([...ohio, "--out", "/dev/stdout", ...flags])
        assert.strictEqual(code, 2)
        assert.match(stderr, sentence)
        assert.strictEqual(stdout, "")
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
      assert.match(
        refused.stderr,
        /\/proc\/calls\/created_date=2021-07-07 cannot be written: its folder does not exist/
      )
    }).pipe(Effect.scoped)
  )

  it.live("may be a symbolic link, which stays one", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const link = join(path, "latest.ndjson")
      symlinkSync("july.ndjson", link)
      for (const episode of ["creates", "replaces"]) {
        const { code, stderr } = yield* run([...ohio, "--out", link])
        assert.strictEqual(code, 0, stderr)
        assert.strictEqual(readlinkSync(link), "july.ndjson", episode)
        assert.strictEqual(linesIn(join(path, "july.ndjson")), count, episode)
        assert.deepStrictEqual(readdirSync(path).toSorted(), ["july.ndjson", "latest.ndjson"])
      }
    }).pipe(Effect.scoped)
  )

  it.live("has its format in the name that is typed, even if that is a link to another name", () =>
    Effect.gen(function* () {
      const path = yield* folder
      symlinkSync("data.ndjson", join(path, "latest.csv"))
      const { code, stderr } = yield* run([...ohio, "--limit", "1", "--out", join(path, "latest.csv")])
      assert.strictEqual(code, 0, stderr)
      assert.match(readFileSync(join(path, "data.ndjson"), "utf8"), /^Company_Phone_Number,/)
    }).pipe(Effect.scoped)
  )

  it.live("is refused with exit code 1 if one of the export's own files is a link", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const file = join(path, "july.ndjson")
      writeFileSync(join(path, "victim"), "precious")
      symlinkSync("victim", `${file}.partial`)
      const { code, stderr } = yield* run([...ohio, "--out", file])
      assert.strictEqual(code, 1)
      assert.include(stderr, `${file}.partial cannot be written: it is a symbolic link.`)
      assert.strictEqual(readFileSync(join(path, "victim"), "utf8"), "precious")
    }).pipe(Effect.scoped)
  )
})
