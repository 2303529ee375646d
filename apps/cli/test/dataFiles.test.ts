import { assert, layer } from "@effect/vitest"
import { ReferenceServer } from "@public-records/server"
import { Effect } from "effect"
import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { run } from "./inProcess.ts"
import { dailyFile, header, OneDay, row } from "./oneDay.ts"

const good = row("2165550100", "10:00:00", "Akron,Ohio,330", "Y")
const stray = good.replace("Akron", '"Akron')

layer(OneDay.layer)("a file of complaints", (it) => {
  const written = Effect.gen(function* () {
    const { folder } = yield* OneDay
    return (name: string, ...lines: ReadonlyArray<string>): string => {
      const path = join(folder, name)
      writeFileSync(path, [header, ...lines, ""].join("\n"))
      return path
    }
  })

  const imported = Effect.fnUntraced(function* (file: string) {
    const { code, stdout } = yield* run(["mirror", "import", file, "--mirror-file", `${file}.db`, "--format", "table"])
    assert.strictEqual(code, 0)
    return stdout
  })

  it.effect("has as many records for the server, for --data and in a mirror", () =>
    Effect.gen(function* () {
      const write = yield* written
      const odd = write("odd.csv", `${good}\r`, header, "", good, ",,,,,,,", good, "\u001A")
      const list = yield* run(["complaints", "list", "--data", odd, "--all", "--format", "ndjson"])
      assert.strictEqual(list.stdout.trim().split("\n").length, 3)
      const text = yield* imported(odd)
      assert.include(text, "1 file: 3 records read, 3 added. Days: 1 stored")
      assert.include(text, "Skipped: 2 empty lines, 1 repeated header, 1 end mark.\n")

      const broken = write("broken.csv", good, stray, good, good)
      const options = { data: [broken], onBadRow: "skip" } as const
      const { complaints, skipped } = yield* ReferenceServer.use(({ dataSet }) => Effect.succeed(dataSet)).pipe(
        Effect.provide(ReferenceServer.layerInProcess(options))
      )
      assert.deepStrictEqual([complaints, skipped], [3, 1])
      assert.include(yield* imported(broken), "1 file: 4 records read, 3 added, 1 set aside.")
      const rest = yield* run(["complaints", "list", "--data", broken])
      assert.deepStrictEqual([rest.code, rest.stdout.trim().split("\n").length], [0, 3])
      assert.include(rest.stderr, "1 record was left out: a quotation mark is missing or misplaced.\n")
    })
  )

  it.effect("may be Parquet for --data, which serve refuses with the commands that read it", () =>
    Effect.gen(function* () {
      const { folder } = yield* OneDay
      const file = join(folder, "july.parquet")
      const exported = yield* run(["export", "complaints", "--data", join(folder, dailyFile), "--out", file])
      assert.strictEqual(exported.code, 0, exported.stderr)
      const { stdout } = yield* run(["complaints", "list", "--data", file])
      assert.strictEqual(stdout.trim().split("\n").length, 10)
      const { code, stderr } = yield* run(["serve", "--port", "0", "--data", file])
      assert.strictEqual(code, 2)
      const commands = `public-records mirror import ${file} and then public-records serve --mirror`
      assert.include(stderr, `${file} cannot be used: it is Parquet, which needs ${commands}.`)
    })
  )

  // Reading it at its start is an error of input and output.
  const unreadable = "/proc/self/mem"
  it.effect.skipIf(!existsSync(unreadable))("ends a command with code 1 if the machine cannot read it", () =>
    Effect.gen(function* () {
      const { folder } = yield* OneDay
      const mirror = ["--mirror-file", join(folder, "io.db")]
      for (const line of [
        ["mirror", "import", unreadable, ...mirror],
        ["mirror", "import", join(folder, "none.csv"), unreadable, ...mirror],
        ["complaints", "list", "--data", unreadable],
        ["serve", "--port", "0", "--data", unreadable]
      ]) {
        const { code, stderr } = yield* run(line)
        assert.strictEqual(code, 1, stderr)
        assert.include(stderr, `${unreadable} cannot be read: `)
      }
      const missing = yield* run(["mirror", "import", join(folder, "none.csv"), ...mirror])
      assert.strictEqual(missing.code, 2)
    })
  )
})
