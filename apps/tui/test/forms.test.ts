import { assert, describe, it } from "@effect/vitest"
import { ComplaintQuery, type InvalidQuery, NoticeQuery } from "@public-records/core"
import { DateTime, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { complaintFields, complaintFormOf, complaintQueryOf } from "../src/complaints/complaintForm.ts"
import {
  type Field,
  editForm,
  type FormState,
  type FormValues,
  openForm,
  formMessages,
  shownFields
} from "../src/form/FormModel.ts"
import { complaints } from "../src/complaints/definition.ts"
import type { SourceInfo } from "../src/source.ts"
import { fakeComplaints, fakeNotices, layerFakeRecords } from "./fakeRecords.ts"
import { openTerminal, sampleSource, serviceSource } from "./terminal.tsx"
import { noticeFields, noticeFormOf, noticeQueryOf } from "../src/notices/noticeForm.ts"

const emptyComplaintForm = complaintFormOf(ComplaintQuery.default)
const emptyNoticeForm = noticeFormOf(NoticeQuery.default)
const held = { complaints: fakeComplaints(120), notices: fakeNotices(10) }

const namesOf = (values: FormValues): ReadonlyArray<string> =>
  shownFields(complaintFields, values).map(({ name }) => name)

const rulesOf = <A>(query: Effect.Effect<A, InvalidQuery>) =>
  Effect.map(Effect.flip(query), ({ problems }) => problems.map(({ field, rule }) => `${field}: ${rule}`))

const typed = (fields: ReadonlyArray<Field>, form: FormState, text: string): FormState =>
  [...text].reduce((state, character) => editForm(fields, state, { text: character }), form)

describe("a date field", () => {
  it.effect("accepts the same values as the command line", () =>
    Effect.gen(function* () {
      // Monday, 10 a.m. in Washington: last Friday's complaints are not published yet.
      yield* TestClock.setTime(DateTime.toEpochMillis(DateTime.makeUnsafe("2026-11-23T15:00:00Z")))
      const between = { when: "created-between", from: "Latest", to: "2026-11-20 17:30" }
      assert.include((yield* complaintQueryOf({ ...emptyComplaintForm, ...between })).toInput(), {
        createdFrom: "2026-11-19",
        createdTo: "2026-11-20 17:30:59"
      })
      const called = yield* complaintQueryOf({ ...emptyComplaintForm, when: "called-on", on: "yesterday" })
      assert.strictEqual(called.toInput().violationDate, "2026-11-22")
      assert.strictEqual((yield* noticeQueryOf({ ...emptyNoticeForm, date: "latest" })).toInput().date, "2026-11-19")
    })
  )

  it("resolves latest to the last day of local data, or the last published day of a service", async () => {
    const open = async (source: SourceInfo) => {
      const terminal = await openTerminal(layerFakeRecords(held), { columns: 100, rows: 30 }, source)
      await terminal.keys("f", "\u001B[C", "\t", "latest")
      return terminal
    }
    const local = await open(sampleSource)
    await local.until((frame) => frame.includes('created_date="2021-07-07"'))
    await local.keys("\u0013")
    assert.strictEqual(local.registry.get(complaints.summary).filter, "created 2021-07-07")
    local.close()
    const service = await open(serviceSource)
    assert.notInclude(service.frame(), 'created_date="2021')
    assert.match(service.frame(), /Sends: GET .*created_date="20\d\d-/)
    service.close()
  })
})

describe("an incomplete value", () => {
  const hintFor = (form: FormState) =>
    Effect.map(Effect.flip(complaintQueryOf(form.values)), ({ problems }) =>
      formMessages(complaintFields, form, problems)
        .map(({ text, isWrong }) => `${isWrong ? "✗" : "…"} ${text}`)
        .join(" ")
    )
  const typing = (values: FormState["values"], focus: string): FormState => ({
    values: { ...emptyComplaintForm, ...values },
    focus,
    caret: 0
  })

  it.effect("is hinted at, and reported as wrong only if it cannot become valid, loses focus or is applied", () =>
    Effect.gen(function* () {
      const between = { when: "created-between", from: "2021-0" }
      const half = typing({ when: "created-on", on: "2021-0" }, "on")
      assert.strictEqual(yield* hintFor(half), "… Date: year-month-day, such as 2024-01-31.")
      assert.match(yield* hintFor({ ...half, focus: "sort" }), /^✗ The created date is wrong/)
      assert.match(yield* hintFor({ ...half, wasRejected: true }), /^✗ The created date is wrong/)
      assert.match(
        yield* hintFor(editForm(complaintFields, { ...half, wasRejected: true }, { name: "backspace" })),
        /^… Date/
      )
      assert.match(yield* hintFor(typing({ when: "created-on", on: "2021-2" }, "on")), /^✗ The created date is wrong/)
      assert.match(yield* hintFor(typing({ when: "created-on", on: "" }, "on")), /^… Enter the date as YYYY-MM-DD/)
      assert.match(yield* hintFor(typing(between, "from")), /^… A range needs both dates/)
      assert.match(
        yield* hintFor(typing({ ...between, from: "2021-07-07 09", to: "2021-07-08" }, "from")),
        /^… From: hours:minutes, such as 09:30, or no time\.$/
      )
      assert.match(yield* hintFor(typing({ narrow: "state", state: "new" }, "state")), /^… State: name or postal code/)
      assert.match(yield* hintFor(typing({ narrow: "state", state: "newx" }, "state")), /^✗/)
      assert.match(yield* hintFor(typing({ narrow: "area-code", "area-code": "20" }, "area-code")), /^… .*three digits/)
    })
  )
})

describe("the complaints' form", () => {
  it("hides filters that the service cannot combine with the dates", () => {
    assert.deepStrictEqual(namesOf(emptyComplaintForm), ["when", "narrow", "sort"])
    for (const when of ["created-on", "called-on"]) {
      assert.deepStrictEqual(namesOf({ ...emptyComplaintForm, when, narrow: "state" }), ["when", "on", "sort"])
    }
    assert.deepStrictEqual(namesOf({ ...emptyComplaintForm, when: "called-between" }), ["when", "from", "to", "sort"])
    assert.deepStrictEqual(namesOf({ ...emptyComplaintForm, when: "created-between", narrow: "state" }), [
      "when",
      "from",
      "to",
      "narrow",
      "state",
      "city",
      "sort"
    ])
  })

  it("shows which filter a date excludes, and which choice allows both", () => {
    const hintFor = (when: string, narrow: string) =>
      complaintFields.find(({ name }) => name === "when")?.hint?.({ ...emptyComplaintForm, when, narrow })
    assert.strictEqual(hintFor("created-between", "state"), "")
    assert.strictEqual(hintFor("created-on", "nothing"), "no other filter possible")
    assert.strictEqual(hintFor("created-on", "state"), "without the state: use created between for both")
    assert.strictEqual(hintFor("called-on", "area-code"), "without the area code")
  })

  it.effect("does not send hidden fields", () =>
    Effect.gen(function* () {
      const values = { ...emptyComplaintForm, when: "called-on", on: "2021-07-07", narrow: "state", state: "Ohio" }
      const query = yield* complaintQueryOf(values)
      assert.strictEqual(query.filter._tag, "ViolationDate")
      assert.strictEqual(query.toInput().state, undefined)
    })
  )

  it.effect("names the broken rule for missing and invalid values", () =>
    Effect.gen(function* () {
      const half = { ...emptyComplaintForm, when: "created-between", from: "2021-07-07" }
      assert.deepStrictEqual(yield* rulesOf(complaintQueryOf(half)), [
        "to: A range needs both dates: enter the last one as YYYY-MM-DD."
      ])
      const noDay = { ...emptyComplaintForm, when: "created-on", on: "2021-02-30" }
      assert.match((yield* rulesOf(complaintQueryOf(noDay))).join(), /^on: .*February has 28 days/)
      const noState = { ...emptyComplaintForm, narrow: "state", state: "Ohoi" }
      assert.match((yield* rulesOf(complaintQueryOf(noState))).join(), /^state: .*Ohio/)
      const cityOnly = { ...emptyComplaintForm, narrow: "state", city: "Dayton" }
      assert.deepStrictEqual(yield* rulesOf(complaintQueryOf(cityOnly)), [
        "state: Enter a state, or choose nothing in Filter by."
      ])
      const letters = { ...emptyComplaintForm, narrow: "area-code", "area-code": "abc" }
      assert.match((yield* rulesOf(complaintQueryOf(letters))).join(), /^area-code: /)
    })
  )

  it.effect.prop("shows the current query", { query: ComplaintQuery }, ({ query }) =>
    Effect.gen(function* () {
      const again = yield* complaintQueryOf(complaintFormOf(query))
      assert.deepStrictEqual(again.filter, query.filter)
      assert.strictEqual(again.order, query.order)
    })
  )
})

describe("the notices' form", () => {
  it.effect("queries words, or a part of the title", () =>
    Effect.gen(function* () {
      const words = yield* noticeQueryOf({ ...emptyNoticeForm, "by-title": "words", title: '"media holdings"' })
      assert.deepStrictEqual(words.filter, { title: { _tag: "Keywords", words: '"media holdings"' } })
      const text = yield* noticeQueryOf({ ...emptyNoticeForm, "by-title": "contains", title: "bust", sort: "ASC" })
      assert.deepStrictEqual(text.filter, { title: { _tag: "Contains", text: "bust" } })
      assert.strictEqual(text.order, "ASC")
    })
  )

  it.effect("names the broken rule for missing and invalid values", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* rulesOf(noticeQueryOf({ ...emptyNoticeForm, "by-title": "words" })), [
        "title: Enter text to search for in titles, or choose any."
      ])
      const letters = noticeQueryOf({ ...emptyNoticeForm, "transaction-number": "20x" })
      assert.match((yield* rulesOf(letters)).join(), /^transaction-number: /)
      assert.match(
        (yield* rulesOf(noticeQueryOf({ ...emptyNoticeForm, date: "2011-13-01" }))).join(),
        /^date: .*months/
      )
    })
  )

  it.effect("shows the current query", () =>
    Effect.gen(function* () {
      const values = { "by-title": "contains", title: "dish", "transaction-number": "20110718", date: "2011-04-11" }
      const query = yield* noticeQueryOf({ ...emptyNoticeForm, ...values, "sort-by": "changed" })
      assert.isTrue(Schema.is(NoticeQuery)(query))
      const opened = noticeFormOf(query)
      assert.deepStrictEqual(opened, { ...values, "sort-by": "changed", sort: "DESC" })
      assert.deepStrictEqual((yield* noticeQueryOf(opened)).filter, query.filter)
    })
  )
})

describe("the choice of a title", () => {
  it("moves typed letters that match no option to the text field of the title", () => {
    for (const name of ["Icahn", "Charles W. Ergen", "Anvil", "Hasbro", "has the words of"]) {
      const form = typed(noticeFields, openForm(noticeFields, emptyNoticeForm), name)
      assert.deepStrictEqual([form.focus, form.values["by-title"], form.values["title"]], ["title", "words", name])
    }
    const kept = typed(noticeFields, openForm(noticeFields, emptyNoticeForm), "contains the")
    assert.deepStrictEqual([kept.focus, kept.values["by-title"]], ["by-title", "contains"])
  })
})
