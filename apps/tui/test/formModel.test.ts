import { assert, describe, it } from "@effect/vitest"
import { dateField, latestDates, momentField } from "../src/form/dateField.ts"
import {
  editForm,
  type Field,
  type FormState,
  moveFocus,
  formMessages,
  openForm,
  rejectForm,
  withCompletion
} from "../src/form/FormModel.ts"

const kind: Field = { name: "kind", label: "Kind", choices: { "": "none", city: "city", county: "county", on: "on" } }
const cities = ["Troy", "Trenton", "Toledo"]
const city: Field = {
  name: "city",
  label: "City",
  complete: (text) => cities.filter((name) => name.startsWith(text)),
  incompleteHint: (text) => (cities.includes(text) ? "" : "a whole name")
}
const note: Field = { name: "note", label: "Note" }
const fields = [kind, city, note]

const formAt = (focus: string, values: Readonly<Record<string, string>> = {}, caret = 0): FormState => ({
  values,
  focus,
  caret
})

describe("a form", () => {
  it("opens with the first field in focus, and the caret at its end", () => {
    assert.deepStrictEqual(openForm(fields, { kind: "city" }), formAt("kind", { kind: "city" }, 4))
    assert.deepStrictEqual(openForm([], { kind: "city" }), formAt("", { kind: "city" }))
  })

  it("moves the focus around its fields, with the caret at the end", () => {
    const values = { kind: "city", city: "Troy", note: "x" }
    assert.deepStrictEqual(moveFocus(fields, formAt("kind", values), 1), formAt("city", values, 4))
    assert.deepStrictEqual(moveFocus(fields, formAt("kind", values), -1), formAt("note", values, 1))
    assert.deepStrictEqual(moveFocus(fields, formAt("note", values), 1), formAt("kind", values, 4))
    assert.deepStrictEqual(moveFocus(fields, formAt("note"), -1), formAt("city", { note: "" }))
    assert.deepStrictEqual(moveFocus([], formAt("kind"), 1), formAt("kind"))
  })

  it("completes the focused field only if there is exactly one completion", () => {
    const completed = (text: string, caret = 1) => withCompletion(fields, formAt("city", { city: text }, caret))
    assert.deepStrictEqual(completed("Tro"), formAt("city", { city: "Troy" }, 1))
    assert.deepStrictEqual(completed("T"), formAt("city", { city: "T" }, 1))
    assert.deepStrictEqual(completed("x"), formAt("city", { city: "x" }, 1))
    assert.deepStrictEqual(completed("x", 9), formAt("city", { city: "x" }, 1))
    assert.deepStrictEqual(withCompletion(fields, formAt("other")), formAt("other"))
    assert.deepStrictEqual(withCompletion(fields, formAt("note", { note: "T" })), formAt("note", { note: "T" }))
  })
})

describe("the messages of a form", () => {
  const messages = (form: FormState, ...problems: ReadonlyArray<string>) =>
    formMessages(
      fields,
      form,
      problems.map((field) => ({ field, rule: `${field} is wrong.` }))
    ).map(({ isWrong, text }) => `${isWrong ? "✗" : "…"} ${text}`)

  it("name their field, one for each, and begin with that of the focused one", () => {
    const form = formAt("note", { city: "Bonn", note: "x" })
    assert.deepStrictEqual(messages(form, "city", "note"), ["✗ Note: note is wrong.", "✗ City: city is wrong."])
    assert.deepStrictEqual(messages(form, "city", "city"), ["✗ City: city is wrong."])
    assert.deepStrictEqual(messages({ ...form, focus: "kind" }, "note", "city"), [
      "✗ City: city is wrong.",
      "✗ Note: note is wrong."
    ])
  })

  it("are hints while a value is incomplete, has the focus and is not applied", () => {
    const form = formAt("city", { city: "Tr" })
    assert.deepStrictEqual(messages(form, "city", "note"), ["… City: a whole name.", "… Note: note is wrong."])
    assert.deepStrictEqual(messages({ ...form, focus: "note" }, "city"), ["✗ City: city is wrong."])
    assert.deepStrictEqual(messages({ ...form, wasRejected: true }, "city", "note"), [
      "✗ City: city is wrong.",
      "✗ Note: note is wrong."
    ])
    const edited = editForm(fields, { ...form, wasRejected: true }, { text: "o" })
    assert.deepStrictEqual(messages(edited, "city"), ["… City: a whole name."])
  })
})

describe("a rejected form", () => {
  const focusAfter = (focus: string, ...problems: ReadonlyArray<string>) => {
    const found = problems.map((field) => ({ field, rule: "It is wrong." }))
    const { caret, focus: after, wasRejected } = rejectForm(fields, formAt(focus, { city: "Bonn" }), found)
    assert.isTrue(wasRejected)
    return [after, caret]
  }

  it("moves the focus to the first field with a problem, unless the focused one has a problem", () => {
    assert.deepStrictEqual(focusAfter("kind", "note", "city"), ["city", 4])
    assert.deepStrictEqual(focusAfter("note", "note", "city"), ["note", 0])
    assert.deepStrictEqual(focusAfter("note", "other"), ["note", 0])
  })
})

describe("a choice", () => {
  const chosenAfter = (value: string, ...keys: ReadonlyArray<string>) => {
    const edit = (form: FormState, key: string): FormState =>
      editForm(fields, form, key.length > 1 ? { name: key } : { text: key })
    const { values, typeahead } = keys.reduce(edit, formAt("kind", { kind: value }))
    return { value: values["kind"], typeahead }
  }

  it.each([
    ["", ["right"], "city"],
    ["city", ["left"], ""],
    ["", ["left"], "on"],
    ["on", ["right"], ""],
    ["", [" "], "city"],
    ["", ["delete"], ""],
    ["city", ["delete"], "city"]
  ])("of %j after %j is %j", (value, keys, expected) => {
    assert.deepStrictEqual(chosenAfter(value, ...keys), { value: expected, typeahead: undefined })
  })

  it.each([
    ["", ["c"], "city", "c"],
    ["", ["C", "O"], "county", "CO"],
    ["", ["c", "o"], "county", "co"],
    ["on", ["c", "o", "n"], "", "n"],
    ["city", ["x"], "city", "x"],
    ["city", ["x", "o"], "city", "xo"],
    ["city", ["x", " "], "city", "x "]
  ])("of %j is chosen by the letters %j", (value, keys, expected, typeahead) => {
    assert.deepStrictEqual(chosenAfter(value, ...keys), { value: expected, typeahead })
  })

  it("forgets the typed letters after another key", () => {
    assert.deepStrictEqual(chosenAfter("", "c", "right"), { value: "county", typeahead: undefined })
    assert.deepStrictEqual(chosenAfter("", "c", "end"), { value: "city", typeahead: undefined })
  })
})

describe("a text field with completions", () => {
  const rightAt = (text: string, caret: number) =>
    editForm(fields, formAt("city", { kind: "city", city: text }, caret), { name: "right" })

  it("accepts the first one on → at the end of a text", () => {
    assert.deepInclude(rightAt("Tr", 2), { caret: 4, values: { kind: "city", city: "Troy" } })
    assert.deepInclude(rightAt("Tr", 1), { caret: 2, values: { kind: "city", city: "Tr" } })
    assert.deepInclude(rightAt("", 0), { caret: 0, values: { kind: "city", city: "" } })
    assert.deepInclude(rightAt("x", 1), { caret: 1, values: { kind: "city", city: "x" } })
    const only: Field = { ...city, complete: () => ["Troy"] }
    assert.deepInclude(editForm([only], formAt("city", { city: "  " }, 2), { name: "right" }).values, { city: "  " })
    assert.deepInclude(editForm([note], formAt("note", { note: "x" }, 1), { name: "right" }).values, { note: "x" })
  })
})

describe("an incomplete date", () => {
  const missing = (text: string) => dateField({ name: "on", label: "On" }).incompleteHint?.(text)
  const missingTime = (text: string) => momentField({ name: "on", label: "On" }).incompleteHint?.(text)
  const date = "year-month-day, such as 2024-01-31"

  it.each([
    ["2", date],
    ["2021-07-0", date],
    [" 2021-07 ", date],
    ["2021-07-07", ""],
    ["2021-13", ""],
    ["2021-07-07 0", ""],
    ["y", "latest or yesterday"],
    ["Latest", "latest or yesterday"]
  ])("%j has the hint %j", (text, expected) => {
    assert.strictEqual(missing(text), expected)
  })

  it.each([
    ["2021-07-0", date],
    ["2021-07-07", ""],
    ["2021-07-07 ", ""],
    ["2021-07-07 0", "hours:minutes, such as 09:30, or no time"],
    ["2021-07-07 09:30", ""],
    ["2021-07-07 09:30:", "hours:minutes, such as 09:30, or no time"],
    ["2021-07-07 09:30:00", ""],
    ["2021-07-07 09:30:000", ""],
    ["2021-07-07 25", ""]
  ])("%j with a time has the hint %j", (text, expected) => {
    assert.strictEqual(missingTime(text), expected)
  })
})

describe("the hint of a date", () => {
  const hintIn = (dates: Field, text: string) => dates.hint?.(text)

  it.each([
    ["", "YYYY-MM-DD: latest and yesterday work"],
    ["2021", "2021-MM-DD"],
    ["2021-0", "2021-0M-DD"],
    ["2021-00", "✗ months go from 01 to 12"],
    ["2021-12", "2021-12-DD"],
    ["2021-13", "✗ months go from 01 to 12"],
    ["2021-2", "✗ months go from 01 to 12"],
    ["2021-07-3", "2021-07-3D"],
    ["2021-07-4", "✗ this month has 31 days"],
    ["2021-02-3", "✗ this month has 28 days"],
    ["2024-02-29", "✓ Thursday"],
    ["2024-02-30", "✗ this month has 29 days"],
    ["2021-06-00", "✗ this month has 30 days"],
    ["7/7/2021", "✗ write it as YYYY-MM-DD"],
    ["2021-07-07 09", "✗ write it as YYYY-MM-DD"],
    ["l", "→ latest"],
    ["Latest", "✓ the last day of data"],
    [" YESTERDAY ", "✓ in Eastern time"]
  ])("%j is %j", (text, expected) => {
    assert.strictEqual(hintIn(dateField({ name: "on", label: "On" }), text), expected)
  })

  it.each([
    ["", "YYYY-MM-DD: latest and yesterday work; HH:MM optional"],
    ["2021", "2021-MM-DD"],
    ["2021-07-07", "✓ Wednesday"],
    ["2021-07-07 09:3", "2021-07-07 09:3M:SS"],
    ["2021-07-07 09:30", "✓ Wednesday"],
    ["2021-07-07 09:30:", "2021-07-07 09:30:SS"],
    ["2021-07-07 09:30:59", "✓ Wednesday"],
    ["2021-07-07 09:60", "✗ times go from 00:00:00 to 23:59:59"],
    ["2021-07-07 24", "✗ times go from 00:00:00 to 23:59:59"],
    ["latest 09:30", "✗ write it as YYYY-MM-DD HH:MM:SS"],
    ["l", "→ latest"]
  ])("with a time, %j is %j", (text, expected) => {
    assert.strictEqual(hintIn(momentField({ name: "on", label: "On" }), text), expected)
  })
})

describe("the dates that are latest", () => {
  it("are those of date fields, in any notation", () => {
    const dates = ["from", "to", "on"].map((name) => dateField({ name, label: name }))
    const values = { from: " Latest ", to: "latest", on: "yesterday", note: "latest" }
    assert.deepStrictEqual(latestDates([...dates, note], values), ["from", "to"])
    assert.deepStrictEqual(latestDates([...dates, note], {}), [])
  })
})
