import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { runShell } from "./executable.ts"

const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8")
const lines = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = ""]) => block.trim().split("\n"))
const onSampleData = lines.filter((line) => line.includes("--demo"))

describe("README.md", () => {
  it("contains commands", () => {
    assert.isAbove(onSampleData.length, 3)
  })

  for (const line of onSampleData) {
    it.live(
      `has a command that works: ${line}`,
      () =>
        Effect.gen(function* () {
          const { code, stdout, stderr } = yield* runShell(line.replace(/^public-records/, "$CLI"))
          assert.strictEqual(code, 0, stderr)
          assert.isAbove(stdout.trim().split("\n").length, 1)
        }),
      30_000
    )
  }
})
