import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { cannedService, page, wireComplaint } from "./cannedService.ts"
import { run } from "./inProcess.ts"
import { OneDay } from "./oneDay.ts"

layer(OneDay.layer)("the line of doctor about the mirror", (it) => {
  const lineFor = Effect.fnUntraced(function* (environment: Readonly<Record<string, string>>) {
    const { url } = yield* cannedService(page(wireComplaint("one")))
    const key = { PUBLIC_RECORDS_API_KEY: "some-key" }
    const { code, stdout } = yield* run(["doctor", "--allow-http", "--base-url", url], { ...key, ...environment })
    return [
      code,
      stdout
        .split("\n")
        .at(6)
        ?.replace(/[\d.]+ MB/, "SIZE")
    ]
  })

  it.effect("has the contents of its file, and the setting that names it", () =>
    Effect.gen(function* () {
      const { folder, mirror } = yield* OneDay
      assert.deepStrictEqual(yield* lineFor({ PUBLIC_RECORDS_MIRROR: mirror }), [
        0,
        `✓ mirror         ${mirror} (PUBLIC_RECORDS_MIRROR) contains 10 complaints, 1 day from 2021-07-07 to 2021-07-07, 1 notice, SIZE. Newest complete day: 2021-07-07.`
      ])
      const file = join(folder, "data/public-records/mirror.duckdb")
      mkdirSync(dirname(file), { recursive: true })
      yield* run(["mirror", "import", join(folder, "notices.ndjson"), "--mirror-file", file])
      assert.deepStrictEqual(yield* lineFor({ XDG_DATA_HOME: join(folder, "data") }), [
        0,
        `✓ mirror         ${file} (default) contains 0 complaints, 0 days, 1 notice, SIZE.`
      ])
    })
  )

  it.effect("is a problem if a setting names a missing file, and is omitted without a mirror", () =>
    Effect.gen(function* () {
      const [code, line] = yield* lineFor({ PUBLIC_RECORDS_MIRROR: "/nowhere/mirror.duckdb" })
      assert.deepStrictEqual(
        [code, String(line).split(". ")[0]],
        [2, "✗ mirror         There is no mirror at /nowhere/mirror.duckdb"]
      )
      assert.deepStrictEqual(yield* lineFor({}), [0, ""])
    })
  )

  it.effect("is a problem if its file is not a mirror, or cannot be read any more", () =>
    Effect.gen(function* () {
      const { folder, mirror } = yield* OneDay
      const [text, copy] = [join(folder, "text.db"), join(folder, "copy.db")]
      writeFileSync(text, "not a database".repeat(100))
      // The three blocks of 4 KiB at the beginning say where the others are.
      writeFileSync(copy, readFileSync(mirror).fill(0xab, 3 * 4096))
      for (const file of [text, copy]) {
        const [code, line] = yield* lineFor({ PUBLIC_RECORDS_MIRROR: file })
        assert.notStrictEqual(code, 0)
        assert.match(String(line), /^✗ mirror {9}/)
        assert.include(String(line), file)
        assert.notInclude(String(line), "Internal error")
      }
    })
  )
})
