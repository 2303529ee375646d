import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { run } from "./inProcess.ts"

const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8")
const lines = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = ""]) => block.trim().split("\n"))
const onSampleData = lines.filter((line) => line.includes("--demo"))

/** Returns the arguments that a shell would pass to the program. */
const argumentsOf = (line: string): ReadonlyArray<string> => {
  const [program, ...args] = execFileSync("/bin/bash", ["-c", `printf '%s\\0' ${line}`], { encoding: "utf8" })
    .slice(0, -1)
    .split("\0")
  assert.strictEqual(program, "public-records")
  return args
}

describe("README.md", () => {
  it("contains commands", () => {
    assert.isAbove(onSampleData.length, 3)
  })

  for (const line of onSampleData) {
    it.live(
      `has a command that works: ${line}`,
      () =>
        Effect.gen(function* () {
          const { code, stdout, stderr } = yield* run(argumentsOf(line))
          assert.strictEqual(code, 0, stderr)
          assert.isAbove(stdout.trim().split("\n").length, 1)
        }),
      30_000
    )
  }
})
