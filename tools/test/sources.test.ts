import { globSync, readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"

const root = new URL("../../", import.meta.url)
const files = globSync(["apps/*/src/**/*.{ts,tsx}", "packages/export/src/**/*.ts"], { cwd: root })

const filesWith = (pattern: RegExp): ReadonlyArray<string> =>
  files.filter((file) => pattern.test(readFileSync(new URL(file, root), "utf8"))).toSorted()

const flags = [
  "isLocal",
  "isMirror",
  "usesMirror",
  "hasLimit",
  "isSample",
  "mirrorAtom",
  "isOnMirror",
  "hasMirror"
].concat(["areFacetsOfRows", "querySourceAtom"])
const maxFiles = 5

describe("the two sources", () => {
  for (const flag of flags) {
    it(`are not told apart by ${flag}`, () => {
      assert.deepStrictEqual(filesWith(new RegExp(`\\b${flag}\\b`)), [])
    })
  }

  it(`are told apart in at most ${maxFiles} files`, () => {
    const asking = filesWith(/(_tag\s*[!=]==\s*|case |[tT]ag(ged)?\([^)]*)"(Local|Service)"|"questions" in /)
    assert.isAtMost(asking.length, maxFiles, asking.join("\n"))
  })
})
