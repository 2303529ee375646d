import { assert, describe, it } from "@effect/vitest"
import { fakeComplaints, fakeNotices, layerFakeRecords } from "./fakeRecords.ts"
import { openTerminal, sizes } from "./terminal.tsx"

const escape = "\u001B[27u"
const held = layerFakeRecords({ complaints: fakeComplaints(200), notices: fakeNotices(10) })

describe.each(sizes)("a row number while it is typed, on $columns by $rows", (size) => {
  const afterKeys = async (...keys: ReadonlyArray<string>): Promise<string> => {
    const terminal = await openTerminal(held, size)
    await terminal.keys(...keys)
    const frame = terminal.frame()
    terminal.close()
    return frame
  }

  it.each([
    ["one digit", ["5"], "5"],
    ["digits that are not the number of a screen", ["5", "6"], "56"],
    ["digits of screens", ["1", "2"], "12"],
    ["a digit that shows the insights first", ["3", "5"], "35"]
  ])("is shown: %s", async (_, keys, number) => {
    assert.include(await afterKeys(...keys), `row ${number}… press G to go there`)
  })

  it("is not shown for a single digit of a screen", async () => {
    assert.notInclude(await afterKeys("2"), "press G")
    assert.notInclude(await afterKeys("3"), "press G")
    assert.notInclude(await afterKeys("2", "3"), "press G")
  })

  it("is cleared by Esc, which has no other effect", async () => {
    for (const keys of [["5"], ["5", "6"], ["1", "2"], ["1", "3"]]) {
      assert.notInclude(await afterKeys(...keys, escape), "press G")
    }
    assert.include(await afterKeys("S", "5", escape), "sorted locally")
    assert.notInclude(await afterKeys("S", "5", escape, escape), "sorted locally")
    assert.include(await afterKeys("5", escape, "6", "G"), "row 6 of 200")
  })

  it("is cleared by every other key", async () => {
    const frame = await afterKeys("5", "j")
    assert.notInclude(frame, "press G")
    assert.include(frame, "row 2 of 200")
  })
})
