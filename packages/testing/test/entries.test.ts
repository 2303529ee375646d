import { globSync, readFileSync } from "node:fs"
import { assert, it } from "@effect/vitest"

const src = new URL("../src/", import.meta.url)
const importersOf = (module: RegExp): ReadonlyArray<string> =>
  globSync("**/*.ts", { cwd: src })
    .filter((file) => module.test(readFileSync(new URL(file, src), "utf8")))
    .toSorted()

it("only the entries for terminals load a pseudo-terminal", () => {
  assert.deepStrictEqual(importersOf(/from "(?:@lydell\/node-pty|@xterm\/headless)"/), ["drivers/Screen.ts"])
  assert.deepStrictEqual(importersOf(/from ".*\/Screen\.ts"/), ["drivers/Terminal.ts"])
  assert.deepStrictEqual(importersOf(/from ".*\/Terminal\.ts"/), [])
})
