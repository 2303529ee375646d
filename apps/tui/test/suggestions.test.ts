import { assert, describe, it } from "@effect/vitest"
import { ComplaintQuery, NoticeQuery } from "@public-records/core"
import { Effect, Option } from "effect"
import {
  complaintFields,
  complaintFormOf,
  complaintQueryOf,
  complaintSuggestions,
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
})

describe("a range of dates", () => {
  it("has two ends, one end, or one day", () => {
    assert.strictEqual(range("2021-07-01", "2021-07-02"), "2021-07-01 → 2021-07-02")
    assert.strictEqual(range("2021-07-01", undefined), "from 2021-07-01")
    assert.strictEqual(range(undefined, "2021-07-02"), "until 2021-07-02")
    assert.strictEqual(range("2021-07-01", "2021-07-01"), "2021-07-01")
    assert.isUndefined(range(undefined, undefined))
  })
})

describe("suggested filters", () => {
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
    [{ narrow: "robocall", robocall: "true" }, ["any kind of call"]]
  ])("leave out a condition of complaints: %j", (form, labels) => {
    const suggestions = complaintSuggestions({ ...emptyComplaintForm, ...form })
    assert.deepStrictEqual(labelsOf(suggestions), labels)
    for (const { values } of suggestions) assert.isTrue(isAskable(complaintQueryOf(values)))
  })

  it.each<readonly [form: FormValues, labels: ReadonlyArray<string>]>([
    [{}, []],
    [{ "by-title": "words", title: "media" }, ["the words as parts of longer words", "any title"]],
    [{ "by-title": "words", title: '"media"' }, ["the same words in any order", "any title"]],
    [{ "by-title": "contains", title: '"media"' }, ["any title"]],
    [{ date: "2011-04-11" }, ["any date"]],
    [{ "transaction-number": "1" }, ["any transaction"]]
  ])("leave out a condition of notices: %j", (form, labels) => {
    const suggestions = noticeSuggestions({ ...emptyNoticeForm, ...form })
    assert.deepStrictEqual(labelsOf(suggestions), labels)
    for (const { values } of suggestions) assert.isTrue(isAskable(noticeQueryOf(values)))
  })

  it("replace a date by a range that begins a week before it and ends a week after it", () => {
    for (const when of ["created", "called"]) {
      const [wider] = complaintSuggestions({ ...emptyComplaintForm, when: `${when}-on`, on: "2021-12-28" })
      assert.deepInclude(wider?.values, { when: `${when}-between`, from: "2021-12-21", to: "2022-01-04" })
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
