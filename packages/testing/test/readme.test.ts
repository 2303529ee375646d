import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"

const root = new URL("../../../", import.meta.url)
const documents = ["README.md", "docs/several-processes.md", "docs/server.md"]

for (const document of documents) {
  const text = readFileSync(new URL(document, root), "utf8")
  const blocks = [...text.matchAll(/<!-- (\S+\.ts) -->\n\n```ts\n([\s\S]*?)```/g)].map(([, file = "", code = ""]) => ({
    file,
    code
  }))

  describe(`the document ${document}`, () => {
    it("has every block of TypeScript from a file", () => {
      assert.strictEqual(blocks.length, text.split("```ts\n").length - 1)
      assert.isAbove(blocks.length, 0)
    })

    for (const { file, code } of blocks) {
      it(`has ${file} as it stands, which its package compiles and runs`, () => {
        assert.strictEqual(code, readFileSync(new URL(file, root), "utf8"))
      })
    }
  })
}
