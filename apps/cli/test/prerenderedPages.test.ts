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
    const written = readFileSync(new URL("../dist/help.json", import.meta.url), "utf8")
    assert.deepStrictEqual(JSON.parse(written), await pages)
  })

  it.effect("contain the help of every command", () =>
    Effect.gen(function* () {
      const help = yield* Effect.promise(() => pages)
      const paths = Object.keys(help)
      assert.includeMembers(paths, ["", "tui", "complaints", "complaints list", "notices get", "serve"])
      for (const path of paths) {
        const { stdout } = yield* run([...path.split(" ").filter((word) => word !== ""), "--help"])
        assert.strictEqual(help[path], stdout)
      }
    })
  )

  it.effect("are printed for --help and --version, even if the reader closes the pipe", () =>
    Effect.gen(function* () {
      const help = yield* Effect.promise(() => pages)
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
