import { assert, describe, it } from "@effect/vitest"
import type { Action, Mode } from "../src/keys/Action.ts"
import { type Count, keyPressed, noCount } from "../src/keys/keymap.ts"
import { keyPresses } from "../src/keys/KeyPress.ts"

const key = (name: string) => ({ name })
const typed = (text: string) => ({ text })

/** What the keys of a text ask for, one after the other, without a pause. */
const actionsOf = (text: string, mode: Mode = "table", pause = 10): ReadonlyArray<Action> => {
  let count: Count = noCount
  let now = 10_000
  const all: Array<Action> = []
  for (const character of text) {
    const pressed = keyPressed(mode, typed(character), count, now)
    all.push(...pressed.actions)
    count = pressed.count
    now += pause
  }
  return all
}

const charactersAtTable: ReadonlyArray<readonly [string, Action]> = [
  ["j", { _tag: "MoveBy", rows: 1 }],
  ["k", { _tag: "MoveBy", rows: -1 }],
  ["g", { _tag: "GoFirst" }],
  ["G", { _tag: "GoLast" }],
  ["f", { _tag: "OpenForm" }],
  ["/", { _tag: "OpenFind" }],
  ["n", { _tag: "FindBy", by: 1 }],
  ["N", { _tag: "FindBy", by: -1 }],
  ["#", { _tag: "SameNumber" }],
  ["r", { _tag: "Reload" }],
  ["1", { _tag: "Show", collection: "complaints" }],
  ["2", { _tag: "Show", collection: "notices" }],
  ["?", { _tag: "OpenHelp" }],
  ["q", { _tag: "Quit" }]
]

const namedAtTable: ReadonlyArray<readonly [string, Action]> = [
  ["up", { _tag: "MoveBy", rows: -1 }],
  ["down", { _tag: "MoveBy", rows: 1 }],
  ["page-down", { _tag: "PageBy", pages: 1 }],
  ["page-up", { _tag: "PageBy", pages: -1 }],
  ["home", { _tag: "GoFirst" }],
  ["end", { _tag: "GoLast" }],
  ["enter", { _tag: "OpenDetail" }],
  ["escape", { _tag: "Back" }],
  ["ctrl-c", { _tag: "Interrupt" }]
]

describe("keys at the table", () => {
  it.each(charactersAtTable)("%s", (text, action) => {
    assert.deepStrictEqual(actionsOf(text), [action])
  })

  it.each(namedAtTable)("%s", (name, action) => {
    assert.deepStrictEqual(keyPressed("table", key(name), noCount, 0).actions, [action])
  })
})

describe("numbers before G", () => {
  it("go to that row", () => {
    assert.deepStrictEqual(actionsOf("545G"), [{ _tag: "GoToRow", row: 545 }])
    assert.deepStrictEqual(actionsOf("9000G"), [{ _tag: "GoToRow", row: 9000 }])
  })

  it("take back the collection that their first digit showed", () => {
    assert.deepStrictEqual(actionsOf("130G"), [
      { _tag: "Show", collection: "complaints" },
      { _tag: "ShowInsights" },
      { _tag: "ReturnFromShow" },
      { _tag: "GoToRow", row: 130 }
    ])
    assert.deepStrictEqual(actionsOf("12G"), [
      { _tag: "Show", collection: "complaints" },
      { _tag: "Show", collection: "notices" },
      { _tag: "ReturnFromShow" },
      { _tag: "GoToRow", row: 12 }
    ])
  })

  it("need more than a collection's own digit", () => {
    assert.deepStrictEqual(actionsOf("2G"), [{ _tag: "Show", collection: "notices" }, { _tag: "GoLast" }])
  })

  it("begin anew after a pause", () => {
    assert.deepStrictEqual(actionsOf("21G", "table", 2000), [
      { _tag: "Show", collection: "notices" },
      { _tag: "Show", collection: "complaints" },
      { _tag: "GoLast" }
    ])
  })

  it("are given up by Escape and by any other key", () => {
    assert.deepStrictEqual(keyPressed("table", key("escape"), { digits: "34", at: 0 }, 1), {
      actions: [],
      count: noCount
    })
    assert.deepStrictEqual(actionsOf("54jG"), [{ _tag: "MoveBy", rows: 1 }, { _tag: "GoLast" }])
  })
})

describe("keys in fields", () => {
  it("type what they say, q and ? too", () => {
    for (const mode of ["form", "find"] as const) {
      assert.deepStrictEqual(
        actionsOf("q?2", mode),
        ["q", "?", "2"].map((text) => ({ _tag: "Edit", edit: { _tag: "Insert", text } }))
      )
    }
  })

  it("move between fields, apply and discard", () => {
    const inForm = (name: string) => keyPressed("form", key(name), noCount, 0).actions
    assert.deepStrictEqual(inForm("tab"), [{ _tag: "FieldBy", by: 1 }])
    assert.deepStrictEqual(inForm("shift-tab"), [{ _tag: "FieldBy", by: -1 }])
    assert.deepStrictEqual(inForm("ctrl-s"), [{ _tag: "ApplyForm" }])
    assert.deepStrictEqual(inForm("escape"), [{ _tag: "Back" }])
  })
})

describe("input of the terminal", () => {
  it("is taken apart where keys arrive glued", () => {
    assert.deepStrictEqual(keyPresses("jjj", {}), [typed("j"), typed("j"), typed("j")])
    assert.deepStrictEqual(keyPresses("f\t a\r\u0013", {}), [
      typed("f"),
      key("tab"),
      typed(" "),
      typed("a"),
      key("enter"),
      key("ctrl-s")
    ])
  })

  it("keeps a grapheme in one piece", () => {
    assert.deepStrictEqual(keyPresses("e\u0301東", {}), [typed("e\u0301"), typed("東")])
  })

  it("names keys without characters", () => {
    assert.deepStrictEqual(keyPresses("", { pageDown: true }), [key("page-down")])
    assert.deepStrictEqual(keyPresses("", { tab: true, shift: true }), [key("shift-tab")])
    assert.deepStrictEqual(keyPresses("c", { ctrl: true }), [key("ctrl-c")])
  })

  it("reads Escape glued to a key as two keys", () => {
    assert.deepStrictEqual(keyPresses("q", { meta: true }), [key("escape"), typed("q")])
  })

  it("drops control characters that are no keys", () => {
    assert.deepStrictEqual(keyPresses("\u0000\u001F", {}), [])
  })
})
