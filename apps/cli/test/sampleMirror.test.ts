import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { mirrorPlace } from "../src/source/namedSource.ts"
import { openMirror } from "../src/source/openLocal.ts"
import { folder } from "./exportFolder.ts"
import { hostIn, run } from "./inProcess.ts"

describe("the bundled sample", () => {
  for (const [line, output] of [
    ["complaints list --subject Other --hour 9 --limit 1 --format ndjson", /"subject":"Other"/],
    ["notices list --transaction-number 20110718 --format csv", /Blockbuster/],
    ["number 315-232-8257", /"number":/],
    ["top states --limit 1", /"top":\[\{"value":"California"/],
    ["top parties --limit 1", /"transactions":/],
    ["trends --by week", /"days":/],
    ["party Icahn", /"acquiringParty":"Carl C. Icahn"/],
    ["blocklist --days 10000 --force", /\d{10}/]
  ] as const) {
    it.live(`answers the same with --demo and --mirror-file sample: ${line}`, () =>
      Effect.gen(function* () {
        const format = line.startsWith("blocklist") || line.includes("--format") ? [] : ["--format", "json"]
        const asked = [...line.split(" "), ...format]
        const demo = yield* run([...asked, "--demo"])
        const file = yield* run([...asked, "--mirror-file", "sample"])
        assert.strictEqual(demo.code, 0, demo.stderr)
        assert.match(demo.stdout.replaceAll(/\s*\n\s*/g, "").replaceAll('": ', '":'), output)
        assert.deepStrictEqual(file, demo)
      })
    )
  }

  it.live("has notices that say that they are generated, besides real ones", () =>
    Effect.gen(function* () {
      const { stdout } = yield* run(["notices", "list", "--demo", "--all", "--format", "json"])
      const notices: ReadonlyArray<{ readonly tags: ReadonlyArray<string> }> = JSON.parse(stdout)
      const generated = notices.filter(({ tags }) => tags.includes("generated"))
      assert.deepStrictEqual([notices.length, generated.length], [3_002, 3_000])
    })
  )

  it.effect("cannot be changed", () =>
    Effect.gen(function* () {
      for (const use of ["change", "write"] as const) {
        const opened = openMirror({ mirrorFile: "sample" }, use)
        const failure = yield* Effect.flip(Effect.provide(opened, hostIn().layer))
        assert.deepStrictEqual([failure.exitCode, failure.summary], [2, "The sample mirror cannot be changed."])
      }
    })
  )
})

it.effect("a mirror is in the folder for data unless a setting names it", () =>
  Effect.gen(function* () {
    const path = yield* folder
    const placeIn = (environment: Readonly<Record<string, string>>, mirrorFile?: string) =>
      Effect.provide(mirrorPlace({ mirrorFile }), hostIn({ environment }).layer)
    const noun = "mirror"
    const inData = join(path, "public-records", "mirror.duckdb")
    assert.deepStrictEqual(yield* placeIn({ XDG_DATA_HOME: path }), { noun, from: "default", path: inData })
    const inHome = join(path, ".local", "share", "public-records", "mirror.duckdb")
    assert.deepStrictEqual(yield* placeIn({ HOME: path, XDG_DATA_HOME: "" }), { noun, from: "default", path: inHome })
    assert.deepStrictEqual(yield* placeIn({}, "a.db"), { noun, from: "--mirror-file", path: "a.db" })
  })
)
