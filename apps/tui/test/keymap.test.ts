import { afterEach, assert, describe, it } from "@effect/vitest"
import { complaints } from "../src/complaints/definition.ts"
import { press } from "../src/keys/dispatch.ts"
import { keyPresses } from "../src/keys/KeyPress.ts"
import { Ui } from "../src/Ui.ts"
import { closeSessions, held, start } from "./browsing.ts"
import { fakeService } from "./fakeRecords.ts"
import { openTerminal } from "./terminal.tsx"

afterEach(closeSessions)

const key = (name: string) => ({ name })
const typed = (text: string) => ({ text })

/** Types characters. Returns the resulting state. */
const afterTyping = async (text: string): Promise<Ui> => {
  const ui = new Ui(await start(fakeService(held)))
  for (const character of text) press(ui, typed(character))
  return ui
}

describe("keys in text", () => {
  it("type characters, including q and ?", async () => {
    const ui = await afterTyping("/q?2")
    assert.strictEqual(ui.get(complaints.search).text, "q?2")
  })

  it("move between fields, apply and discard", async () => {
    const ui = await afterTyping("f")
    const { focus } = ui.get(complaints.form)
    press(ui, key("tab"))
    assert.notStrictEqual(ui.get(complaints.form).focus, focus)
    press(ui, key("shift-tab"))
    assert.strictEqual(ui.get(complaints.form).focus, focus)
    press(ui, key("ctrl-s"))
    assert.strictEqual(ui.session.panel, "table")
    press(ui, typed("f"))
    press(ui, key("escape"))
    assert.strictEqual(ui.session.panel, "table")
  })
})

describe("keys of a text field", () => {
  it("do not include named keys that do not edit", async () => {
    const ui = await afterTyping("/abc")
    for (const name of ["left", "page-up", "ctrl-b"]) press(ui, key(name))
    press(ui, typed("x"))
    assert.strictEqual(ui.get(complaints.search).text, "abxc")
  })
})

describe("a terminal", () => {
  const opened = () => openTerminal(fakeService(held), { columns: 100, rows: 30 })
  const pasted = (text: string) => `\u001B[200~${text}\u001B[201~`

  it("reports the release of a key, which has no effect", async () => {
    const terminal = await opened()
    await terminal.keys("\u001B[106;1:1u", "\u001B[106;1:3u")
    assert.match(terminal.frame(), /row 2 of 14,034/)
    terminal.close()
  })

  it("pastes text as one line into a text field, and has no effect elsewhere", async () => {
    const terminal = await opened()
    await terminal.keys(pasted("jj"))
    assert.strictEqual(terminal.registry.get(complaints.view).cursor, 0)
    assert.match(terminal.frame(), /Paste only works in a text field\./)
    await terminal.keys("s", "\u0015", pasted("two\nlines"))
    assert.match(terminal.frame(), /Name: two lines/)
    terminal.close()
  })
})

describe("terminal input", () => {
  it("is split if several keys arrive in one event", () => {
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
    assert.deepStrictEqual(keyPresses("a\r\nb", {}), [typed("a"), key("enter"), typed("b")])
    assert.deepStrictEqual(keyPresses("e\u0301東", {}), [typed("e\u0301"), typed("東")])
  })

  it("names keys without characters", () => {
    assert.deepStrictEqual(keyPresses("", { pageDown: true }), [key("page-down")])
    assert.deepStrictEqual(keyPresses("", { tab: true, shift: true }), [key("shift-tab")])
    assert.deepStrictEqual(keyPresses("c", { ctrl: true }), [key("ctrl-c")])
  })

  it("reads Escape and a key in one event as two keys", () => {
    assert.deepStrictEqual(keyPresses("q", { meta: true }), [key("escape"), typed("q")])
  })

  it("drops control characters that are not keys", () => {
    assert.deepStrictEqual(keyPresses("\u0000\u001F", {}), [])
  })
})
