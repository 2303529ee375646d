import { keyTable } from "@public-records/tui/keyTable"
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"

const manual = readFileSync(new URL("../dist/public-records.1", import.meta.url), "utf8")

describe("the man page", () => {
  it("lists the keys of the terminal UI with their commands", () => {
    const [, keys = ""] = manual.split(".SH KEYS OF THE TERMINAL UI\n")
    const entries = (keys.split(".SH ")[0] ?? "").split(".TP\n").slice(1)
    const bound = keyTable.filter((row) => row.keys.length > 0)
    assert.lengthOf(entries, bound.length)
    for (const [place, { name, on }] of bound.entries()) {
      assert.include(entries[place]?.replaceAll("\\-", "-"), `(${name}; ${on})`)
    }
  })
})
