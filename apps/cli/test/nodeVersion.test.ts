import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { oldestNode, runsOn } from "../src/nodeVersion.ts"

describe("the program", () => {
  it("runs on Node.js 22.19 and later", () => {
    for (const version of ["22.19.0", "22.20.1", "23.0.0", "24.0.0", "100.1.0"]) assert.isTrue(runsOn(version), version)
    for (const version of ["22.18.9", "22.2.0", "20.19.0", "21.99.0", "9.30.0"])
      assert.isFalse(runsOn(version), version)
  })

  it("requires the version in its manifest", () => {
    const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))
    assert.strictEqual(engines.node, `>=${oldestNode}`)
  })
})
