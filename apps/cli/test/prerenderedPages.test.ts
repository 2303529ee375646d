import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { run as runProcess, runShell } from "./executable.ts"
import { hostIn, run } from "./inProcess.ts"
import { prerenderedPages } from "../src/help/prerenderedPages.ts"

const pages = Effect.runPromise(
  prerenderedPages.pipe(Effect.provide(hostIn().layer), Effect.provide(NodeServices.layer))
)

describe("the prerendered pages", () => {
  it("are up to date", async () => {
    const { help, manual } = await pages
    const read = (name: string): string => readFileSync(new URL(`../dist/${name}`, import.meta.url), "utf8")
    assert.deepStrictEqual(JSON.parse(read("help.json")), help)
    assert.strictEqual(read("public-records.1"), manual)
  })

  it.effect("contain the help of every command", () =>
    Effect.gen(function* () {
      const { help } = yield* Effect.promise(() => pages)
      const paths = Object.keys(help)
      assert.includeMembers(paths, ["", "tui", "complaints", "complaints list", "notices get", "serve", "completions"])
      for (const path of paths) {
        const { stdout } = yield* run([...path.split(" ").filter((word) => word !== ""), "--help"])
        assert.strictEqual(help[path], stdout)
      }
    })
  )

  it.effect("are printed for --help and --version, even if the reader closes the pipe", () =>
    Effect.gen(function* () {
      const { help } = yield* Effect.promise(() => pages)
      const asked = ["complaints", "list", "--help"]
      assert.deepStrictEqual(yield* runProcess(asked), { code: 0, stdout: help["complaints list"] ?? "", stderr: "" })
      assert.deepStrictEqual(yield* runProcess(["--version"]), { code: 0, stdout: "0.1.0\n", stderr: "" })
      const unknown = yield* runProcess(["toString", "--help"])
      assert.deepStrictEqual([unknown.stdout, unknown.stderr.includes("TypeError")], [help[""] ?? "", false])
      const { stderr, stdout } = yield* runShell("$CLI --help | true; echo codes: ${PIPESTATUS[@]}")
      assert.deepStrictEqual([stdout, stderr], ["codes: 0 0\n", ""])
    })
  )
})

describe("the man page", () => {
  it("describes every command with its flags and examples, exit codes, variables and the configuration file", async () => {
    const { help, manual } = await pages
    const plain = manual.replaceAll("\\-", "-").replaceAll("\\(rs", "\\")
    for (const [path, text] of Object.entries(help)) {
      const names = [...text.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name = ""]) => name)
      for (const name of names.filter((name) => !/--(help|version)/.test(name)))
        assert.include(plain, `.B ${name}`, path)
    }
    assert.include(plain, '.SS "complaints list"\n')
    for (const part of [
      "PUBLIC_RECORDS_API_KEY_COMMAND",
      "config.json",
      "129, 130, 143",
      "jq -r .companyPhoneNumber"
    ]) {
      assert.include(plain, part)
    }
    assert.notMatch(manual, /[^\n -~]/)
  })
})
