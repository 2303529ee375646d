import { assert, describe, it } from "vitest"
import { checkHits, findHits } from "../english/findHits.ts"

const idsIn = (text: string, path = "src/a.ts"): ReadonlyArray<string> =>
  findHits({ path, text }).map(({ line, pattern }) => `${line} ${pattern.id}`)

const errorsIn = (text: string, allowed: ReadonlyArray<string> = [], path = "src/a.ts"): ReadonlyArray<string> =>
  checkHits(findHits({ path, text }), new Set(allowed))

describe("the check of plain English", () => {
  it("reports a violation with its file, line, advice and sentence", () => {
    assert.deepStrictEqual(errorsIn("const a = 1\n\n/** Starts. What is none is refused. */\nconst b = 2\n"), [
      'src/a.ts:3 "is none" (is not one, is invalid, is missing): What is none is refused.'
    ])
  })

  it("accepts plain sentences", () => {
    assert.deepStrictEqual(
      errorsIn("/** Returns the record, or fails with `NotFound`. */\nconst find = () => {}\n"),
      []
    )
  })

  it("reports no allowed sentence, but only in the file that it is allowed in", () => {
    const text = "// It is none."
    assert.deepStrictEqual(errorsIn(text, ["src/a.ts: It is none."]), [])
    assert.lengthOf(errorsIn(text, ["src/a.ts: It is none."], "src/b.ts"), 2)
  })

  it("reports an allowed sentence that no longer occurs or no longer matches", () => {
    assert.deepStrictEqual(errorsIn("// It is one.", ["src/a.ts: It is none.", "src/a.ts: It is one."]), [
      "The allowed sentence does not occur or breaks no rule; remove it: src/a.ts: It is none.",
      "The allowed sentence does not occur or breaks no rule; remove it: src/a.ts: It is one."
    ])
  })

  it("counts a soft pattern without failing", () => {
    assert.deepStrictEqual(idsIn('const a = "ask the service"'), ["1 ask"])
    assert.deepStrictEqual(errorsIn('const a = "ask the service"'), [])
  })
})

describe("findHits", () => {
  it("reads docblocks, comments over several lines, strings and templates", () => {
    assert.deepStrictEqual(idsIn("/**\n * Whole\n * pages.\n */"), ["1 whole"])
    assert.deepStrictEqual(idsIn("a()\n// if it\n// is none\n"), ["2 is none"])
    assert.deepStrictEqual(idsIn("a(\"it is none\", 'it is none')"), ["1 is none", "1 is none"])
    assert.deepStrictEqual(idsIn("a(`one line\nis none`)"), ["1 is none"])
  })

  it("ignores code, single words, regular expressions and comment marks in strings", () => {
    assert.deepStrictEqual(idsIn('const ask = whole.answer\nconst b = "whole"\n'), [])
    assert.deepStrictEqual(idsIn('const a = /"/.test(b) || ask // it is fine "\n'), [])
    assert.deepStrictEqual(idsIn('const a = "https://example.com//"; ask(b)\n'), [])
  })

  it("checks the opening of a docblock only in its first sentence", () => {
    assert.deepStrictEqual(idsIn("/** What a page holds. */\ntype A = 1"), ["1 what"])
    assert.deepStrictEqual(idsIn("/** The page. What a page holds. */\ntype A = 1"), [])
  })

  it("expects a verb at the start of a function's docblock only", () => {
    const openings = [
      "const f = () => 1",
      "function f() {}",
      "export const f = Effect.fn(1)",
      "  f(): void {",
      "  f: (a: A) => void"
    ]
    for (const code of openings) assert.deepStrictEqual(idsIn(`/** The record. */\n${code}\n`), ["1 verb"], code)
    assert.deepStrictEqual(idsIn("/** Returns the record. */\nconst f = () => 1\n"), [])
    assert.deepStrictEqual(idsIn("/** The record. */\nconst f = 1\n"), [])
  })

  it("expects a predicate in test titles only", () => {
    assert.deepStrictEqual(idsIn('it("of the list", () => {})', "a.test.ts"), ["1 predicate"])
    assert.deepStrictEqual(idsIn('it.each(cases)("of the list", () => {})', "a.test.ts"), ["1 predicate"])
    assert.deepStrictEqual(idsIn('a("of the list")', "a.test.ts"), [])
  })

  it("distinguishes the impersonal one from one of several", () => {
    assert.deepStrictEqual(idsIn("// It ends when one leaves."), ["1 one"])
    assert.deepStrictEqual(idsIn("// It ends when the first one leaves."), [])
  })

  it("finds British spelling in names too", () => {
    assert.deepStrictEqual(idsIn("const isCancelled = canceled\n"), ["1 spelling"])
  })

  it("reads Markdown across line ends, without its code", () => {
    assert.deepStrictEqual(idsIn("# A\n\nWrite it where\nthere is one.\n", "a.md"), ["3 where"])
    assert.deepStrictEqual(idsIn("# A\n\n```sh\nask where there is one\n```\n", "a.md"), [])
    assert.deepStrictEqual(idsIn("```\na\n```\n\n- one\n- is none\n", "a.md"), ["6 is none"])
  })
})
