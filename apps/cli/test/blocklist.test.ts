import { assert, layer } from "@effect/vitest"
import { yesterday } from "@public-records/core"
import { Mirror } from "@public-records/mirror"
import { Context, Effect, Layer } from "effect"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { createHash } from "node:crypto"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { changeMirror } from "./changeMirror.ts"
import { runShell } from "./executable.ts"
import { run } from "./inProcess.ts"
import { socketAt } from "./socketAt.ts"

const header =
  "Company_Phone_Number,Created_Date,Violation_Date,Consumer_City,Consumer_State,Consumer_Area_Code,Subject,Recorded_Message_Or_Robocall"

const numbers = ["2169550100", "2169550101", "2169550102", "2169550103", "2169550104", "2169550105", "8883821222"]

/** A folder with a mirror of 90 complete days until yesterday. Each of the numbers has three reports. */
class Folder extends Context.Service<Folder, { readonly path: string; readonly newest: string }>()("Folder") {
  static readonly layer = Layer.effect(
    Folder,
    Effect.gen(function* () {
      const path = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "cli-blocklist-"))),
        (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
      )
      const newest = yield* Effect.promise(() => Effect.runPromise(yesterday))
      const rows = numbers.flatMap((number) =>
        ["Ohio", "Texas", "Iowa"].map(
          (state) => `${number},${newest} 10:00:00,${newest} 09:00:00,Springfield,${state},216,Other,Y`
        )
      )
      writeFileSync(join(path, "rows.csv"), [header, ...rows, ""].join("\r\n"))
      const mirror = join(path, "mirror.duckdb")
      const line = `mirror import ${join(path, "rows.csv")} --covers ${newest}..${newest} --mirror-file ${mirror}`
      const imported = yield* run(line.split(" "))
      assert.strictEqual(imported.code, 0, imported.stderr)
      // An import would take a tenth of a second for each of the days without complaints.
      changeMirror(
        mirror,
        "insert into days select days.* replace(day - earlier::integer as day, 0 as records) from days, range(1, 90) as others(earlier)"
      )
      return { path, newest }
    })
  )
}

layer(Folder.layer)("a block list", (it) => {
  /** Runs the command. The names of files are in the folder. */
  const make = (...flags: ReadonlyArray<string>) =>
    Folder.use(({ path }) =>
      run([
        "blocklist",
        ...flags.map((flag) => flag.replace(/^@/, `${path}/`)),
        "--mirror-file",
        join(path, "mirror.duckdb")
      ])
    )
  const text = (name: string) => Effect.map(Folder, ({ path }) => readFileSync(join(path, name), "utf8"))

  it.effect("goes to standard output, and its result to standard error", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* make()
      assert.strictEqual(code, 0, stderr)
      assert.deepStrictEqual(
        stdout.trimEnd().split("\n").slice(-6),
        numbers.slice(0, 6).map((number) => `+1${number}`)
      )
      assert.deepStrictEqual(stderr.split("\n"), [
        "6 numbers. Omitted: 0 from too few places, 0 invalid, 1 protected, 0 allowed. 90 of 90 days complete.",
        "Protected: (888) 382-1222, National Do Not Call Registry (3 reports).",
        "Based on 90 days, 2026-08-31 to 2026-11-28. Reported by consumers, not verified; caller ID is often forged.",
        ""
      ])
      assert.deepStrictEqual(yield* make("--out", "-", "--format", "plain"), { code, stderr, stdout })
      const quiet = yield* make("--quiet", "--format", "csv")
      assert.deepStrictEqual([quiet.stderr, quiet.stdout.split(/[,\n]/)[6]], ["", `+1${numbers[0]}`])
    })
  )

  it.effect("replaces the file of the last one, is refused if it shrank, replaces it, and is refused again", () =>
    Effect.gen(function* () {
      const { newest, path } = yield* Folder
      const out = ["--out", "@link.txt", "--format", "asterisk", "--changes"]
      symlinkSync("block.txt", join(path, "link.txt"))
      const files = ["block.txt", "block.txt.manifest.json", "block.txt.changes.json"]
      const contents = Effect.forEach(files, text)
      const allow = (count: number) =>
        Effect.sync(() =>
          writeFileSync(join(path, "friends.txt"), `# friends\n${numbers.slice(0, count).join("\n")}\n`)
        )
      assert.strictEqual((yield* make(...out)).code, 0)
      chmodSync(join(path, "block.txt"), 0o640)
      const [list = "", manifest = "", changes = ""] = yield* contents
      assert.strictEqual(
        list.split("\n")[0],
        `database put blacklist 2169550100 "3 reports from 3 places until ${newest} (not verified)"`
      )
      const { file, format, sha256 } = JSON.parse(manifest)
      const digest = createHash("sha256").update(list).digest("hex")
      assert.deepStrictEqual([file, format, sha256], ["block.txt", "asterisk", digest])
      assert.deepStrictEqual(JSON.parse(changes), { added: numbers.slice(0, 6), removed: [] })

      yield* allow(4)
      const before = yield* contents
      const refused = yield* make(...out, "--allow", "@friends.txt")
      assert.deepStrictEqual(
        [refused.code, refused.stderr.split("\n").at(-2)],
        [
          6,
          "The list is refused. It has 2 numbers, fewer than half of the 6 before. The file was left unchanged. Check the mirror, or add --force."
        ]
      )
      assert.deepStrictEqual(yield* contents, before)

      yield* allow(3)
      const half = yield* make(...out, "--allow", "@friends.txt")
      assert.deepStrictEqual([half.code, half.stderr.split(". ")[0]], [0, "3 numbers (previously 6: 0 new, 3 removed)"])
      assert.include(half.stderr, " 3 of 3 allowed.")
      assert.include(half.stderr, "Allowed: (216) 955-0102 (3 reports).")
      assert.deepStrictEqual(JSON.parse(yield* text("block.txt.changes.json")).removed, numbers.slice(0, 3))
      assert.strictEqual(statSync(join(path, "block.txt")).mode & 0o777, 0o640)

      yield* allow(5)
      assert.strictEqual((yield* make(...out, "--allow", "@friends.txt")).code, 6)
      const forced = yield* make(...out, "--allow", "@friends.txt", "--force")
      assert.include(forced.stderr, "Forced: It has 1 number, fewer than half of the 3 before.")
      assert.isNotEmpty(JSON.parse(yield* text("block.txt.manifest.json")).forced)
    })
  )

  it.effect("that is refused does not create a file", () =>
    Effect.gen(function* () {
      const { path } = yield* Folder
      const { code, stderr } = yield* make("--days", "100", "--out", "@none.txt")
      assert.deepStrictEqual([code, stderr], [0, stderr])
      const created = ["none.txt", "none.txt.manifest.json", "none.txt.changes.json"].map((name) =>
        existsSync(join(path, name))
      )
      assert.deepStrictEqual(created, [true, true, false])
      const refused = yield* make("--days", "101", "--out", "@refused.txt")
      assert.deepStrictEqual([refused.code, existsSync(join(path, "refused.txt"))], [6, false])
      assert.include(refused.stderr, "The mirror lacks 11 of 101 days, or parts of them.")
      assert.notInclude(refused.stderr, "left unchanged")
    })
  )

  it.effect("may have the least and the greatest numbers in its flags", () =>
    Effect.gen(function* () {
      for (const [flags, code] of [
        ["--min 2 --places 1 --days 1", 0],
        ["--min 12", 0],
        ["--min 10000", 0],
        ["--days 10000", 6]
      ] as const) {
        assert.strictEqual((yield* make(...flags.split(" "))).code, code, flags)
      }
    })
  )

  it.effect("has at most as many numbers as --limit says, and tells what an allow list and --force did", () =>
    Effect.gen(function* () {
      const { path } = yield* Folder
      writeFileSync(join(path, "cells.txt"), "2169550100.0\n00 1 216 955 0101\n315-232-8257\n")
      const made = yield* make("--limit", "2", "--allow", "@cells.txt", "--force")
      assert.deepStrictEqual(made.stdout.trimEnd().split("\n").slice(-2), ["+12169550102", "+12169550103"])
      assert.include(made.stderr, "1 protected, 2 of 3 allowed, 2 over the limit.")
      assert.include(made.stderr, "Nothing was forced: the list would not have been refused.\n")
      assert.notInclude((yield* make()).stderr, "Nothing was forced")
    })
  )

  const mistakes: ReadonlyArray<readonly [flags: string, message: string]> = [
    ["--min 1", '--min: "1" is not an integer from 2 to 10000.'],
    ["--min 2.5", '--min: "2.5" is not an integer'],
    ["--places 0", '--places: "0" is not an integer from 1 to 10000.'],
    ["--days 10001", '--days: "10001" is not an integer from 1 to 10000.'],
    ["--limit 0", '--limit: "0" is not an integer from 1 to 1000000.'],
    ["--allow @two.txt", 'two.txt: Line 1: "315-232-8257; 407-619-8312" is more than one number'],
    ["--changes", "--changes requires a file. Name it with --out."],
    ["--allow @nothing.txt", ". Check the path."],
    ["--allow @wrong.txt", 'wrong.txt: Line 2: "abc" is not a telephone number'],
    ["--allow @numbers.txt --out @numbers.txt", "--allow and --out name the same file. Name another file"],
    ["--allow @same.txt --out @numbers.txt", "--allow and --out name the same file. Name another file"],
    ["--allow @numbers.txt --out @same.txt", "--allow and --out name the same file. Name another file"],
    ["--out @rows.csv", "rows.csv exists and is not a block list. Name another file, or remove this one."],
    ["--out @", "is not a regular file."],
    ["--out @socket", "is not a regular file."],
    ["--out @nowhere/block.txt", "the folder does not exist."]
  ]

  it.effect("with a mistake in its flags is not made, and no file is changed", () =>
    Effect.gen(function* () {
      const { path } = yield* Folder
      writeFileSync(join(path, "wrong.txt"), "# friends\nabc\n")
      writeFileSync(join(path, "two.txt"), "315-232-8257; 407-619-8312\n")
      writeFileSync(join(path, "numbers.txt"), "2169550100\n")
      symlinkSync("numbers.txt", join(path, "same.txt"))
      yield* socketAt(join(path, "socket"))
      const rows = yield* text("rows.csv")
      for (const [flags, message] of mistakes) {
        const { code, stderr, stdout } = yield* make(...flags.split(" "))
        assert.deepStrictEqual([code, stdout], [2, ""], flags)
        assert.include(stderr, message)
      }
      assert.deepStrictEqual([yield* text("rows.csv"), yield* text("numbers.txt")], [rows, "2169550100\n"])
    })
  )

  it.effect("stays as it was if its changes cannot be written, because they would be lost", () =>
    Effect.gen(function* () {
      const { path } = yield* Folder
      const out = ["--out", "@kept.txt"]
      assert.strictEqual((yield* make(...out)).code, 0)
      const before = yield* text("kept.txt")
      mkdirSync(join(path, "kept.txt.changes.json.new"))
      const { code, stderr } = yield* make(...out, "--changes", "--format", "asterisk")
      assert.deepStrictEqual([code, stderr.includes("kept.txt.changes.json cannot be written")], [1, true], stderr)
      assert.strictEqual(yield* text("kept.txt"), before)
    })
  )

  it.effect("that cannot be written keeps its manifest, and no result is printed", () =>
    Effect.gen(function* () {
      const { path } = yield* Folder
      const out = ["--out", "@busy.txt"]
      assert.strictEqual((yield* make(...out)).code, 0)
      const before = yield* text("busy.txt.manifest.json")
      mkdirSync(join(path, "busy.txt.new"))
      const { code, stderr, stdout } = yield* make(...out, "--min", "2", "--force")
      assert.deepStrictEqual([code, stdout], [1, ""])
      assert.match(stderr, /^[^\n]*busy\.txt cannot be written: [^\n]+\n$/)
      assert.strictEqual(yield* text("busy.txt.manifest.json"), before)
    })
  )

  it.effect("leaves no unfinished file if the disk is full", () =>
    Effect.gen(function* () {
      const { path } = yield* Folder
      const [list, mirror] = [join(path, "full.txt"), join(path, "mirror.duckdb")]
      // While the mirror is open, another process can read it without writing a file.
      yield* (yield* Effect.provide(Mirror, yield* Layer.build(Mirror.layer({ file: mirror })))).coverage()
      const { stdout, stderr } = yield* runShell(
        `ulimit -f 0; $CLI blocklist --mirror-file ${mirror} --out ${list}; echo code: $?`
      )
      assert.match(stderr, /full\.txt cannot be written: .*EFBIG.* Free some space, or name another file with --out/)
      assert.strictEqual(stdout, "code: 1\n")
      assert.deepStrictEqual(
        readdirSync(path).filter((name) => name.startsWith("full")),
        []
      )
    })
  )
})
