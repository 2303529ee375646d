import { assert, describe, it } from "@effect/vitest"
import { complaintForm } from "../src/complaints/complaintForm.ts"
import { broader } from "../src/form/filterForm.ts"
import type { FormValues } from "../src/form/FormModel.ts"
import { noticeForm } from "../src/notices/noticeForm.ts"
import { fakeComplaints, fakeService } from "./fakeRecords.ts"
import { openTerminal } from "./terminal.tsx"

const field = (name: string) => complaintForm.fields.find((one) => one.name === name)

describe("a field with completions", () => {
  it.each([
    ["state", "", "name or postal code"],
    ["state", "  ", "name or postal code"],
    ["state", "oh", "→ Ohio"],
    ["state", "Ohio", ""],
    ["state", " OKL ", "→ Oklahoma"],
    ["state", "new", "→ New Hampshire · New Jersey · New Mexico"],
    ["state", "Ohoi", "✗ no such state"],
    ["subject", "", "a part: Tab completes it"],
    ["subject", " WARRANT ", "→ Warranties & protection plans"],
    ["subject", " charities ", ""],
    ["subject", "weather", "✗ no such subject"]
  ])("of a %s has a hint for %j", (name, text, hint) => {
    assert.strictEqual(field(name)?.hint?.(text), hint)
  })

  it("hints at the form of an incomplete value", () => {
    const hintFor = (name: string, text: string) => field(name)?.incompleteHint?.(text)
    assert.strictEqual(hintFor("state", "new"), "name or postal code, such as Texas or TX")
    assert.strictEqual(hintFor("state", "okl"), "")
    for (const text of ["2", "20"]) assert.strictEqual(hintFor("areaCode", text), "three digits, such as 202")
    for (const text of ["", "202", "a2", "2a"]) assert.strictEqual(hintFor("areaCode", text), "")
  })
})

describe("suggested filters", () => {
  const week = "created one week earlier and later"

  it.each<readonly [form: FormValues, labels: ReadonlyArray<string>, first: FormValues]>([
    [{ sort: "asc" }, [], {}],
    [{ createdFrom: "2021-07-07" }, [week, "created at any time"], { createdFrom: "2021-06-30", createdTo: "" }],
    [{ createdTo: "2021-12-28" }, [week, "created at any time"], { createdFrom: "", createdTo: "2022-01-04" }],
    [{ days: "3" }, ["created at any time"], { days: "" }],
    [
      { violationFrom: "2021-07-07", violationTo: "2021-07-08 10:00" },
      ["called one week earlier and later", "called at any time"],
      { violationFrom: "2021-06-30", violationTo: "2021-07-15" }
    ],
    [{ number: "214", hour: " " }, ["any number"], { number: "" }],
    [{ robocall: "false" }, ["any robocall"], { robocall: "" }],
    [{ state: "Ohio", city: "Troy" }, ["any state", "any city"], { state: "", city: "Troy" }]
  ])("leave out a condition of complaints: %j", (form, labels, first) => {
    const suggestions = broader(complaintForm.fields, form)
    assert.deepStrictEqual(
      suggestions.map(({ label }) => label),
      labels
    )
    assert.deepInclude(suggestions[0]?.values ?? {}, first)
  })

  it.each<readonly [form: FormValues, labels: ReadonlyArray<string>]>([
    [{}, []],
    [{ title: "media" }, ["the words as parts of longer words"]],
    [{ title: '"media"' }, ["the same words in any order"]],
    [{ titleContains: '"media"' }, []]
  ])("are other ways to look for a title: %j", (form, labels) => {
    assert.deepStrictEqual(
      noticeForm.suggestions?.(form).map(({ label }) => label),
      labels
    )
  })

  it("are shown instead of rows, and applied with Enter", async () => {
    const records = fakeService({ complaints: fakeComplaints(10) })
    const terminal = await openTerminal(records, { columns: 100, rows: 30 })
    await terminal.keys("f", "\t\t\t\t\t\t\tohi", "\u0013")
    assert.match(terminal.frame(), /No matches\. Enter to broaden:/)
    assert.match(terminal.frame(), /· any state/)
    await terminal.keys("\r", "any state", "\r")
    assert.match(terminal.frame(), /10 of 10 loaded/)
    terminal.close()
  })

  it("are only those that the source can answer", async () => {
    const records = fakeService({ complaints: fakeComplaints(10) })
    const terminal = await openTerminal(records, { columns: 100, rows: 30 })
    await terminal.keys("f", "\t\t\t\t\t\t\tohi\ttroy", "\u0013")
    assert.match(terminal.frame(), /· any city/)
    assert.notInclude(terminal.frame(), "any state")
    terminal.close()
  })
})
