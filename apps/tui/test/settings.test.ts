import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { themeAtom, noColorAtom } from "../src/drawing/themes.ts"
import { commands } from "../src/commands/index.ts"
import { bindingsAtom, bindingsOf, rebind } from "../src/keys/bindings.ts"
import { loadViews } from "../src/savedViews.ts"
import { readTuiSettings } from "../src/tuiSettings.ts"
import { fakeComplaints, fakeNotices, fakeService } from "./fakeRecords.ts"
import { fakePlatform, openTerminal } from "./terminal.tsx"

const size = { columns: 100, rows: 30 }
const toOhio = ["f", "\t\t\t\t\t\t\t", "ohi", "\u0013"]
const held = fakeService({ complaints: fakeComplaints(200), notices: fakeNotices(10) })

const opened = async (own: ReadonlyArray<readonly [string, string]> = []) => {
  const world = fakePlatform([], new Map(own))
  const terminal = await openTerminal(held, size, world)
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
    const platform = { ...world.platform, readViews: Effect.promise(() => read.promise) }
    const terminal = await openTerminal(held, size, { platform })
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

  const openView = async (filter: object) => {
    const view = { name: "old", collection: "complaints", filter }
    const { terminal } = await opened([["views.json", JSON.stringify({ views: [view] })]])
    await terminal.keys("4", "\r")
    return terminal
  }

  it("open in the form if the source cannot answer their filter", async () => {
    const terminal = await openView({ number: "315", state: "OH" })
    assert.include(terminal.frame(), "The service cannot answer the view old.")
    assert.match(terminal.frame(), /FILTER · complaints/)
    assert.match(terminal.frame(), /State +\[Ohio/)
    assert.match(terminal.frame(), /✗ Number: The service has no filter for number/)
    terminal.close()
  })

  it.each([
    [{ when: "any", narrow: "state", state: "Ohio" }, 'A query for complaints has no member "when".'],
    [{ robocall: "any", sort: "DESC" }, 'Robocall is "true"'],
    [{ createdFrom: "2021-02-30" }, '"2021-02-30" is not a date']
  ])("are refused in one sentence if they are no query: %j", async (filter, rule) => {
    const terminal = await openView(filter)
    assert.notInclude(terminal.frame(), "FILTER · complaints")
    const line =
      terminal
        .frame()
        .split("\n")
        .find((text) => text.includes("The view old is invalid: remove it and save it again.")) ?? ""
    assert.include(line, rule.slice(0, 40))
    terminal.close()
  })
})

describe("themes", () => {
  it("are changed until the user quits, and have no color if NO_COLOR is set", async () => {
    const { terminal, own } = await opened()
    await terminal.keys("T")
    assert.match(terminal.frame(), /NO_COLOR is set/)
    assert.strictEqual(terminal.raw(), terminal.frame())
    terminal.registry.set(noColorAtom, false)
    await terminal.keys("T")
    assert.match(terminal.frame(), /Theme light\./)
    assert.strictEqual(terminal.registry.get(themeAtom), "light")
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
    [{ quit: "ab" }],
    [{ quit: "" }],
    [{ quit: 7 }],
    [{ quit: ["a", 7] }],
    [{ quit: "F1" }],
    [{ quit: "constructor" }],
    [{ quit: "escape" }],
    [{ quit: ["Q", "ctrl-A"] }],
    [{ quit: "ctrl-c" }],
    [{ quit: "ctrl-h" }],
    [{ quit: "ctrl-i" }],
    [{ quit: "ctrl-j" }],
    [{ quit: "ctrl-m" }],
    [{ quit: "ctrl-ab" }],
    [{ quit: "ctrl-1" }]
  ])("are rejected if they are no keys: %j", (keys) => {
    const bound = rebind(keys, commands)
    assert.match(
      Result.isFailure(bound) ? bound.failure : "",
      /^"keys" must give a command a key or an array of keys\./
    )
  })

  it.each(["ctrl-g", "ctrl-k", "ctrl-l", "ctrl-n", "ctrl-z", "e\u0301", "東", "backspace", "tab", "enter"])(
    "may be %s",
    (key) => assert.isTrue(Result.isSuccess(rebind({ quit: key }, commands)))
  )

  it.each(["qiut", "back", "interrupt"])("are rejected for %s, with the commands that have keys", (name) => {
    const bound = rebind({ [name]: "x" }, commands)
    const expected = new RegExp(`^"keys" has "${name}", whose keys cannot be set\\. Available: row-up, `)
    assert.match(Result.isFailure(bound) ? bound.failure : "", expected)
  })
})
