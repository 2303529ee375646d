import { assert, describe, it } from "@effect/vitest"
import { commands } from "../src/commands/index.ts"
import { fakeComplaints, fakeNotices, fakeService } from "./fakeRecords.ts"
import { openTerminal } from "./terminal.tsx"

const escape = "\u001B[27u"
const held = fakeService({ complaints: fakeComplaints(200), notices: fakeNotices(10) })
const size = { columns: 100, rows: 60 }

describe("the palette", () => {
  it("lists all commands of the panel", async () => {
    const terminal = await openTerminal(held, size)
    await terminal.keys(":")
    const frame = terminal.frame()
    terminal.close()
    const named = commands.filter(({ name, on }) => name !== "commands" && on.includes("table"))
    for (const { name } of named) assert.include(frame, ` ${name.replaceAll("-", " ")} `)
  })

  it("runs the selected command like its key", async () => {
    const terminal = await openTerminal(held, size)
    await terminal.keys(":", "last row", "\r")
    assert.match(terminal.frame(), /row 200 of 200/)
    await terminal.keys(":", "notices", "\r")
    assert.match(terminal.frame(), /NOTICES/)
    terminal.close()
  })

  it("selects the first match again after each character", async () => {
    const terminal = await openTerminal(held, size)
    await terminal.keys(":", "\u001B[B", "\u001B[B", "last row", "\r")
    assert.match(terminal.frame(), /row 200 of 200/)
    terminal.close()
  })

  it("returns to the panel in which it was opened", async () => {
    const terminal = await openTerminal(held, size)
    await terminal.keys("\r", ":", escape)
    assert.match(terminal.frame(), /COMPLAINTS · row 1 of 200/)
    await terminal.keys(":", "nothing of that name", "\r")
    assert.strictEqual(terminal.frame().split("Nothing to select").length, 2)
    terminal.close()
  })
})

describe("the prompt for a row", () => {
  it("goes to the row, and reports an invalid number", async () => {
    const terminal = await openTerminal(held, size)
    await terminal.keys(":", "go to row", "\r", "x", "\r")
    assert.match(terminal.frame(), /✗ "x" is not a row number/)
    await terminal.keys("\u007F", "123", "\r")
    assert.match(terminal.frame(), /row 123 of 200/)
    terminal.close()
  })
})

describe("the help", () => {
  it("describes the form if opened there by Ctrl-/", async () => {
    const terminal = await openTerminal(held, size)
    await terminal.keys("f", "\u001F")
    assert.match(terminal.frame(), /HELP · the filter form/)
    assert.match(terminal.frame(), /Ctrl-R +reset the form/)
    assert.notMatch(terminal.frame(), /whole record/)
    await terminal.keys(escape)
    assert.match(terminal.frame(), /FILTER · complaints/)
    terminal.close()
  })
})

describe("commands", () => {
  it("have unique names", () => {
    const names = commands.map(({ name }) => name)
    assert.strictEqual(new Set(names).size, names.length)
  })

  it("share no keys in a panel", () => {
    const bindings = commands.flatMap(({ keys, on }) => keys.flatMap((key) => on.map((panel) => `${panel} ${key}`)))
    assert.deepStrictEqual(
      bindings.filter((binding, index) => bindings.indexOf(binding) !== index),
      []
    )
  })
})
