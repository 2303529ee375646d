import { readFileSync } from "node:fs"
import { scenarios } from "@public-records/testing/scenarios"
import { assert, describe, it } from "vitest"
import { breakages, breakSource, parseBreakages } from "../breakages/Breakage.ts"

const root = new URL("../../", import.meta.url)

describe("the list of breakages", () => {
  it("breaks every statement that a scenario proves, and no other", () => {
    const proven = new Set(scenarios.flatMap(({ statements }) => statements.map(String)))
    const broken = new Set(breakages.map(({ proof }) => proof).filter((proof) => !proof.includes("/")))
    assert.deepStrictEqual([...broken].toSorted(), [...proven].toSorted())
  })

  it("has breakages of every part, each with a unique name", () => {
    for (const part of ["packages/core", "packages/server", "packages/export", "apps/cli", "apps/tui"]) {
      assert.isTrue(
        breakages.some(({ file }) => file.startsWith(`${part}/src/`)),
        part
      )
    }
    const names = breakages.map(({ file, name, proof }) => `${file} ${proof} ${name}`)
    assert.strictEqual(new Set(names).size, names.length)
  })

  it("replaces code that occurs once in its source", () => {
    const problems = breakages.flatMap((breakage) => {
      try {
        assert.isNotEmpty(breakage.changes, breakage.name)
        breakSource(breakage, readFileSync(new URL(breakage.file, root), "utf8"))
        return []
      } catch (error) {
        return [String(error)]
      }
    })
    assert.strictEqual(problems.join("\n"), "")
  })
})

describe("a breakage", () => {
  const list = "# src/a.ts\n\n7 one is two\n- one()\n- done\n+ two()\n- last\n"
  const [breakage] = parseBreakages(list)
  if (breakage === undefined) throw new Error("The list cannot be read.")

  it("has a file, a statement, a name and changes", () => {
    assert.deepStrictEqual(breakage, {
      file: "src/a.ts",
      proof: "7",
      name: "one is two",
      changes: [
        { find: "one()\ndone", replace: "two()" },
        { find: "last", replace: "" }
      ]
    })
    assert.throws(() => parseBreakages("# src/a.ts\n\n7 one\n= two\n"), "Line 4")
    assert.throws(() => parseBreakages("+ two\n"), "Line 1")
  })

  it("is applied regardless of whitespace in the source", () => {
    assert.strictEqual(breakSource(breakage, "a; one()  done; last\n"), "a; two(); \n")
  })

  it("is refused with its name if its code is missing or occurs twice", () => {
    for (const [source, times] of [
      ["one() last", 0],
      ["one() done one() done last", 2]
    ] as const) {
      assert.throws(
        () => breakSource(breakage, source),
        new RegExp(`"7 one is two": src/a\\.ts contains this text ${times} times`)
      )
    }
  })
})
