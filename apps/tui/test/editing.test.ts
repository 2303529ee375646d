import { assert, describe, it } from "@effect/vitest"
import { editingKey, editText, noText, withCaretAtEnd } from "../src/keys/editing.ts"
import { keyPresses } from "../src/keys/KeyPress.ts"

/** Applies a key to a text whose caret is at `|`, and returns the text with its caret at `|`. */
const after = (marked: string, name: string): string => {
  const [before = "", rest = ""] = marked.split("|")
  const { text, caret } = editText({ text: before + rest, caret: withCaretAtEnd(before).caret }, { name })
  const all = Array.from(new Intl.Segmenter("en").segment(text), ({ segment }) => segment)
  return `${all.slice(0, caret).join("")}|${all.slice(caret).join("")}`
}

describe("a text field", () => {
  it("is empty at first", () => {
    assert.deepStrictEqual(noText, { text: "", caret: 0 })
  })

  it.each([
    ["backspace", "ab|c", "a|c"],
    ["backspace", "|abc", "|abc"],
    ["backspace", "a👨‍👩‍👧|c", "a|c"],
    ["delete", "a|bc", "a|c"],
    ["delete", "abc|", "abc|"],
    ["delete", "|👨‍👩‍👧c", "|c"],
    ["ctrl-u", "ab|c", "|c"],
    ["ctrl-u", "|c", "|c"],
    ["ctrl-w", "new york|!", "new |!"],
    ["ctrl-w", "new york  |!", "new |!"],
    ["ctrl-w", "new|!", "|!"],
    ["ctrl-w", "  |!", "|!"],
    ["ctrl-w", "👨‍👩‍👧😀 york|!", "👨‍👩‍👧😀 |!"],
    ["left", "ab|c", "a|bc"],
    ["left", "|abc", "|abc"],
    ["right", "a|bc", "ab|c"],
    ["right", "abc|", "abc|"],
    ["home", "ab|c", "|abc"],
    ["ctrl-a", "ab|c", "|abc"],
    ["end", "a|bc", "abc|"],
    ["ctrl-e", "a|bc", "abc|"]
  ])("after %s in %s is %s", (key, before, expected) => {
    assert.strictEqual(after(before, key), expected)
  })

  it("inserts text at the caret", () => {
    assert.deepStrictEqual(editText({ text: "ac", caret: 1 }, { text: "b" }), { text: "abc", caret: 2 })
    assert.deepStrictEqual(editText({ text: "ac", caret: 1 }, { text: "xyz" }), { text: "axyzc", caret: 4 })
  })

  it("joins a combining character with the one before the caret", () => {
    assert.deepStrictEqual(editText({ text: "e!", caret: 1 }, { text: "\u0301" }), { text: "e\u0301!", caret: 1 })
  })
})

describe("the name of an editing key", () => {
  it.each(["backspace", "delete", "left", "right", "home", "end", "ctrl-a", "ctrl-e", "ctrl-u", "ctrl-w"])(
    "may be %s",
    (name) => {
      assert.match(name, editingKey)
    }
  )

  it.each(["up", "down", "tab", "enter", "escape", "ctrl-b", "ctrl-aa", "xctrl-a", "upend", "lefty"])(
    "is not %s",
    (name) => {
      assert.notMatch(name, editingKey)
    }
  )
})

describe("a key press", () => {
  it.each([
    ["\u0001", [{ name: "ctrl-a" }]],
    ["\u001A", [{ name: "ctrl-z" }]],
    ["\u0000", []],
    ["\u001C", []],
    ["\u001F", []],
    [" ", [{ text: " " }]],
    ["\u007F", [{ name: "backspace" }]],
    ["\b", [{ name: "backspace" }]],
    ["\r\n", [{ name: "enter" }]],
    ["\n", [{ name: "enter" }]],
    ["", []]
  ])("of %j is %j", (input, expected) => {
    assert.deepStrictEqual(keyPresses(input, {}), expected)
  })

  it("has the name of its flags, not of its input", () => {
    assert.deepStrictEqual(keyPresses("x", { tab: true }), [{ name: "tab" }])
    assert.deepStrictEqual(keyPresses("x", { tab: true, shift: true }), [{ name: "shift-tab" }])
    assert.deepStrictEqual(keyPresses("x", { shift: true }), [{ text: "x" }])
    assert.deepStrictEqual(keyPresses("x", { upArrow: false, downArrow: true }), [{ name: "down" }])
  })

  it("with Control has a name if it has a character", () => {
    assert.deepStrictEqual(keyPresses("s", { ctrl: true }), [{ name: "ctrl-s" }])
    assert.deepStrictEqual(keyPresses("", { ctrl: true }), [])
    assert.deepStrictEqual(keyPresses("s", { ctrl: false }), [{ text: "s" }])
  })

  it("after Escape is a second key only if it has a character", () => {
    assert.deepStrictEqual(keyPresses("x", { meta: true }), [{ name: "escape" }, { text: "x" }])
    assert.deepStrictEqual(keyPresses("", { meta: true }), [])
  })
})
