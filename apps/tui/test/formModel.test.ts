import { assert, describe, it } from "@effect/vitest"
import { dateField, latestDates, momentField } from "../src/form/dateField.ts"
import {
  editForm,
  emptyFields,
  type Field,
  formMessages,
  type FormState,
  moveFocus,
  openForm,
  shownFields,
  unmatchedTypeahead,
  withCompletion
} from "../src/form/FormModel.ts"
import { suggestionsOf } from "../src/form/suggestions.ts"

const kind: Field = { name: "kind", label: "Kind", choices: { "": "none", city: "city", county: "county", on: "on" } }
const cities = ["Troy", "Trenton", "Toledo"]
const city: Field = {
  name: "city",
  label: "City",
  isShown: ({ kind: chosen }) => chosen === "city",
  requiredMessage: "Type a city.",
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

  it("shows the fields that apply, which are all those without a condition", () => {
    const shown = (values: Readonly<Record<string, string>>) => shownFields(fields, values).map(({ name }) => name)
    assert.deepStrictEqual(shown({ kind: "city" }), ["kind", "city", "note"])
    assert.deepStrictEqual(shown({}), ["kind", "note"])
  })

  it("moves the focus around its shown fields, with the caret at the end", () => {
    const values = { kind: "city", city: "Troy", note: "x" }
    assert.deepStrictEqual(moveFocus(fields, formAt("kind", values), 1), formAt("city", values, 4))
    assert.deepStrictEqual(moveFocus(fields, formAt("kind", values), -1), formAt("note", values, 1))
    assert.deepStrictEqual(moveFocus(fields, formAt("note", values), 1), formAt("kind", values, 4))
    assert.deepStrictEqual(
      moveFocus(fields, formAt("kind", { note: "x" }), 1),
      formAt("note", { kind: "", note: "x" }, 1)
    )
    assert.deepStrictEqual(moveFocus([], formAt("kind"), 1), formAt("kind"))
  })

  it("forgets typed letters and a rejection when the focus moves", () => {
    const typed = { ...formAt("note", { note: "" }), typeahead: "ci", wasRejected: true }
    assert.deepStrictEqual(moveFocus([kind, note], typed, 1), formAt("kind", { note: "" }))
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

  it("completes no empty field", () => {
    const only: Field = { ...city, complete: () => ["Troy"] }
    for (const text of ["", "  "]) {
      assert.strictEqual(withCompletion([only], formAt("city", { city: text })).values["city"], text)
    }
  })

  it("does not change without a focused field", () => {
    assert.deepStrictEqual(editForm(fields, formAt("other"), { text: "x" }), formAt("other"))
  })

  it("is no longer rejected after it is edited", () => {
    for (const focus of ["kind", "note"]) {
      const edited = editForm(fields, { ...formAt(focus), wasRejected: true }, { text: "x" })
      assert.isFalse(edited.wasRejected)
    }
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

  it("names the typed letters that match no option", () => {
    assert.strictEqual(unmatchedTypeahead(kind, formAt("kind")), "")
    assert.strictEqual(unmatchedTypeahead(kind, { ...formAt("kind"), typeahead: "CI" }), "")
    assert.strictEqual(unmatchedTypeahead(kind, { ...formAt("kind"), typeahead: "cx" }), "cx")
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

  it("accepts none on another key", () => {
    const ended = editForm(fields, formAt("city", { city: "Tr" }, 2), { name: "end" })
    assert.deepInclude(ended, { caret: 2, values: { city: "Tr" } })
    const typed = editForm(fields, formAt("city", { city: "Tr" }, 2), { text: "e" })
    assert.deepInclude(typed, { caret: 3, values: { city: "Tre" } })
  })
})

describe("the problems of a form", () => {
  it("include the required fields that are shown and empty", () => {
    const problem = [{ field: "city", rule: "Type a city." }]
    assert.deepStrictEqual(emptyFields(fields, { kind: "city" }), problem)
    assert.deepStrictEqual(emptyFields(fields, { kind: "city", city: "  " }), problem)
    assert.deepStrictEqual(emptyFields(fields, { kind: "city", city: "x" }), [])
    assert.deepStrictEqual(emptyFields(fields, {}), [])
  })

  const messages = (form: FormState) => formMessages(fields, form, [{ field: "city", rule: "There is no such city." }])
  const wrong = [{ text: "There is no such city.", isWrong: true }]

  it("are not wrong while their field is empty or incomplete", () => {
    assert.deepStrictEqual(messages(formAt("city", { city: " " })), [
      { text: "There is no such city.", isWrong: false }
    ])
    assert.deepStrictEqual(messages(formAt("city", { city: "Tro" })), [{ text: "City: a whole name.", isWrong: false }])
  })

  it("are wrong in a complete field, a field without focus, or an unknown field", () => {
    assert.deepStrictEqual(messages(formAt("city", { city: "Troy" })), wrong)
    assert.deepStrictEqual(messages(formAt("kind", { city: "Tro" })), wrong)
    const [message] = formMessages(fields, formAt("other"), [{ field: "other", rule: "Wrong." }])
    assert.deepStrictEqual(message, { text: "Wrong.", isWrong: true })
  })

  it("are wrong after the form was rejected", () => {
    assert.deepStrictEqual(messages({ ...formAt("city", { city: "Tro" }), wasRejected: true }), wrong)
    assert.deepStrictEqual(messages({ ...formAt("city"), wasRejected: true }), wrong)
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
  const hint = (text: string) => dateField({ name: "on", label: "On" }).hint?.({ on: text })

  it.each([
    ["2021-00", "✗ months go from 01 to 12"],
    ["2021-01", "2021-01-DD"],
    ["2021-12", "2021-12-DD"],
    ["2021-1", "2021-1M-DD"],
    ["2021-07-3", "2021-07-3D"],
    ["2021-07-4", "✗ this month has 31 days"],
    ["2021-04-3", "2021-04-3D"],
    ["2021-02-2", "2021-02-2D"],
    ["2021-02-3", "✗ this month has 28 days"],
    ["2021-07-31", "✓ Saturday"],
    ["2021-07-32", "✗ this month has 31 days"],
    ["2021-06-31", "✗ this month has 30 days"],
    ["2021-06-30", "✓ Wednesday"],
    ["2021-06-00", "✗ this month has 30 days"],
    ["20x1", "✗ write it as YYYY-MM-DD"],
    ["2021/", "✗ write it as YYYY-MM-DD"],
    [" YESTERDAY ", "✓ in Eastern time"]
  ])("%j is %j", (text, expected) => {
    assert.strictEqual(hint(text), expected)
  })

  it("has the missing part of the date before that of a time", () => {
    const field = momentField({ name: "on", label: "On" })
    const hintFor = (on: string) => field.hint?.({ on })
    assert.deepStrictEqual([hintFor("2021"), hintFor("2021-07-07 0")], ["2021-MM-DD", "2021-07-07 0H:MM:SS"])
    assert.deepStrictEqual(field.complete?.(" L"), ["latest"])
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

describe("suggestions", () => {
  it("are those that apply, each with its change only", () => {
    const suggested = suggestionsOf({ a: "1", b: "2" }, [
      [true, "any a", { a: "" }],
      [false, "any b", { b: "" }],
      [true, "c", { c: "3" }]
    ])
    assert.deepStrictEqual(suggested, [
      { label: "any a", values: { a: "", b: "2" } },
      { label: "c", values: { a: "1", b: "2", c: "3" } }
    ])
  })
})
