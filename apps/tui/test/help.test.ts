import { afterEach, assert, describe, it } from "@effect/vitest"
import { commands } from "../src/commands/index.ts"
import { bindingsAtom, bindingsOf } from "../src/keys/bindings.ts"
import type { Command } from "../src/keys/Command.ts"
import { Ui } from "../src/Ui.ts"
import { closeSessions } from "./browsing.ts"
import { opened } from "./openSession.ts"

afterEach(closeSessions)

describe("the help", () => {
  it("has two columns if both fit", async () => {
    const { after, screenOn } = await opened()
    await after("?")
    assert.notMatch(screenOn(63, 30).join("\n"), /NAVIGATE +VIEW/)
    assert.match(screenOn(64, 30).join("\n"), /NAVIGATE +VIEW/)
    assert.notInclude(screenOn(64, 30).join("\n"), "…")
  })
})

describe("a line of the help", () => {
  it("has the second keys of its commands if all of them fit in nine cells", async () => {
    const { after, registry, screenOn } = await opened()
    const command = (name: string, keys: ReadonlyArray<string>): Command => ({
      name,
      keys,
      help: ["APP", name],
      on: ["table"],
      run: () => undefined
    })
    const own = [command("five", [..."abcde"]), command("six", [..."uvwxyz"]), command("none", [])]
    registry.set(bindingsAtom, bindingsOf([...own, ...commands.filter(({ name }) => name === "help")]))
    await after("?")
    const lines = screenOn(40, 30).map((line) => line.slice(4, -2).trimEnd())
    assert.includeMembers([...lines], ["APP", "  a b c d e five", "  u v w x y six", "  ?         this help"])
    assert.isFalse(lines.some((line) => line.includes("none")))
  })
})

describe("the help of a panel", () => {
  it.each([
    ["form", ["f"], "│   Ctrl-S    apply the form"],
    ["insights", ["3"], "│   Tab Shift-Tab next, previous chart"],
    ["rows", [], "│   - F       remove facets"]
  ])("lists the keys of each line: %s", async (_, keys, line) => {
    const { after, registry, screenOn } = await opened()
    for (const key of keys) await after(key)
    new Ui(registry).openOverlay("help")
    assert.include(screenOn(60, 60).join("\n"), line)
  })
})
