import { assert, describe, it } from "@effect/vitest"
import { halfway, open, report, size } from "./openReports.ts"
import { fakePlatform } from "./terminal.tsx"

describe("a report as CSV", () => {
  it("is copied by y with all of its rows, whether they are shown or not", async () => {
    const world = fakePlatform()
    const terminal = await open({}, size, world)
    await terminal.keys("#", "y")
    assert.match(terminal.frame(), /Copied the report as CSV\./)
    terminal.close()
    const copied = world.done[0]?.text.split("\n") ?? []
    assert.strictEqual(copied[0], "part,text,reports,details")
    assert.strictEqual(copied[1], 'summary,"42 reports in 44 records, from 2021-06-30 10:55 to 2021-07-07 21:28.",,')
    assert.match(copied.join("\n"), /\nsummary,"Based on 6 of 8 days, .*caller ID is often forged\.",,\n/)
    assert.include(copied, "area codes,214,3,")
    assert.lengthOf(
      copied.filter((line) => line.startsWith("area codes,")),
      report.areaCodes.length
    )
    assert.include(copied, "hours of the calls,10:00,40,")
    assert.include(copied, "neighbors,(214) 555-0001,7,")
    assert.notMatch(copied.join("\n"), /Show /)
  })

  it("is written by e to a file whose name is prompted for", async () => {
    const world = fakePlatform()
    const terminal = await open({}, size, world)
    await terminal.keys("2", "#", "\u001B[B", "\r", "e")
    assert.match(terminal.frame(), /File: party-imaginary-works-0\.csv/)
    await terminal.keys("\r")
    assert.match(terminal.frame(), /Wrote the report to \/folder\/party-imaginary-works-0\.csv/)
    assert.match(terminal.frame(), /PARTY · Imaginary Works 0/)
    terminal.close()
    assert.include(
      world.done[0]?.text,
      '\r\nnotices,2011-04-11,,"20110001, Invented Holdings 1 acquires Imaginary Works 0"\r\n'
    )
  })

  it("is a picture with its basis if the name ends with .svg", async () => {
    const world = fakePlatform()
    const terminal = await open({}, size, world)
    await terminal.keys("#", "e", "a.svg", "\r")
    assert.match(terminal.frame(), /Wrote the report to \/folder\/a\.svg/)
    terminal.close()
    assert.match(world.done[0]?.text ?? "", /<svg .*\(214\) 555-0000.*Based on 6 of 8 days/s)
  })

  it("is not copied or exported before the mirror has answered", async () => {
    const world = fakePlatform()
    const terminal = await open({ hours: halfway }, size, world)
    for (const key of ["y", "e"]) {
      await terminal.keys("#", key)
      assert.match(terminal.frame(), /There is no answer yet, so there is no report\./)
    }
    terminal.close()
    assert.deepStrictEqual(world.done, [])
  })
})
