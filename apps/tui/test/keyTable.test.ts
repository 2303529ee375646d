import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { keyTable } from "./keyTable.ts"

const page = readFileSync(new URL("../../../docs/terminal.md", import.meta.url), "utf8")

/** Returns the rows of the table below a heading, without padding. */
const rowsBelow = (heading: string): ReadonlyArray<string> => {
  const [, section = ""] = page.split(`## ${heading}\n`)
  const [, ...rows] = (section.split("\n## ")[0] ?? "").match(/^\|.*\|$/gm)?.slice(1) ?? []
  return rows.map((row) => row.replaceAll(/ *\| */g, "|"))
}

describe("the table of all keys in docs/terminal.md", () => {
  it("lists every command with its keys", () => {
    assert.deepStrictEqual(
      rowsBelow("All keys"),
      keyTable.map(({ name, keys, label, on }) => {
        const shown = keys.map((key) => `\`${key}\``).join(" ")
        return `|\`${name}\`|${shown === "" ? "—" : shown}|${label}|${on}|`
      })
    )
  })
})
