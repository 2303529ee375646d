import { assert, describe, it } from "@effect/vitest"
import { type CheckedStatement, reportOf } from "../src/CheckReport.ts"
import { reportText } from "../src/reportText.ts"
import { breaks, conforms, differs, notShown, type Verdict } from "../src/Verdict.ts"

const checked = (family: string, name: string, verdict: Verdict): CheckedStatement => ({
  family,
  name,
  rule: "docs/api.md, statement 1",
  request: "GET /",
  ...verdict
})

describe("the report as text", () => {
  it("has each family once, the details of each verdict, and the counts", () => {
    const statements = [
      checked("lists", "it is sorted", conforms),
      checked("keys", "it needs a key", breaks("status 403", "status 200")),
      checked("lists", "it has a total", differs(5, "it is missing")),
      checked("lists", "it has pages", notShown("the list is empty"))
    ]
    assert.deepStrictEqual(reportText(reportOf("https://service.invalid", 1, statements)).split("\n"), [
      "lists",
      "  ✓ it is sorted",
      "  ≠ it has a total",
      "      docs/api.md, statement 5: it is missing",
      "  · it has pages",
      "      not shown: the list is empty",
      "",
      "keys",
      "  ✗ it needs a key",
      "      rule: docs/api.md, statement 1",
      "      request: GET /",
      "      expected: status 403",
      "      actual: status 200",
      "",
      "https://service.invalid: 1 statement conforms, 1 differs in a documented way, 1 breaks, 1 not shown by the data; 1 request.",
      ""
    ])
  })

  it("has no characters that control a terminal, in any line", () => {
    const hostile = "\u001B[2J\u202E\r\nsecond line"
    const statements = [
      checked("a", "it is one", breaks(hostile, hostile)),
      checked("a", "it is two", differs(1, hostile)),
      checked("a", "it is three", notShown(hostile))
    ]
    const text = reportText(reportOf(`https://service.invalid/${hostile}`, 2, statements))
    assert.notMatch(text, /[^\P{Cc}\n]|\u202E|^second/mu)
    assert.strictEqual(text.split("\n").length, 13)
  })
})
