import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { bindingsOf, keyLabel, rebind } from "../src/keys/bindings.ts"
import type { Command } from "../src/keys/Command.ts"

const command = (name: string, keys: ReadonlyArray<string>, on: Command["on"]): Command => ({
  name,
  keys,
  help: ["APP", name],
  on,
  run: () => undefined
})

const quit = command("quit", ["q"], ["table", "detail"])
const search = command("search", ["/", "q"], ["table"])
const apply = command("apply-form", ["ctrl-s", "enter"], ["form"])
const commands = [quit, search, apply]

const keysAfter = (keys: object) => Result.getOrThrow(rebind(keys, commands)).map(({ keys: bound }) => bound)

describe("a key", () => {
  it("runs the first command that has it in a panel", () => {
    const { commandOn } = bindingsOf(commands)
    assert.strictEqual(commandOn("table", "q"), quit)
    assert.strictEqual(commandOn("detail", "q"), quit)
    assert.strictEqual(commandOn("table", "/"), search)
    assert.isUndefined(commandOn("detail", "/"))
    assert.isUndefined(commandOn("form", "q"))
    assert.strictEqual(commandOn("form", "enter"), apply)
  })

  it.each([
    ["escape", "Esc"],
    ["ctrl-s", "Ctrl-S"],
    [" ", "Space"],
    ["space", "Space"],
    ["page-down", "PgDn"],
    ["shift-tab", "Shift-Tab"],
    ["G", "G"],
    ["g", "g"]
  ])("%j is written as %s", (key, label) => {
    assert.strictEqual(keyLabel(key), label)
  })
})

describe("keys of the user", () => {
  it("are removed only from commands in the same panels", () => {
    assert.deepStrictEqual(keysAfter({}), [["q"], ["/", "q"], ["ctrl-s", "enter"]])
    assert.deepStrictEqual(keysAfter({ quit: "/" }), [["/"], ["q"], ["ctrl-s", "enter"]])
    assert.deepStrictEqual(keysAfter({ quit: ["enter", "/"] }), [["enter", "/"], ["q"], ["ctrl-s", "enter"]])
    assert.deepStrictEqual(keysAfter({ quit: [] }), [[], ["/", "q"], ["ctrl-s", "enter"]])
    assert.deepStrictEqual(keysAfter({ "apply-form": "ctrl-a" }), [["q"], ["/", "q"], ["ctrl-a"]])
  })

  it("may be the same in different panels", () => {
    assert.deepStrictEqual(keysAfter({ quit: "ctrl-x", "apply-form": "ctrl-x" }), [["ctrl-x"], ["/", "q"], ["ctrl-x"]])
    assert.deepStrictEqual(keysAfter({ quit: "x", search: "q" }), [["x"], ["q"], ["ctrl-s", "enter"]])
  })
})
