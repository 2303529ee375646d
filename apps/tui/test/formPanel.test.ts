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
    const { after, registry, screenOn } = await opened()
    await after("f")
    await pressNamed(registry, "shift-tab")
    await after("yesterday")
    assert.match(screenOn(100, 30)[14] ?? "", /▶ Order .*  ✗ no option starts with "yesterd…" +│$/)
    await pressNamed(registry, "shift-tab")
    assert.notMatch(screenOn(100, 30)[14] ?? "", /✗|change/)
    assert.match(screenOn(100, 30)[13] ?? "", /▶ Robocall .*  ← → change +│$/)
  })

  it("shows the start of a text without the focus", async () => {
    const { after, screenOn } = await opened()
    await after(`f${"\t".repeat(8)}abc${"x".repeat(30)}`)
    assert.match(screenOn(100, 30)[10] ?? "", /▶ City +\[x{21} \]/)
    await after("\t")
    assert.match(screenOn(100, 30)[10] ?? "", / {2}City +\[abcx{18}…\]/)
  })

  it("shortens a hint to the part before its colon, or leaves it out", async () => {
    const { after, screenOn } = await opened()
    await after("f")
    assert.include(screenOn(100, 30)[2], "]  YYYY-MM-DD: latest and yesterday work; HH:MM optional")
    assert.match(screenOn(60, 20)[2] ?? "", /\]  YYYY-MM-DD +│$/)
    assert.match(screenOn(50, 12)[2] ?? "", /\] +│$/)
  })

  it("marks each field with a problem, and says all of them below", async () => {
    const { after, screenOn } = await opened()
    await after(`f${"\t".repeat(5)}315\t\tohio\t\t614`)
    const lines = screenOn(100, 30)
    for (const label of ["Number", "Area code"]) {
      assert.match(
        lines.find((line) => line.includes(`  ${label} `) || line.includes(`▶ ${label} `)) ?? "",
        /✗ see below/
      )
    }
    const below = lines.slice(15).join("\n")
    assert.match(
      below,
      /✗ Area code: The service accepts only one of [^✗]*✗ Number: The service has no filter for number/
    )
    assert.match(below, /… A local mirror can answer this\./)
    // A mirror cannot answer this either.
    await after("\t99")
    assert.notInclude(screenOn(100, 30).join("\n"), "A local mirror can answer this")
  })

  it("scrolls to the field in focus, and keeps room for three lines of messages", async () => {
    const { after, screenOn } = await opened()
    await after(`f${"\t".repeat(9)}614\t\t`)
    const fields = screenOn(40, 12)
      .slice(2, 9)
      .map((line) => line.slice(4, 17).trimEnd())
    assert.include(fields, "Robocall")
    assert.include(screenOn(40, 12).join("\n"), "Sends: GET dnc-complaints")
  })
})
