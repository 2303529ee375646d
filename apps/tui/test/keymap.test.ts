import { afterEach, assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { commands } from "../src/commands/index.ts"
import { complaints } from "../src/complaints/definition.ts"
import { bindingsAtom, bindingsOf, rebind } from "../src/keys/bindings.ts"
import { press } from "../src/keys/dispatch.ts"
import { keyPresses } from "../src/keys/KeyPress.ts"
import { typedRowNumber } from "../src/keys/rowNumber.ts"
import { notices } from "../src/notices/definition.ts"
import { sessionAtom } from "../src/session.ts"
import { Ui } from "../src/Ui.ts"
import { closeSessions, held, start } from "./browsing.ts"
import { layerFakeRecords } from "./fakeRecords.ts"
import { openTerminal } from "./terminal.tsx"

afterEach(closeSessions)

const key = (name: string) => ({ name })
const typed = (text: string) => ({ text })

const atTable: ReadonlyArray<readonly [key: string, command: string]> = [
  ["j", "row-down"],
  ["k", "row-up"],
  ["g", "first-row"],
  ["G", "last-row"],
  ["f", "filter"],
  ["/", "search"],
  ["n", "next-match"],
  ["N", "previous-match"],
  ["#", "report"],
  ["r", "reload"],
  ["1", "complaints"],
  ["2", "notices"],
  ["?", "help"],
  ["q", "quit"],
  ["up", "row-up"],
  ["down", "row-down"],
  ["page-down", "page-down"],
  ["page-up", "page-up"],
  ["home", "first-row"],
  ["end", "last-row"],
  ["enter", "open-record"],
  ["escape", "back"],
  ["ctrl-c", "interrupt"]
]

describe("keys at the table", () => {
  it.each(atTable)("%s runs %s", (key, command) => {
    assert.strictEqual(bindingsOf(commands).commandOn("table", key)?.name, command)
  })
})

/** Types characters with a pause after each. Returns the resulting screen. */
const afterTyping = async (text: string, pause = 10) => {
  const registry = await start(layerFakeRecords(held))
  const ui = new Ui(registry)
  let now = 10_000
  for (const character of text) press(ui, typed(character), (now += pause))
  return {
    ui,
    active: registry.get(sessionAtom).active,
    rows: [complaints, notices].map(({ view }) => registry.get(view).cursor + 1)
  }
}

describe("a number before G", () => {
  it("goes to that row", async () => {
    assert.deepInclude(await afterTyping("545G"), { active: "complaints", rows: [545, 1] })
    assert.deepInclude(await afterTyping("9000G"), { active: "complaints", rows: [9000, 1] })
  })

  it("returns from the screens that its first digits showed", async () => {
    assert.deepInclude(await afterTyping("130G"), { active: "complaints", rows: [130, 1] })
    assert.deepInclude(await afterTyping("12G"), { active: "complaints", rows: [12, 1] })
    for (const digits of ["25", "35", "45"]) {
      const { ui } = await afterTyping(digits)
      assert.deepInclude(ui.session, { active: "complaints", panel: "table", basePanel: "table" })
    }
  })

  it("has more than the digit of one screen", async () => {
    assert.deepInclude(await afterTyping("2"), { active: "notices", rows: [1, 1] })
    const { active, ui } = await afterTyping("2G")
    assert.strictEqual(active, "notices")
    assert.match(ui.session.notification, /^$|last row/)
  })

  it("begins again after a pause", async () => {
    assert.deepInclude(await afterTyping("21", 2000), { active: "complaints" })
    const { active, rows } = await afterTyping("21G", 2000)
    assert.deepStrictEqual([active, rows[0]], ["complaints", 14_034])
  })

  it("is one number after a pause of 1.5 seconds, and two keys after a longer one", async () => {
    assert.deepInclude(await afterTyping("12G", 1500), { active: "complaints", rows: [12, 1] })
    assert.deepInclude(await afterTyping("123G", 1500), { active: "complaints", rows: [123, 1] })
    const { active, rows } = await afterTyping("12G", 1501)
    assert.deepStrictEqual([active, rows[0]], ["notices", 1])
    assert.deepInclude(await afterTyping("35G", 1500), { active: "complaints", rows: [35, 1] })
    const insights = await afterTyping("35", 1501)
    assert.deepInclude(insights.ui.session, { panel: "insights" })
    assert.strictEqual(insights.ui.get(typedRowNumber), "")
    assert.deepInclude(await afterTyping("56G", 9000), { active: "complaints", rows: [56, 1] })
  })

  it("has at most nine digits, of which the first is not 0", async () => {
    const { rows, ui } = await afterTyping("1234567890G")
    assert.deepStrictEqual(
      [rows[0], ui.session.notification],
      [14_034, "There is no row 123,456,789. This is the last one."]
    )
    assert.deepInclude(await afterTyping("05G"), { rows: [5, 1] })
    assert.deepInclude(await afterTyping("0G"), { rows: [14_034, 1] })
    assert.strictEqual((await afterTyping("05")).ui.get(typedRowNumber), "5")
  })

  it("begins with a digit although another command has that key", async () => {
    const { ui } = await afterTyping("")
    ui.set(bindingsAtom, bindingsOf(Result.getOrThrow(rebind({ export: "5" }, commands))))
    press(ui, typed("5"), 20_000)
    assert.deepStrictEqual([ui.session.panel, ui.get(typedRowNumber)], ["table", "5"])
  })

  it("is typed in the table only", async () => {
    const { ui } = await afterTyping("\r5")
    assert.strictEqual(ui.get(typedRowNumber), "5")
    press(ui, key("enter"), 20_000)
    press(ui, typed("5"), 20_000)
    press(ui, typed("G"), 20_000)
    assert.strictEqual(ui.get(complaints.view).cursor, 0)
    for (const name of ["3", "j", "5"]) press(ui, typed(name), 0)
    assert.deepStrictEqual([ui.session.panel, ui.get(typedRowNumber)], ["insights", ""])
  })

  it("is not formed by two screens that were shown with a pause", async () => {
    const { ui } = await afterTyping("23")
    press(ui, typed("G"), 60_000)
    assert.deepInclude(ui.session, { active: "notices", panel: "insights" })
    assert.deepInclude(await afterTyping("23G"), { active: "complaints", rows: [23, 1] })
  })

  it("is discarded by Escape and by any other key", async () => {
    const { ui } = await afterTyping("54")
    press(ui, key("escape"), 20_000)
    press(ui, typed("G"), 20_000)
    assert.strictEqual(ui.get(complaints.view).cursor, 14_033)
    assert.deepInclude(await afterTyping("54j"), { rows: [2, 1] })
    assert.deepInclude(await afterTyping("54jG"), { rows: [14_034, 1] })
  })
})

describe("keys in text", () => {
  it("type characters, including q and ?", async () => {
    const { ui } = await afterTyping("/q?2")
    assert.strictEqual(ui.get(complaints.search).text, "q?2")
  })

  it("move between fields, apply and discard", async () => {
    const { ui } = await afterTyping("f")
    const { focus } = ui.get(complaints.form)
    press(ui, key("tab"), 0)
    assert.notStrictEqual(ui.get(complaints.form).focus, focus)
    press(ui, key("shift-tab"), 0)
    assert.strictEqual(ui.get(complaints.form).focus, focus)
    press(ui, key("ctrl-s"), 0)
    assert.strictEqual(ui.session.panel, "table")
    press(ui, typed("f"), 0)
    press(ui, key("escape"), 0)
    assert.strictEqual(ui.session.panel, "table")
  })
})

describe("keys of a text field", () => {
  it("do not include named keys that do not edit", async () => {
    const { ui } = await afterTyping("/abc")
    for (const name of ["left", "page-up", "ctrl-b"]) press(ui, key(name), 0)
    press(ui, typed("x"), 0)
    assert.strictEqual(ui.get(complaints.search).text, "abxc")
  })
})

describe("a terminal", () => {
  const opened = () => openTerminal(layerFakeRecords(held), { columns: 100, rows: 30 })
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
