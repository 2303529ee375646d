import { afterEach, assert, describe, it } from "@effect/vitest"
import { closeSessions, pressNamed } from "./browsing.ts"
import { opened } from "./openSession.ts"

afterEach(closeSessions)

describe("the legend of the form", () => {
  it("is never cut", async () => {
    const { after, screenOn } = await opened()
    await after("f")
    const legends = new Set<string>()
    for (let columns = 20; columns <= 100; columns++) {
      const line = screenOn(columns, 12).at(-2) ?? ""
      assert.notInclude(line, "…", `${columns} columns`)
      legends.add(line.replaceAll(/[─└┘]/g, "").trim())
    }
    assert.deepStrictEqual(
      [...legends],
      [
        "Ctrl-S apply",
        "Tab · Ctrl-S apply · Esc discard",
        "Tab next · Ctrl-S apply · Ctrl-R reset · Esc discard",
        "Tab next · Enter or Ctrl-S apply · Ctrl-R reset · Esc discard"
      ]
    )
  })
})

describe("the form", () => {
  it("names typed letters that match no option, as long as they have the focus", async () => {
    const { after, screenOn } = await opened()
    await after("fyesterday")
    assert.match(screenOn(100, 12)[2] ?? "", /any time.*  ✗ no option starts with "yesterd…" +│$/)
    await after("\t")
    assert.notMatch(screenOn(100, 12)[2] ?? "", /✗|change/)
    assert.match(screenOn(100, 12)[3] ?? "", /▶ Filter by .*at most one  ← → change +│$/)
  })

  it("shows the start of a text without the focus", async () => {
    const { after, registry, screenOn } = await opened()
    await after("f\t")
    await pressNamed(registry, "right")
    await after(`\t\tabc${"x".repeat(30)}`)
    assert.match(screenOn(100, 12)[5] ?? "", /▶ City +\[x{21} \]/)
    await after("\t")
    assert.match(screenOn(100, 12)[5] ?? "", / {2}City +\[abcx{18}…\]/)
  })

  it("shortens a hint to the part before its colon, or leaves it out", async () => {
    const { after, registry, screenOn } = await opened()
    await after("f")
    await pressNamed(registry, "right")
    await after("\t")
    assert.include(screenOn(90, 12)[3], "]  YYYY-MM-DD: latest and yesterday work")
    assert.match(screenOn(55, 12)[3] ?? "", /\]  YYYY-MM-DD +│$/)
    assert.match(screenOn(50, 12)[3] ?? "", /\] +│$/)
  })

  it("has at most three lines of a message if there is no room for all fields", async () => {
    const { after, screenOn } = await opened()
    await after("fcreated b\t\t\tstate")
    const fields = screenOn(24, 12)
      .slice(2, 7)
      .map((line) => line.slice(4, 15).trimEnd())
    assert.deepStrictEqual(fields, ["When", "From", "To", "Filter by", "State"])
    assert.match(screenOn(24, 12)[7] ?? "", /^│ … A range needs both/)
  })
})
