import { assert, describe, it } from "vitest"
import { findBrokenCitations } from "../english/citations.ts"

const documents = [
  { path: "docs/api.md", text: "# API\n\n1. One.\n2. Two.\n3. Three.\n" },
  { path: "docs/export.md", text: "# Export\n\n## `resume` a run\n\n```sh\n# not a heading\n```\n" }
]

const brokenIn = (text: string, path = "src/a.ts"): ReadonlyArray<string> =>
  findBrokenCitations([...documents, { path, text }])

describe("the check of citations", () => {
  it("accepts statements, headings and documents that exist", () => {
    assert.deepStrictEqual(brokenIn("/** **Source** docs/api.md, statements 1, 2 and 3. */"), [])
    assert.deepStrictEqual(brokenIn('// docs/export.md, "resume a run".'), [])
    assert.deepStrictEqual(brokenIn("See [the export](export.md).", "docs/errors.md"), [])
    assert.deepStrictEqual(brokenIn("See [the export](../../docs/export.md).", "packages/a/README.md"), [])
  })

  it("reports each missing statement, in any kind of text", () => {
    assert.deepStrictEqual(brokenIn("/** **Source** docs/api.md, statements 3 to 4\n * and 5. */"), [
      "src/a.ts: docs/api.md has no statement 4",
      "src/a.ts: docs/api.md has no statement 5"
    ])
    assert.deepStrictEqual(brokenIn("// docs/api.md, statements 1, 2, and 9."), [
      "src/a.ts: docs/api.md has no statement 9"
    ])
    assert.deepStrictEqual(brokenIn("// docs/api.md, Statements 7 and 8."), [
      "src/a.ts: docs/api.md has no statement 7",
      "src/a.ts: docs/api.md has no statement 8"
    ])
    assert.deepStrictEqual(brokenIn("a(`docs/api.md, statement 9`)"), ["src/a.ts: docs/api.md has no statement 9"])
  })

  it("reports a missing heading, also across lines and with backticks", () => {
    const problem = 'src/a.ts: docs/export.md has no heading "Formats"'
    assert.deepStrictEqual(brokenIn('// docs/export.md, "Formats".'), [problem])
    assert.deepStrictEqual(brokenIn('/**\n * `docs/export.md`,\n * "Formats".\n */'), [problem])
    assert.deepStrictEqual(brokenIn('// docs/export.md, "not a heading".'), [
      'src/a.ts: docs/export.md has no heading "not a heading"'
    ])
  })

  it("reports a missing document", () => {
    assert.deepStrictEqual(brokenIn("// docs/none.md"), ["src/a.ts: docs/none.md does not exist"])
  })
})
