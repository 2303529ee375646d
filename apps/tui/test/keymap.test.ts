import { afterEach, assert, describe, it } from "@effect/vitest"
import { commands } from "../src/commands/index.ts"
import { complaints } from "../src/complaints/definition.ts"
import { bindingsOf } from "../src/keys/bindings.ts"
import { press } from "../src/keys/dispatch.ts"
import { keyPresses } from "../src/keys/KeyPress.ts"
import { notices } from "../src/notices/definition.ts"
import { sessionAtom } from "../src/session.ts"
import { Ui } from "../src/Ui.ts"
import { closeSessions, held, start } from "./browsing.ts"
import { layerFakeRecords } from "./fakeRecords.ts"

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
