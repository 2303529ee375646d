import { assert, describe, it } from "vitest"
import { findWording } from "../english/findWording.ts"

/** Returns the line and the pattern of each hit. */
const hitsIn = (text: string, path = "src/a.ts"): ReadonlyArray<string> =>
  findWording({ path, text }).map((message) => message.replace(/^.*?:(\d+) "(.*?)" .*$/, "$1 $2"))

describe("the check of plain English", () => {
  it("reports a violation with its file, line, advice and sentence", () => {
    const text = "const a = 1\n\n/** Starts. What is none is refused. */\nconst b = 2\n"
    assert.deepStrictEqual(findWording({ path: "src/a.ts", text }), [
      'src/a.ts:3 "is none" (is not one, is invalid, is missing): What is none is refused.'
    ])
  })

  it("accepts plain sentences", () => {
    assert.deepStrictEqual(hitsIn("/** Returns the record, or fails with `NotFound`. */\nconst find = () => {}\n"), [])
  })

  it("reads docblocks, comments over several lines, strings and templates", () => {
    assert.deepStrictEqual(hitsIn("/**\n * Returns what it\n * is none of.\n */"), ["1 is none"])
    assert.deepStrictEqual(hitsIn("a()\n// if it\n// is none\n"), ["2 is none"])
    assert.deepStrictEqual(hitsIn("a(\"it is none\", 'it is none')"), ["1 is none", "1 is none"])
    assert.deepStrictEqual(hitsIn("a(`one line\nis none`)"), ["1 is none"])
    assert.deepStrictEqual(hitsIn('it("starts anew", () => {})', "a.test.ts"), ["1 anew"])
  })

  it("ignores code, single words, regular expressions and comment marks in strings", () => {
    assert.deepStrictEqual(hitsIn('const anew = mend.heed\nconst b = "anew"\n'), [])
    assert.deepStrictEqual(hitsIn('const a = /"/.test(b) || anew // it is fine "\n'), [])
    assert.deepStrictEqual(hitsIn('const a = "https://example.com//"; anew(b)\n'), [])
  })

  it("checks the opening of a docblock only in its first sentence", () => {
    assert.deepStrictEqual(hitsIn("/** What a page holds. */\ntype A = 1"), ["1 what"])
    assert.deepStrictEqual(hitsIn("/** The page. What a page holds. */\ntype A = 1"), [])
    assert.deepStrictEqual(hitsIn("// What a page holds.\ntype A = 1"), [])
  })

  it("distinguishes the impersonal one from one of several", () => {
    assert.deepStrictEqual(hitsIn("// It ends when one leaves."), ["1 one"])
    assert.deepStrictEqual(hitsIn("// It ends when the first one leaves."), [])
  })

  it("finds British spelling in names too", () => {
    assert.deepStrictEqual(hitsIn("const isCancelled = canceled\n"), ["1 spelling"])
  })

  it("reads Markdown across line ends, without its code", () => {
    assert.deepStrictEqual(hitsIn("# A\n\nWrite it where\nthere is one.\n", "a.md"), ["3 where"])
    assert.deepStrictEqual(hitsIn("# A\n\n```sh\nask where there is one\n```\n", "a.md"), [])
    assert.deepStrictEqual(hitsIn("```\na\n```\n\n- one\n- is none\n", "a.md"), ["6 is none"])
  })
})
