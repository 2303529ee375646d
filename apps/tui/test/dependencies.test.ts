import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"))

describe("the package", () => {
  it("depends on neither the server nor a terminal emulator", () => {
    const manifest = read("../package.json")
    assert.nestedProperty(manifest, "dependencies.effect")
    for (const name of ["@public-records/server", "@public-records/testing", "@xterm/headless"]) {
      assert.notNestedProperty(manifest, `dependencies.${name.replaceAll(".", "\\.")}`)
    }
  })
})
