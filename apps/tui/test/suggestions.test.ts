import { assert, describe, it } from "@effect/vitest"
import { ComplaintQuery, NoticeQuery } from "@public-records/core"
import { Effect, Option } from "effect"
import {
  complaintFields,
  complaintFormOf,
  complaintQueryOf,
  complaintSuggestions,
  daysFrom,
  range
} from "../src/complaints/complaintForm.ts"
import { noticeFields, noticeFormOf, noticeQueryOf, noticeSuggestions } from "../src/notices/noticeForm.ts"
import { mirrorFormOf, mirrorSuggestions } from "../src/complaints/mirrorForm.ts"
import { type FormValues, shownFields } from "../src/form/FormModel.ts"
import type { FilterSuggestion } from "../src/form/suggestions.ts"
import { fakeComplaints, layerFakeRecords } from "./fakeRecords.ts"
import { openTerminal } from "./terminal.tsx"

const emptyComplaintForm = complaintFormOf(ComplaintQuery.default)
const emptyNoticeForm = noticeFormOf(NoticeQuery.default)

const isAskable = (query: Effect.Effect<unknown, unknown>): boolean =>
  Option.isSome(Effect.runSync(Effect.option(query)))

const complaintForms: ReadonlyArray<FormValues> = [
  { when: "created-on", on: "2021-07-07" },
  { when: "called-on", on: "2021-03-01" },
  {
    when: "created-between",
    from: "2021-07-07",
    to: "2021-07-08 10:00:00",
    narrow: "state",
    state: "Ohio",
    city: "Troy"
  },
  { when: "called-between", from: "2021-12-30", to: "2021-12-31" },
  { narrow: "area-code", "area-code": "614" },
  { narrow: "robocall", robocall: "true" }
]

describe("a field of the complaints' form", () => {
  const field = (name: string) => complaintFields.find((one) => one.name === name)

  it.each([
    ["", "name or postal code"],
    ["  ", "name or postal code"],
    ["oh", "name or postal code"],
    ["Ohio", "name or postal code"],
    [" OKL ", "→ Oklahoma"],
    ["new", "→ New Hampshire, New Jersey, New Mexico"],
    ["Ohoi", "✗ no such state"]
  ])("hints at the states that begin with %j", (state, hint) => {
    assert.strictEqual(field("state")?.hint?.({ state }), hint)
  })

  it("hints at the form of an incomplete value", () => {
    const hintFor = (name: string, text: string) => field(name)?.incompleteHint?.(text)
    assert.strictEqual(hintFor("state", "new"), "name or postal code, such as Texas or TX")
    assert.strictEqual(hintFor("state", "okl"), "")
    for (const text of ["2", "20"]) assert.strictEqual(hintFor("area-code", text), "three digits, such as 202")
    for (const text of ["", "202", "a2", "2a"]) assert.strictEqual(hintFor("area-code", text), "")
  })
})

describe("the title in the notices' form", () => {
  it("has a field and hints for the chosen kind of search", () => {
    const hintsFor = (values: FormValues) =>
      shownFields(noticeFields, values)
        .slice(0, 2)
        .map(({ hint, name }) => `${name}: ${hint?.(values)}`)
    assert.deepStrictEqual(hintsFor({ "by-title": "any" }), ["by-title: or type words", "transaction-number: digits"])
    assert.deepStrictEqual(hintsFor({ "by-title": "words" }), ["by-title: ", 'title: a phrase in "double quotes"'])
    assert.deepStrictEqual(hintsFor({ "by-title": "contains" }), ["by-title: ", "title: any part of a title"])
  })

  it("is not part of the filter if any title matches", () => {
    const query = Effect.runSync(noticeQueryOf({ ...emptyNoticeForm, title: "media" }))
    assert.deepStrictEqual(query.filter, {})
  })

  it.each(["words", "contains"])("shows a query by %s again", (kind) => {
    const form = { ...emptyNoticeForm, "by-title": kind, title: "media" }
    assert.deepStrictEqual(noticeFormOf(Effect.runSync(noticeQueryOf(form))), form)
  })
})

describe("a range of dates", () => {
  it("has two ends, one end, or one day", () => {
    assert.strictEqual(range("2021-07-01", "2021-07-02"), "2021-07-01 → 2021-07-02")
    assert.strictEqual(range("2021-07-01", undefined), "from 2021-07-01")
    assert.strictEqual(range(undefined, "2021-07-02"), "until 2021-07-02")
    assert.strictEqual(range("2021-07-01", "2021-07-01"), "2021-07-01")
    assert.isUndefined(range(undefined, undefined))
  })

  it("is moved by days if its ends are dates", () => {
    assert.strictEqual(daysFrom("2021-02-28 10:00:00", 1), "2021-03-01")
    assert.strictEqual(daysFrom("2021-03-01", -1), "2021-02-28")
    for (const text of ["", "latest"]) assert.strictEqual(daysFrom(text, 1), "")
  })
})

describe("suggested filters", () => {
  it("are valid and match more for every filter of complaints", () => {
    for (const form of complaintForms) {
      const values = { ...emptyComplaintForm, ...form }
      const suggestions = complaintSuggestions(values)
      assert.isNotEmpty(suggestions)
      for (const { values: wider, label } of suggestions) {
        assert.isTrue(isAskable(complaintQueryOf(wider)), label)
        assert.notDeepEqual(wider, values)
      }
    }
  })

  it("extend dates across the ends of months and years", () => {
    const [wider] = complaintSuggestions({
      ...emptyComplaintForm,
      when: "called-between",
      from: "2021-12-30",
      to: "2021-12-31"
    })
    assert.deepInclude(wider?.values, { from: "2021-12-23", to: "2022-01-07" })
  })

  it("are valid for every filter of notices", () => {
    const form = {
      "by-title": "words",
      title: '"media holdings"',
      date: "2011-04-11",
      "transaction-number": "20110718"
    }
    const suggestions = noticeSuggestions({ ...emptyNoticeForm, ...form })
    assert.deepStrictEqual(
      suggestions.map(({ label }) => label),
      ["the same words in any order", "any date", "any transaction", "any title"]
    )
    for (const { values } of suggestions) assert.isTrue(isAskable(noticeQueryOf(values)))
  })

  const week = "one week earlier and later"
  const labelsOf = (suggestions: ReadonlyArray<FilterSuggestion>) => suggestions.map(({ label }) => label)

  it.each<readonly [form: FormValues, labels: ReadonlyArray<string>]>([
    [{}, []],
    [{ when: "created-on", on: "2021-07-07" }, [week, "any time"]],
    [{ when: "called-on", on: "2021-07-07" }, [week, "any time"]],
    [{ when: "called-between", from: "2021-07-07", to: "2021-07-07" }, [week, "any time"]],
    [{ narrow: "state", state: "Ohio" }, ["any state"]],
    [{ narrow: "state", state: "Ohio", city: "Troy" }, ["without the city", "any state"]],
    [{ narrow: "area-code", "area-code": "614", city: "Troy" }, ["any area code"]],
    [{ narrow: "robocall" }, ["any kind of call"]]
  ])("leave out a condition of complaints: %j", (form, labels) => {
    assert.deepStrictEqual(labelsOf(complaintSuggestions({ ...emptyComplaintForm, ...form })), labels)
  })

  it.each<readonly [form: FormValues, labels: ReadonlyArray<string>]>([
    [{}, []],
    [{ "by-title": "words", title: "media" }, ["the words as parts of longer words", "any title"]],
    [{ "by-title": "words", title: '"media"' }, ["the same words in any order", "any title"]],
    [{ "by-title": "contains", title: '"media"' }, ["any title"]],
    [{ date: "2011-04-11" }, ["any date"]],
    [{ "transaction-number": "1" }, ["any transaction"]]
  ])("leave out a condition of notices: %j", (form, labels) => {
    assert.deepStrictEqual(labelsOf(noticeSuggestions({ ...emptyNoticeForm, ...form })), labels)
  })

  it("replace a date by a range that begins a week before it and ends a week after it", () => {
    for (const when of ["created", "called"]) {
      const [wider] = complaintSuggestions({ ...emptyComplaintForm, when: `${when}-on`, on: "2021-07-07" })
      assert.deepInclude(wider?.values, { when: `${when}-between`, from: "2021-06-30", to: "2021-07-14" })
    }
  })

  it.each<readonly [form: FormValues, labels: ReadonlyArray<string>, first: FormValues]>([
    [{}, [], {}],
    [{ createdFrom: "2021-07-07" }, [week], { createdFrom: "2021-06-30", createdTo: "" }],
    [{ createdTo: "2021-07-07" }, [week], { createdFrom: "", createdTo: "2021-07-14" }],
    [{ violationFrom: "2021-07-07" }, ["any time of the call"], { violationFrom: "" }],
    [{ violationTo: "2021-07-07" }, ["any time of the call"], { violationTo: "" }],
    [{ number: "214", hour: " " }, ["any number"], { number: "" }],
    [{ robocall: "false" }, ["any robocall"], { robocall: "any" }],
    [{ robocall: "true", areaCode: "330" }, ["any area code", "any robocall"], { robocall: "true", areaCode: "" }]
  ])("leave out a condition of a mirror: %j", (form, labels, first) => {
    const suggestions = mirrorSuggestions({ ...mirrorFormOf(ComplaintQuery.default), ...form })
    assert.deepStrictEqual(labelsOf(suggestions), labels)
    assert.deepInclude(suggestions[0]?.values ?? {}, first)
  })

  it("are shown instead of rows, and applied with Enter", async () => {
    const terminal = await openTerminal(layerFakeRecords({ complaints: fakeComplaints(10) }), {
      columns: 100,
      rows: 30
    })
    await terminal.keys("f", "\t", "\u001B[C", "\t", "ohi", "\u0013")
    assert.match(terminal.frame(), /No matches\. Enter to broaden:/)
    assert.match(terminal.frame(), /· any state/)
    await terminal.keys("\r", "any state", "\r")
    assert.match(terminal.frame(), /10 of 10 loaded/)
    terminal.close()
  })
})
