import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"

/** Runs a tool with these arguments. Returns its exit code and the first line of each output. */
const run = (tool: string, ...args: ReadonlyArray<string>) => {
  const file = fileURLToPath(new URL(`../${tool}.ts`, import.meta.url))
  const { status, stderr, stdout } = spawnSync(process.execPath, [file, ...args], { encoding: "utf8" })
  return [status, ...[stdout, stderr].map((text) => text.split("\n", 1)[0])]
}

describe("the command line of a tool", () => {
  it("prints the usage on request, also after the mark that pnpm passes on", () => {
    const usage = [0, "Usage: pnpm mutation FOLDER|FILE [OPTIONS]", ""]
    assert.deepStrictEqual(run("mutation", "packages/core", "--help"), usage)
    assert.deepStrictEqual(run("mutation", "--", "-h"), usage)
  })

  it("exits with 2 and a sentence if it is invalid", () => {
    assert.deepStrictEqual(run("matrix", "--many"), [2, "", "Unknown option '--many'. See --help."])
    for (const folder of ["packages/nothing", "packages/core/test"]) {
      const sentence = `"${folder}" is not a package, nor a folder or file of its sources, such as packages/core/src/queries. See --help.`
      assert.deepStrictEqual(run("mutation", folder), [2, "", sentence])
    }
  })
})
