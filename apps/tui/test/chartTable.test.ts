import { assert, describe, it } from "@effect/vitest"
import { Complaint } from "@public-records/core"
import { fakeComplaints, layerFakeRecords } from "./fakeRecords.ts"
import { fakePlatform, openTerminal, sampleSource } from "./terminal.tsx"

const size = { columns: 100, rows: 30 }
const subjects = ["Dropped call", "=cmd()", 'say "hi", twice', "Dropped call"]
const records = layerFakeRecords({
  complaints: fakeComplaints(4).map((one, index) => Complaint.make({ ...one, subject: subjects[index] ?? "" }))
})
const toSubjects = ["3", "\t", "\t"]

const opened = async (layer = records) => {
  const world = fakePlatform()
  return { terminal: await openTerminal(layer, size, sampleSource, world), done: world.done }
}

const table = [
  "subjects,count,percent of all 4,robocalls,robocalls or not,first filed,last filed",
  "Dropped call,2,50,",
  "'=cmd(),1,25,",
  '"say ""hi"", twice",1,25,'
]

describe("the table of a chart", () => {
  it("is copied as CSV by y", async () => {
    const { done, terminal } = await opened()
    await terminal.keys(...toSubjects, "y")
    assert.match(terminal.frame(), /Copied the table of subjects as CSV: 3 lines/)
    const [copied] = done
    assert.strictEqual(copied?.what, "copied")
    const lines = copied?.text.trimEnd().split("\n") ?? []
    assert.lengthOf(lines, table.length)
    for (const [position, line] of lines.entries()) assert.isTrue(line.startsWith(table[position] ?? "none"), line)
    assert.match(lines[1] ?? "", /,2021-07-07 \d\d:\d\d,2021-07-07 \d\d:\d\d$/)
    terminal.close()
  })

  it("is written by e to a file whose name is prompted for", async () => {
    const { done, terminal } = await opened()
    await terminal.keys(...toSubjects, "e")
    assert.match(terminal.frame(), /File: complaints-subjects\.csv/)
    assert.deepStrictEqual(done, [])
    await terminal.keys("\r")
    assert.match(terminal.frame(), /Wrote the table of subjects to \/folder\/complaints-subjects\.csv/)
    const [name, ...lines] = done[0]?.text.split(/\r?\n/) ?? []
    assert.strictEqual(name, "complaints-subjects.csv")
    assert.isTrue(lines[0]?.startsWith("\uFEFFsubjects,"))
    assert.isTrue((lines[2] ?? "").startsWith("'=cmd(),1,"))
    terminal.close()
  })

  it("is listed in the help and the palette of insights", async () => {
    const { terminal } = await opened()
    await terminal.keys(...toSubjects, "?")
    assert.match(terminal.frame(), / y +copy as CSV/)
    assert.match(terminal.frame(), / e +export as CSV/)
    terminal.close()
  })

  it("is not copied or exported if no records are counted", async () => {
    const { done, terminal } = await opened(layerFakeRecords({}))
    for (const key of ["y", "e"]) {
      await terminal.keys("3", key)
      assert.match(terminal.frame(), /The chart is empty: No rows are loaded\./)
    }
    assert.deepStrictEqual(done, [])
    terminal.close()
  })
})
