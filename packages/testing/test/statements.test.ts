import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { scenarios } from "../src/scenarios.ts"
import { coveredByTests } from "./coveredByTests.ts"

/** The root of the repository. */
const root = new URL("../../../", import.meta.url)

const statements = [
  ...readFileSync(new URL("docs/api.md", root), "utf8").matchAll(/^(\d+)\. ([\s\S]*?)(?=\n\d+\. |\n\n|$)/gm)
].map(([, number, text = ""]) => ({ number: Number(number), text: text.replaceAll(/\s+/g, " ") }))
const numbers = statements.map(({ number }) => number)

describe("the numbered statements of docs/api.md", () => {
  it("are numbered consecutively from 1", () => {
    assert.isAtLeast(numbers.length, 50)
    assert.deepStrictEqual(
      numbers,
      numbers.map((_, place) => place + 1)
    )
  })

  for (const { number, text } of statements) {
    it(`have a scenario or a named test: ${number}. ${text.slice(0, 80)}`, () => {
      const tagged = scenarios.filter((scenario) => scenario.statements.includes(number))
      const elsewhere = coveredByTests.filter(({ statement }) => statement === number)
      assert.isAbove(tagged.length + elsewhere.length, 0)
      for (const { file, name } of elsewhere.flatMap(({ tests }) => tests)) {
        assert.include(readFileSync(new URL(file, root), "utf8"), name, file)
      }
    })
  }

  it("include every tagged statement", () => {
    const tags = [
      ...scenarios.flatMap(({ statements }) => statements),
      ...coveredByTests.map(({ statement }) => statement)
    ]
    assert.deepStrictEqual(
      tags.filter((tag) => !numbers.includes(tag)),
      []
    )
  })
})

describe("every scenario", () => {
  it("proves a statement and has a unique name", () => {
    assert.deepStrictEqual(
      scenarios.filter(({ statements }) => statements.length === 0).map(({ name }) => name),
      []
    )
    assert.strictEqual(new Set(scenarios.map(({ name }) => name)).size, scenarios.length)
  })
})
