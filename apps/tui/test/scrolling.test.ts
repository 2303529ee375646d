import { assert, describe, it } from "@effect/vitest"
import { windowByPages } from "../src/collection/RowWindow.ts"
import { fakeComplaints, fakeNotices, fakeService } from "./fakeRecords.ts"
import { openTerminal } from "./terminal.tsx"

const held = fakeService({ complaints: fakeComplaints(200), notices: fakeNotices(10) })
const small = { columns: 40, rows: 12 }
const end = "\u001B[F"
const home = "\u001B[H"
const pageDown = "\u001B[6~"

const panels: ReadonlyArray<readonly [name: string, keys: ReadonlyArray<string>]> = [
  ["the help", ["?"]],
  ["a record", ["\r"]]
]

describe.each(panels)("%s on 40 by 12", (_, keys) => {
  const opened = async () => {
    const terminal = await openTerminal(held, small)
    await terminal.keys(...keys)
    const press = async (...more: ReadonlyArray<string>): Promise<string> => {
      await terminal.keys(...more)
      return terminal.frame()
    }
    return { close: terminal.close, first: terminal.frame(), press }
  }

  it.each([["G"], [end]])("goes to its last line on %j, and from there one line up", async (key) => {
    const { close, first, press } = await opened()
    const last = await press(key)
    assert.notStrictEqual(last, first)
    assert.strictEqual(await press("j"), last)
    assert.strictEqual(await press(pageDown, pageDown, "j"), last)
    const above = await press("k")
    assert.notStrictEqual(above, last)
    assert.strictEqual(await press("j"), last)
    assert.strictEqual(await press(home), first)
    assert.strictEqual(await press("k", "j", "k"), first)
    close()
  })

  it("shows every line when scrolled page by page", async () => {
    const { close, first, press } = await opened()
    const linesIn = (frame: string): ReadonlyArray<string> => frame.split("\n").slice(2, -2)
    const byLine = new Set(linesIn(first))
    const byPage = new Set(byLine)
    for (let step = 0; step < 60; step++) for (const line of linesIn(await press("j"))) byLine.add(line)
    await press("g")
    for (let step = 0; step < 12; step++) for (const line of linesIn(await press(pageDown))) byPage.add(line)
    assert.deepStrictEqual([...byPage].toSorted(), [...byLine].toSorted())
    close()
  })
})

describe("a page of rows", () => {
  it("moves the cursor and the window, so that one row stays on the screen", () => {
    const from = { cursor: 3, top: 1, direction: 0 } as const
    const next = windowByPages(from, 1, 100, 10)
    assert.deepStrictEqual(next, { cursor: 12, top: 10, direction: 1 })
    assert.deepStrictEqual(windowByPages(next, -1, 100, 10), { cursor: 3, top: 1, direction: -1 })
    assert.deepInclude(windowByPages({ ...from, cursor: 95, top: 88 }, 1, 100, 10), { cursor: 99, top: 90 })
    assert.deepInclude(windowByPages(from, -1, 100, 10), { cursor: 0, top: 0 })
    assert.deepInclude(windowByPages(from, 1, 5, 1), { cursor: 4, top: 4 })
  })
})

describe("insights", () => {
  it("go to the last and the first bar of a chart", async () => {
    const terminal = await openTerminal(held, small)
    await terminal.keys("3")
    await terminal.until((frame) => frame.includes("first 50"))
    await terminal.keys("G")
    assert.match(terminal.frame(), /▶ not stated/)
    await terminal.keys("j")
    assert.match(terminal.frame(), /▶ not stated/)
    await terminal.keys("g")
    assert.match(terminal.frame(), /▶ 00:00/)
    terminal.close()
  })
})
