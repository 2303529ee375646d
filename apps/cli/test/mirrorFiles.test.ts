import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { copyFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { holdMirror } from "./changeMirror.ts"
import { run as runExecutable, start as startExecutable } from "./executable.ts"
import { run, start } from "./inProcess.ts"
import { ask, dailyFile, header, OneDay } from "./oneDay.ts"

/** A copy of the mirror in its own folder. */
const makeCopy = Effect.map(OneDay, ({ folder, mirror }) => {
  const path = mkdtempSync(join(folder, "copy-"))
  const copy = join(path, "mirror.duckdb")
  copyFileSync(mirror, copy)
  return { folder: path, mirror: copy }
})

layer(OneDay.layer)("mirror compact --to", (it) => {
  it.effect("writes a copy and prints both sizes, while another process reads the mirror", () =>
    Effect.gen(function* () {
      const { folder, mirror } = yield* makeCopy
      const to = join(folder, "copy.duckdb")
      const isReading = yield* holdMirror(mirror, "READ_ONLY")
      const { code, stderr, stdout } = yield* run(
        ["mirror", "compact", "--to", to, "--mirror-file", mirror],
        {},
        { columns: 80 }
      )
      yield* isReading
      assert.deepStrictEqual([code, stderr], [0, "\r\u001B[KCopying\r\u001B[K"])
      assert.match(stdout, /^[\d.]+ MB before, [\d.]+ MB after\.\n$/)
      const rowsOf = (file: string) =>
        Effect.map(run(["complaints", "list", "--all", "--mirror-file", file]), (list) => list.stdout)
      assert.strictEqual(yield* rowsOf(to), yield* rowsOf(mirror))
      assert.strictEqual((yield* run(["mirror", "verify", "--mirror-file", to])).code, 0)
    }).pipe(Effect.scoped)
  )

  it.effect("refuses a file that exists, and leaves it unchanged", () =>
    Effect.gen(function* () {
      const { folder, mirror } = yield* makeCopy
      const to = join(folder, "notes.txt")
      writeFileSync(to, "notes")
      for (const file of [to, mirror]) {
        const before = readFileSync(file)
        const { code, stderr, stdout } = yield* run(["mirror", "compact", "--to", file, "--mirror-file", mirror])
        assert.deepStrictEqual([code, stdout], [2, ""])
        assert.include(stderr, "it exists already; name another file for the copy.")
        assert.deepStrictEqual(readFileSync(file), before)
      }
    })
  )

  it.effect("copies the sample with the executable, which cannot be changed itself", () =>
    Effect.gen(function* () {
      const { folder } = yield* makeCopy
      const to = join(folder, "sample.duckdb")
      const environment = { XDG_CACHE_HOME: folder }
      const line = ["mirror", "compact", "--to", to, "--mirror-file", "sample", "--format", "json"]
      const { code, stderr, stdout } = yield* runExecutable(line, environment)
      assert.deepStrictEqual([code, stderr, Object.keys(JSON.parse(stdout))], [0, "", ["before", "after"]])
      const top = yield* run(["top", "states", "--limit", "1", "--mirror-file", to])
      assert.strictEqual(JSON.parse(top.stdout).value, "California")
    })
  )
})

layer(OneDay.layer)("a mirror that another process writes", (it) => {
  const waitingFor = (mirror: string) => `Waiting for another process that uses the mirror ${mirror}.\n`
  const linesFor = (folder: string): ReadonlyArray<ReadonlyArray<string>> => [
    ["top", "states", "--format", "csv", "--quiet"],
    ["mirror", "import", join(folder, dailyFile), "--quiet"]
  ]

  it.effect("is waited for, and a sentence on standard error says so after a second", () =>
    Effect.gen(function* () {
      const { folder } = yield* OneDay
      for (const line of linesFor(folder)) {
        const { mirror } = yield* makeCopy
        const leave = yield* holdMirror(mirror)
        const asked = yield* start([...line, "--mirror-file", mirror])
        assert.strictEqual(yield* asked.errorWith("\n"), waitingFor(mirror))
        yield* leave
        const { code, stderr, stdout } = yield* asked.end
        assert.deepStrictEqual([code, stderr], [0, waitingFor(mirror)])
        assert.notStrictEqual(stdout, "")
      }
    }).pipe(Effect.scoped)
  )

  it.effect("is waited for by the executable, which says nothing within a second", () =>
    Effect.gen(function* () {
      const { mirror } = yield* makeCopy
      const line = ["number", "2165550100", "--format", "csv", "--mirror-file", mirror]
      const free = yield* runExecutable(line)
      assert.notInclude(free.stderr, "Waiting")
      const leave = yield* holdMirror(mirror)
      const asked = yield* startExecutable(line)
      yield* asked.errorWith("Waiting")
      yield* leave
      assert.deepStrictEqual(yield* asked.end, { ...free, stderr: waitingFor(mirror) + free.stderr })
    }).pipe(Effect.scoped)
  )

  it.effect("is given up after five seconds with code 1, and the process is named", () =>
    Effect.gen(function* () {
      const { mirror } = yield* makeCopy
      yield* holdMirror(mirror)
      const { code, stderr, stdout } = yield* run(["top", "states", "--mirror-file", mirror])
      assert.deepStrictEqual([code, stdout], [1, ""])
      assert.match(stderr.slice(waitingFor(mirror).length), /^The mirror \S+ is being used by .*It is process \d+\.\n$/)
    }).pipe(Effect.scoped)
  )
})

layer(OneDay.layer)("a file that is not a mirror", (it) => {
  it.effect("is refused with code 2 and left unchanged by every command, with what makes a mirror", () =>
    Effect.gen(function* () {
      const { folder } = yield* makeCopy
      const [text, sqlite] = [join(folder, "notes.txt"), join(folder, "mirror.db")]
      writeFileSync(text, "these are notes, ".repeat(100))
      const database = new DatabaseSync(sqlite)
      database.exec("create table complaints(id)")
      database.close()
      for (const file of [text, sqlite]) {
        const before = readFileSync(file)
        for (const line of [
          "top states",
          "number 216",
          "complaints list",
          "export complaints --out -",
          "serve --port 0",
          "mirror status",
          "mirror verify",
          "mirror compact",
          `mirror import ${join(folder, "..", dailyFile)}`
        ]) {
          const { code, stderr, stdout } = yield* run([...line.split(" "), "--mirror-file", file])
          assert.deepStrictEqual([code, stdout], [2, ""], `${line}: ${stderr}`)
          assert.strictEqual(
            stderr,
            `The mirror ${file} is not a mirror of this version, and was left unchanged. \`mirror import\` or \`mirror sync\` makes a new one in another file.\n`
          )
        }
        assert.deepStrictEqual(readFileSync(file), before)
        assert.isFalse(existsSync(`${file}.wal`))
      }
    })
  )
})

layer(OneDay.layer)("--mirror, with the setting that names the mirror", (it) => {
  it.effect("lists and exports the complaints of an hour, also to Parquet that can be imported again", () =>
    Effect.gen(function* () {
      const { folder, mirror } = yield* makeCopy
      const environment = { PUBLIC_RECORDS_MIRROR: mirror }
      const list = yield* run("complaints list --mirror --hour 12 --all --format csv".split(" "), environment)
      const lines = list.stdout.trimEnd().split("\r\n")
      assert.deepStrictEqual([list.code, lines[0], lines.length], [0, header, 3])
      const out = join(folder, "twelve.parquet")
      const exported = yield* run(
        ["export", "complaints", "--mirror", "--hour", "12", "--out", out, "--quiet"],
        environment
      )
      assert.strictEqual(exported.code, 0, exported.stderr)
      const other = ["--mirror-file", join(folder, "other.duckdb")]
      yield* run(["mirror", "import", out, ...other])
      const again = yield* run(["complaints", "list", "--all", "--format", "csv", ...other])
      assert.deepStrictEqual(again.stdout, list.stdout)
    })
  )

  it.effect("takes --hour in every answer, the first and the last hour of a day included", () =>
    Effect.gen(function* () {
      const reportsIn = (hour: string) =>
        Effect.map(ask(`trends --by day --hour ${hour} --format json`), ({ stdout }) => JSON.parse(stdout))
      assert.deepStrictEqual((yield* reportsIn("9")).rows.length, 1)
      for (const hour of ["0", "23"]) assert.deepStrictEqual((yield* reportsIn(hour)).rows, [])
      const top = yield* ask("top numbers --hour 12 --format csv")
      assert.match(top.stdout, /\r\n2165550100,1,.*\r\n2165550101,1,/)
      assert.include((yield* ask("number 2165550100 --hour 9", 80)).stdout, "filed at 9:00 to 9:59")
    })
  )
})
