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

const problemOf = (keys: object): string => {
  const bound = rebind(keys, commands)
  return Result.isFailure(bound) ? bound.failure : ""
}

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

  it("may be the same in different panels, but not in one", () => {
    assert.deepStrictEqual(keysAfter({ quit: "ctrl-x", "apply-form": "ctrl-x" }), [["ctrl-x"], ["/", "q"], ["ctrl-x"]])
    assert.match(problemOf({ quit: ["x", "z"], search: ["y", "z"] }), /gives "z" to "quit" and to "search"/)
    assert.deepStrictEqual(keysAfter({ quit: "x", search: "q" }), [["x"], ["q"], ["ctrl-s", "enter"]])
  })

  it("may be one character of several code points", () => {
    assert.deepStrictEqual(keysAfter({ quit: "e\u0301" })[0], ["e\u0301"])
    assert.match(problemOf({ quit: "ab" }), /is not a key/)
    assert.match(problemOf({ quit: "" }), /is not a key/)
  })

  it("with Control have one lowercase letter", () => {
    for (const key of ["ctrl-", "ctrl-A", "ctrl-ab", "ctrl-1", "xctrl-a"]) {
      assert.match(problemOf({ quit: key }), /is not a key/)
    }
    assert.deepStrictEqual(keysAfter({ quit: "ctrl-z" })[0], ["ctrl-z"])
  })

  it("of a form are not text", () => {
    for (const key of ["a", "space", " ", "東"]) assert.match(problemOf({ "apply-form": key }), /is text there/)
    assert.strictEqual(problemOf({ "apply-form": "page-down" }), "")
    assert.match(problemOf({ "apply-form": ["ctrl-a", "b"] }), /"b" for "apply-form" is text there/)
  })

  it.each([7, null, {}, ["a", 7]])("are not %j", (value) => {
    assert.match(problemOf({ quit: value }), /must be a key or an array of keys/)
  })

  it("under a former name are ignored if the current name is given, in any order", () => {
    assert.deepStrictEqual(keysAfter({ find: "ctrl-x" })[1], ["ctrl-x"])
    assert.deepStrictEqual(keysAfter({ find: "ctrl-x", search: "ctrl-y" })[1], ["ctrl-y"])
    assert.deepStrictEqual(keysAfter({ search: "ctrl-y", find: "ctrl-x" })[1], ["ctrl-y"])
    assert.deepStrictEqual(keysAfter({ find: 7, search: "ctrl-y" })[1], ["ctrl-y"])
  })

  it("of no command are reported with the commands that exist", () => {
    assert.strictEqual(
      problemOf({ qiut: "x" }),
      '"keys" has "qiut", which is not a command. Available: quit, search, apply-form.'
    )
  })
})
