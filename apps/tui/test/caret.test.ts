import { afterEach, assert, describe, it } from "@effect/vitest"
import { fieldWindow } from "../src/drawing/frame.ts"
import { sizeAtom } from "../src/drawing/layout.ts"
import { screenAtom } from "../src/drawing/screen.ts"
import { press } from "../src/keys/dispatch.ts"
import { keyPresses } from "../src/keys/KeyPress.ts"
import { Ui } from "../src/Ui.ts"
import { closeSessions, service, start } from "./browsing.ts"
import { fakeComplaints } from "./fakeRecords.ts"

afterEach(closeSessions)

const usual = [100, 30] as const
const narrow = [24, 12] as const

/** Returns the part of the line before the caret after some keys, or `undefined` without a caret. A name such as `<left>` is one key. */
const beforeCaret = async (
  [columns, rows]: readonly [columns: number, rows: number],
  keys: string
): Promise<string | undefined> => {
  const registry = await start(service({ complaints: fakeComplaints(60) }).source)
  registry.set(sizeAtom, { columns, rows })
  const ui = new Ui(registry)
  for (const [key = "", name] of keys.matchAll(/<([a-z-]+)>|[^]/g)) {
    for (const one of name === undefined ? keyPresses(key, {}) : [{ name }]) press(ui, one)
  }
  const { caret, lines } = registry.get(screenAtom)
  const spans = caret === undefined ? [] : (lines[caret.y] ?? assert.fail("the caret is below the screen"))
  const line = spans.map(({ text }) => text).join("")
  return caret && line.slice(0, caret.x)
}

describe("the caret", () => {
  it.each([
    ["in a menu", usual, ":", "│ > "],
    ["in a menu", usual, ":row", "│ > row"],
    ["in a menu", usual, ":row<left>", "│ > ro"],
    ["below the introduction of a menu", usual, "ecsv", "│ > csv"],
    ["below the introduction of a menu", narrow, "ecsv", "│ > csv"],
    ["at the edge of a menu", narrow, `:${"x".repeat(17)}`, `│ > ${"x".repeat(17)}`],
    ["at the edge of a menu", narrow, `:${"x".repeat(18)}`, `│ > ${"x".repeat(17)}`],
    ["in a prompt", usual, "s", "│ Name: "],
    ["in a prompt", usual, "sab<left>", "│ Name: a"],
    ["in a prompt with a suggestion", usual, "e\r", "│ File: complaints.csv"],
    ["below the introduction of a prompt", narrow, "sab", "│ Name: ab"],
    ["below the introduction of a prompt", narrow, "Kab", "│ Key: ••"],
    ["at the edge of a prompt", narrow, `sa${"x".repeat(12)}`, `│ Name: a${"x".repeat(12)}`],
    ["at the edge of a prompt", narrow, `sa${"x".repeat(14)}`, `│ Name: ${"x".repeat(13)}`],
    ["in the search", usual, "/so", " / so"],
    ["in the search", usual, "/so<left>", " / s"],
    ["at the edge of the search", narrow, `/${"x".repeat(30)}`, ` / ${"x".repeat(20)}`],
    ["in a field of the form", usual, "f\t", "│ ▶ Created to    ["],
    ["in a field of the form", usual, "f\t2021<home><right>", "│ ▶ Created to    [2"],
    ["in a field of a scrolled form", [100, 8], "f\t\t\t\t\t\t\t\tTroy", "│ ▶ City          [Troy"],
    ["at the edge of a field", usual, `f\t\t\t\t\t\t\t\t${"x".repeat(21)}`, `│ ▶ City          [${"x".repeat(21)}`],
    ["at the edge of a field", usual, `f\t\t\t\t\t\t\t\ta${"x".repeat(22)}`, `│ ▶ City          [${"x".repeat(21)}`],
    ["at the edge of a long field", usual, `2fa${"x".repeat(46)}`, `│ ▶ Title         [a${"x".repeat(46)}`],
    ["at the edge of a long field", usual, `2fa${"x".repeat(48)}`, `│ ▶ Title         [${"x".repeat(47)}`],
    ["at the edge of a long field", [60, 20], `2fa${"x".repeat(30)}`, `│ ▶ Title         [${"x".repeat(21)}`],
    ["at the edge of a field", narrow, `f\t\t\t\t\t\t\t\ta${"x".repeat(22)}`, "│ ▶ City          [xx…"]
  ] as const)("is %s, on %j after %j", async (_, size, keys, expected) => {
    assert.strictEqual(await beforeCaret(size, keys), expected)
  })

  it("stays in a field of characters of two cells", () => {
    const tenWide = Array.from({ length: 10 }, () => "東")
    assert.deepStrictEqual(fieldWindow(tenWide, 10, 9), { text: "東".repeat(4), cell: 8 })
    assert.deepStrictEqual(fieldWindow(tenWide, 4, 9), { text: tenWide.join(""), cell: 8 })
    assert.deepStrictEqual(fieldWindow(tenWide, 5, 9), { text: "東".repeat(9), cell: 8 })
  })

  it("is not shown without a text field", async () => {
    for (const keys of ["", "\r", "3", "?", "f<shift-tab>"]) assert.isUndefined(await beforeCaret(usual, keys), keys)
  })
})
