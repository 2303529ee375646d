import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { themeAtom, noColorAtom } from "../src/drawing/themes.ts"
import { commands } from "../src/commands/index.ts"
import { bindingsAtom, bindingsOf, rebind } from "../src/keys/bindings.ts"
import { loadViews } from "../src/savedViews.ts"
import { readTuiSettings } from "../src/settings.ts"
import { fakeComplaints, fakeNotices, layerFakeRecords } from "./fakeRecords.ts"
import { fakePlatform, openTerminal, sampleSource } from "./terminal.tsx"

const size = { columns: 100, rows: 30 }
const right = "\u001B[C"
const toOhio = ["f", "\t", right, "\t", "ohi", "\u0013"]
const held = layerFakeRecords({ complaints: fakeComplaints(200), notices: fakeNotices(10) })

const opened = async (own: ReadonlyArray<readonly [string, string]> = []) => {
  const world = fakePlatform([], new Map(own))
  const terminal = await openTerminal(held, size, sampleSource, world)
  await Effect.runPromise(loadViews(terminal.registry))
  return { terminal, own: world.own }
}

describe("saved views", () => {
  it("are saved with a name and applied again", async () => {
    const { terminal, own } = await opened()
    await terminal.keys(...toOhio, "s")
    assert.match(terminal.frame(), /Name: state Ohio/)
    await terminal.keys("\r")
    assert.match(terminal.frame(), /Saved the view state Ohio\. Press 4 to list saved views/)
    assert.include(own.get("views.json") ?? "", '"state": "Ohio"')
    await terminal.keys("x", "2", "4", "\r")
    assert.match(terminal.frame(), /state Ohio · newest first/)
    assert.match(terminal.frame(), /\[1\] complaints/)
    terminal.close()
  })

  it("are not reported as empty before they are read", async () => {
    const world = fakePlatform()
    const read = Promise.withResolvers<string>()
    const platform = { ...world.platform, readOwn: () => Effect.promise(() => read.promise) }
    const terminal = await openTerminal(held, size, sampleSource, { platform })
    await terminal.keys("4")
    assert.match(terminal.frame(), /SAVED VIEWS/)
    assert.notMatch(terminal.frame(), /No view is saved/)
    read.resolve(JSON.stringify({ views: [{ name: "mine", collection: "complaints", filter: {} }] }))
    await terminal.until((frame) => frame.includes("▶ mine"))
    terminal.close()
  })

  it("include those of another window", async () => {
    const { terminal, own } = await opened()
    own.set("views.json", JSON.stringify({ views: [{ name: "theirs", collection: "notices", filter: {} }] }))
    await terminal.keys("4")
    assert.match(terminal.frame(), /▶ theirs +notices/)
    terminal.close()
  })

  it("are replaced by one with the same name, and removed", async () => {
    const { terminal, own } = await opened()
    for (const keys of [["s"], ["s"]]) await terminal.keys(...keys, "\u0015", "mine", "\r")
    assert.match(terminal.frame(), /Replaced the view mine/)
    assert.strictEqual((own.get("views.json") ?? "").split('"mine"').length, 2)
    await terminal.keys("4", "remove", "\r", "\r")
    assert.match(terminal.frame(), /Removed the view mine/)
    assert.notInclude(own.get("views.json") ?? "", "mine")
    terminal.close()
  })

  it.each(["{", "[]", '{"views":[{"name":"","collection":"complaints","filter":{}}]}', '{"views":[{"name":7}]}'])(
    "are reported and not changed if the file is invalid: %s",
    async (content) => {
      const { terminal, own } = await opened([["views.json", content]])
      await terminal.keys("4")
      assert.match(terminal.frame(), /\/own\/views\.json is not a valid saved-views file/)
      await terminal.keys("\u001B[27u", "s", "mine", "\r")
      assert.match(terminal.frame(), /\/own\/views\.json is not a valid saved-views file/)
      assert.strictEqual(own.get("views.json"), content)
      terminal.close()
    }
  )

  it("open in the form if the service does not support their filter", async () => {
    const view = { name: "old", collection: "complaints", filter: { when: "created-on", on: "2021-02-30" } }
    const { terminal } = await opened([["views.json", JSON.stringify({ views: [view] })]])
    await terminal.keys("4", "\r")
    assert.match(terminal.frame(), /FILTER · complaints/)
    assert.match(terminal.frame(), /✗ .*2021-02-30/)
    terminal.close()
  })

  it("do not prevent a row number that begins with 4", async () => {
    const { terminal } = await opened()
    await terminal.keys("40G")
    assert.match(terminal.frame(), /row 40 of 200/)
    terminal.close()
  })
})

describe("themes", () => {
  it("are changed and saved without changes to other members of the configuration", async () => {
    const { terminal, own } = await opened([["config.json", '{"baseUrl":"https://a.example","keys":{"quit":"Q"}}']])
    terminal.registry.set(noColorAtom, false)
    await terminal.keys("T")
    assert.strictEqual(terminal.registry.get(themeAtom), "light")
    assert.deepStrictEqual(JSON.parse(own.get("config.json") ?? ""), {
      baseUrl: "https://a.example",
      keys: { quit: "Q" },
      theme: "light"
    })
    terminal.close()
  })

  it("change temporarily if the configuration is invalid, which is not changed", async () => {
    const { terminal, own } = await opened([["config.json", '{"baseUrl":']])
    terminal.registry.set(noColorAtom, false)
    await terminal.keys("T")
    assert.match(terminal.frame(), /Theme light, for now: \/own\/config\.json is invalid/)
    assert.strictEqual(own.get("config.json"), '{"baseUrl":')
    terminal.close()
  })

  it("have no color if NO_COLOR is set", async () => {
    const { terminal, own } = await opened()
    await terminal.keys("T")
    assert.match(terminal.frame(), /NO_COLOR is set/)
    assert.strictEqual(terminal.raw(), terminal.frame())
    assert.strictEqual(own.size, 0)
    terminal.close()
  })

  it("are rejected under an unknown name, with the known ones listed", () => {
    const read = readTuiSettings({ theme: "solarized" })
    assert.isTrue(Result.isFailure(read))
    assert.match(Result.isFailure(read) ? read.failure : "", /"solarized".*terminal, light, contrast, plain/)
  })
})

describe("keys of the user", () => {
  it("replace the keys of a command, in the help too, and are removed from other commands", async () => {
    const bound = Result.getOrThrow(
      rebind({ quit: ["ctrl-q", "e"], export: "E", "page-down": ["space", "page-down"] }, commands)
    )
    const keysOf = (name: string) => bound.find((command) => command.name === name)?.keys
    assert.deepStrictEqual(keysOf("quit"), ["ctrl-q", "e"])
    assert.deepStrictEqual(keysOf("export"), ["E"])
    assert.deepStrictEqual(keysOf("page-down"), [" ", "page-down"])
    const { terminal } = await opened()
    terminal.registry.set(bindingsAtom, bindingsOf(bound))
    await terminal.keys("?")
    assert.match(terminal.frame(), /Ctrl-Q e +quit/)
    await terminal.keys("\u001B[27u", "E")
    assert.match(terminal.frame(), /EXPORT/)
    terminal.close()
  })

  it("leave a command without keys in the palette", () => {
    const bound = Result.getOrThrow(rebind({ quit: "e" }, commands))
    assert.deepStrictEqual(bound.find(({ name }) => name === "export")?.keys, [])
    assert.lengthOf(bound, commands.length)
  })

  it.each([
    ["standing", "status"],
    ["find", "search"],
    ["no-filter", "clear-filter"],
    ["empty-form", "reset-form"],
    ["sort-here", "sort-loaded"],
    ["earlier-filter", "previous-filter"],
    ["later-filter", "next-filter"],
    ["ask-for-slice", "filter-by-slice"],
    ["chart-alone", "expand-chart"],
    ["same-number", "report"],
    ["drill-down", "add-facet"]
  ])("are accepted for %s, the former name of %s", (former, name) => {
    const bound = Result.getOrThrow(rebind({ [former]: "ctrl-g" }, commands))
    assert.deepStrictEqual(bound.find((command) => command.name === name)?.keys, ["ctrl-g"])
  })

  it("are read from the current name of a command before a former one", () => {
    const bound = Result.getOrThrow(rebind({ status: "ctrl-g", standing: "ctrl-k" }, commands))
    assert.deepStrictEqual(bound.find(({ name }) => name === "status")?.keys, ["ctrl-g"])
  })

  it.each(["ctrl-g", "ctrl-k", "ctrl-l", "ctrl-n", "backspace", "tab", "enter"])("may be %s", (key) => {
    assert.isTrue(Result.isSuccess(rebind({ quit: key }, commands)))
  })

  it.each([
    [{ qiut: "x" }, /"qiut", which is not a command/],
    [{ quit: 7 }, /must be a key or an array of keys/],
    [{ quit: "F1" }, /"F1" for "quit" is not a key/],
    [{ quit: "constructor" }, /"constructor" for "quit" is not a key/],
    [{ quit: "ctrl-c" }, /"ctrl-c" for "quit".* always interrupts/],
    [{ back: "b" }, /cannot change "back"/],
    [{ quit: "z", search: "z" }, /"z" to "search" and to "quit"/],
    [{ "apply-form": "a" }, /is text there/],
    [{ quit: "ctrl-h" }, /"ctrl-h" for "quit".* terminals send it as Backspace.*"backspace"/],
    [{ quit: "ctrl-i" }, /"ctrl-i" for "quit".* terminals send it as Tab.*"tab"/],
    [{ quit: ["Q", "ctrl-j"] }, /"ctrl-j" for "quit".* terminals send it as Enter.*"enter"/],
    [{ quit: "ctrl-m" }, /"ctrl-m" for "quit".* terminals send it as Enter.*"enter"/],
    [{ quit: "escape" }, /"escape" for "quit".* always goes back/],
    [{ quit: "Esc" }, /"Esc" for "quit".* always goes back/],
    [{ quit: "esc" }, /"esc" for "quit".* always goes back/]
  ])("are reported if they are invalid: %j", (keys, problem) => {
    const bound = rebind(keys, commands)
    assert.match(Result.isFailure(bound) ? bound.failure : "", problem)
  })
})
