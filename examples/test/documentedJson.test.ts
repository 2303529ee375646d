import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { dataFiles } from "@public-records/testing/drivers/SampleService"
import { defaultSetup } from "@public-records/testing/Scenario"
import { Effect } from "effect"
import { run } from "../../apps/cli/test/inProcess.ts"
import { read } from "./documentText.ts"

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "public-records-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** Returns the block of JSON in a document that has a member. */
const blockWith = (member: string, document: string): unknown => {
  const blocks = Array.from(read(document).matchAll(/```json\n([\s\S]*?)```/g), ([, block = ""]) => block)
  return JSON.parse(blocks.find((block) => block.includes(`"${member}"`)) ?? assert.fail(`no block with ${member}`))
}

/** Returns the paths of all members of a value. The first element of an array stands for all of them. */
const membersOf = (value: unknown, path = ""): ReadonlyArray<string> => {
  if (Array.isArray(value)) return membersOf(value[0], `${path}[]`)
  if (typeof value !== "object" || value === null) return [path]
  return Object.entries(value).flatMap(([name, member]) => membersOf(member, `${path}.${name}`))
}

describe("the JSON in the documents", () => {
  const [complaints = ""] = dataFiles(defaultSetup)

  it.live("has the members of a check's report", () =>
    Effect.gen(function* () {
      const { stdout } = yield* run(["check", "--data", complaints, "--format", "json", "--quiet"])
      const { statements, ...report } = JSON.parse(stdout)
      const differing = statements.find(({ verdict }: { readonly verdict: string }) => verdict === "differs")
      const shown = { ...report, statements: [differing ?? { ...statements[0], statement: 1, observed: "" }] }
      assert.deepStrictEqual(membersOf(shown), membersOf(blockWith("conforms", "docs/executable.md")))
    })
  )

  it.live("has the members of an export's result and of its manifest", () =>
    Effect.gen(function* () {
      const folder = join(yield* temporaryFolder, "calls")
      const options = ["--partition-by", "created-date", "--format", "csv", "--report", "json", "--quiet"]
      const range = ["--created-from", "2021-07-05", "--created-to", "2021-07-07"]
      const { code, stdout } = yield* run([
        "export",
        "complaints",
        "--data",
        complaints,
        ...range,
        "--out",
        folder,
        ...options
      ])
      assert.strictEqual(code, 0)
      assert.deepStrictEqual(membersOf(JSON.parse(stdout)), membersOf(blockWith("daysAdded", "docs/export.md")))
      const manifest: unknown = JSON.parse(readFileSync(join(folder, "_manifest.json"), "utf8"))
      // Its data has no gaps.
      const isGap = (path: string) => path.startsWith(".coverage.missing")
      assert.deepStrictEqual(
        membersOf(manifest).filter((path) => !isGap(path)),
        membersOf(blockWith("partitionedBy", "docs/export.md")).filter((path) => !isGap(path))
      )
    }).pipe(Effect.scoped)
  )

  it.live("has the members of an error", () =>
    Effect.gen(function* () {
      const { stderr } = yield* run(["complaints", "list", "--format", "json"])
      assert.deepStrictEqual(membersOf(JSON.parse(stderr)), membersOf(blockWith("nextTryAt", "docs/errors.md")))
    })
  )
})
