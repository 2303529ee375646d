import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  CivilDate,
  type ComplaintInput,
  ComplaintQuery,
  type NoticeInput,
  NoticeQuery,
  noticeServiceNotes,
  noticeServiceProblems,
  readComplaintQuery,
  readNoticeQuery,
  serviceProblems
} from "../src/index.ts"
import { problemsOf } from "./problemsOf.ts"

const day = "2021-07-06"
const halfRange = (missing: string, given: string) => `A range needs both ends. Add ${missing} or remove ${given}.`
const dateAlone = (others: string) =>
  `A created date cannot be combined with ${others}. ` +
  "Use created from and created to, both with that day, or remove the others."
const callAlone = (others: string) => `The date of the call cannot be combined with ${others}. Remove one of them.`
const oneOf = (given: string) =>
  `The service accepts only one of state, area code and robocall, not ${given}. Remove all but one.`

describe("a problem of a query for complaints", () => {
  const problems: ReadonlyArray<
    readonly [ComplaintInput, fields: ReadonlyArray<string>, rules: ReadonlyArray<string>]
  > = [
    [{ state: "Ohio", robocall: "true" }, ["robocall"], [oneOf("state and robocall")]],
    [{ areaCode: 614, robocall: true }, ["robocall"], [oneOf("area code and robocall")]],
    [
      { violationDate: day, violationFrom: day },
      ["violationDate", "violationTo"],
      ["Use one violation date or a range, not both. Remove one of them.", halfRange("violation to", "violation from")]
    ],
    [
      { createdDate: `${day} 10:00:00` },
      ["createdDate"],
      [`The created date is wrong: "${day} 10:00:00" is not a date; write it as YYYY-MM-DD.`]
    ],
    [
      { city: "Akron", limit: 0 },
      ["city", "limit"],
      [
        "A city requires a state. Add the state or remove the city.",
        'The limit is the page size, an integer from 1 to 50, not "0".'
      ]
    ],
    [{ city: "Akron" }, ["city"], ["A city requires a state. Add the state or remove the city."]],
    [{ state: "Ohio", city: 'A"' }, ["city"], ["The city contains a double quote, which cannot be sent. Remove it."]],
    [{ state: "Ohio", areaCode: 614 }, ["areaCode"], [oneOf("state and area code")]],
    [{ state: "Ohio", areaCode: 614, robocall: true }, ["areaCode"], [oneOf("state and area code and robocall")]],
    [{ createdDate: day, state: "Ohio" }, ["createdDate"], [dateAlone("state")]],
    [{ createdDate: day, violationDate: day }, ["createdDate"], [dateAlone("violation date")]],
    [
      { createdDate: day, createdFrom: day, createdTo: day, areaCode: 614 },
      ["createdDate"],
      [dateAlone("created from and created to and area code")]
    ],
    [{ violationDate: day, robocall: false }, ["violationDate"], [callAlone("robocall")]],
    [
      { violationFrom: day, violationTo: day, createdFrom: day, createdTo: day, state: "Ohio" },
      ["violationFrom"],
      [callAlone("created from and created to and state")]
    ],
    [
      { violationDate: day, violationFrom: day, violationTo: day },
      ["violationDate"],
      ["Use one violation date or a range, not both. Remove one of them."]
    ],
    [{ createdFrom: day }, ["createdTo"], [halfRange("created to", "created from")]],
    [{ violationTo: day }, ["violationFrom"], [halfRange("violation from", "violation to")]],
    [
      { createdFrom: "2021-07-07", createdTo: day },
      ["createdTo"],
      ["The range ends on 2021-07-06, before it begins on 2021-07-07. Swap them."]
    ],
    [
      { violationDate: "July" },
      ["violationDate"],
      ['The violation date is wrong: "July" is not a date; write it as YYYY-MM-DD.']
    ],
    [
      { createdDate: "July" },
      ["createdDate"],
      ['The created date is wrong: "July" is not a date; write it as YYYY-MM-DD.']
    ],
    [{ areaCode: 61 }, ["areaCode"], ['An area code has three digits, such as 614, not "61".']],
    [{ areaCode: "1614" }, ["areaCode"], ['An area code has three digits, such as 614, not "1614".']],
    [{ areaCode: "014" }, ["areaCode"], ['An area code has three digits, such as 614, not "014".']],
    [{ robocall: "untrue" }, ["robocall"], ['Robocall is "true" or "false", not "untrue".']],
    [{ robocall: "falsely" }, ["robocall"], ['Robocall is "true" or "false", not "falsely".']],
    [{ sort: "newest" }, ["sort"], ['The sort order is "desc" (newest first) or "asc" (oldest first), not "newest".']],
    [{ limit: 51 }, ["limit"], ['The limit is the page size, an integer from 1 to 50, not "51".']],
    [{ limit: "1e1" }, ["limit"], ['The limit is the page size, an integer from 1 to 50, not "1e1".']],
    [{ offset: -1 }, ["offset"], ['The offset is the number of records to skip, an integer from 0, not "-1".']],
    [{ offset: "5x" }, ["offset"], ['The offset is the number of records to skip, an integer from 0, not "5x".']],
    [
      { offset: "9007199254740992" },
      ["offset"],
      ['The offset is the number of records to skip, an integer from 0, not "9007199254740992".']
    ]
  ]

  for (const [input, fields, rules] of problems) {
    it.effect(`states the rule and the solution: ${JSON.stringify(input)}`, () =>
      Effect.gen(function* () {
        const found = yield* problemsOf(ComplaintQuery.fromInput(input))
        assert.deepStrictEqual(
          found.map(({ field, rule }) => [field, rule]),
          rules.map((rule, n) => [fields[n], rule])
        )
      })
    )
  }

  it.effect("names the operation, and the member of each problem", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(ComplaintQuery.fromInput({ city: "Akron" }))
      assert.strictEqual(error.operation, "List complaints")
      const unchecked = yield* Effect.flip(readComplaintQuery({ unchecked: 1 }, "service"))
      const rule =
        "unchecked is an object of strings without sort_order, items_per_page, offset. Use sort, limit and offset."
      assert.deepStrictEqual(unchecked.problems, [{ field: "unchecked", rule }])
      const both = yield* Effect.flip(readComplaintQuery({ unchecked: { area_code: "614" }, state: "Ohio" }, "service"))
      assert.deepStrictEqual(both.problems, [
        {
          field: "unchecked",
          rule: "unchecked replaces all filters. Remove the other filters, or add their parameters to it."
        }
      ])
      const noQuery = yield* Effect.flip(readComplaintQuery(null, "service"))
      assert.deepStrictEqual(noQuery.problems, [
        { field: "query", rule: 'A query is an object, such as { state: "Ohio" }, not null.' }
      ])
      const noNotices = yield* Effect.flip(readNoticeQuery(null, "service"))
      assert.match(noNotices.message, /such as \{ title: "media" \}, not null/)
    })
  )

  it.effect("suggests the most similar member", () =>
    Effect.gen(function* () {
      const complaints = yield* Effect.flip(readComplaintQuery({ sate: "Ohio" }, "service"))
      assert.deepStrictEqual(complaints.problems, [
        { field: "sate", rule: 'A query for complaints has no member "sate". Did you mean "state"?' }
      ])
      const notices = yield* Effect.flip(readNoticeQuery({ titel: "media", state: ["Ohio"] }, "service"))
      assert.deepStrictEqual(notices.problems, [
        { field: "titel", rule: 'A query for notices has no member "titel". Did you mean "title"?' },
        { field: "state", rule: 'A query for notices has no member "state". Did you mean "date"?' }
      ])
    })
  )

  it.effect("is not reported for an absent member", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* readComplaintQuery({ state: null, city: undefined }, "service"),
        ComplaintQuery.default
      )
      assert.deepStrictEqual(yield* readComplaintQuery(undefined, "service"), ComplaintQuery.default)
    })
  )

  it.effect("is not reported for words in another letter case", () =>
    Effect.gen(function* () {
      for (const [typed, sort] of [
        ["Asc", "asc"],
        ["DESC", "desc"],
        ["desc", "desc"]
      ] as const) {
        assert.include(yield* ComplaintQuery.fromInput({ sort: typed, robocall: "True" }), { sort, robocall: true })
      }
      assert.strictEqual((yield* NoticeQuery.fromInput({ sort: "Asc" })).sort, "asc")
    })
  )

  it.effect("is not reported for the largest page and the largest offset", () =>
    Effect.gen(function* () {
      const { limit, offset } = yield* ComplaintQuery.fromInput({ limit: 50, offset: Number.MAX_SAFE_INTEGER })
      assert.deepStrictEqual([limit, offset], [50, Number.MAX_SAFE_INTEGER])
    })
  )
})

describe("a query that only local records can answer", () => {
  const onlyLocal = (name: string) => `The service has no filter for ${name}, but a local mirror has one. Remove it.`
  const complaints: ReadonlyArray<readonly [ComplaintInput, field: string, rule: string]> = [
    [{ number: "(213) 555-0100" }, "number", onlyLocal("number")],
    [{ subject: "Debt", areaCode: 614 }, "subject", onlyLocal("subject")],
    [{ hour: 0 }, "hour", onlyLocal("hour")],
    [{ hour: "23" }, "hour", onlyLocal("hour")],
    [{ days: 1 }, "days", onlyLocal("days")],
    [{ days: 99_999 }, "days", onlyLocal("days")],
    [{ robocall: "Unknown" }, "robocall", onlyLocal("unknown robocalls")],
    [{ state: "Ohio", areaCode: 614 }, "areaCode", oneOf("state and area code")],
    [{ createdFrom: day }, "createdTo", halfRange("created to", "created from")],
    [{ violationTo: day }, "violationFrom", halfRange("violation from", "violation to")],
    [{ city: "Akron" }, "city", "A city requires a state. Add the state or remove the city."],
    [{ state: "Ohio", city: 'A"' }, "city", "The city contains a double quote, which cannot be sent. Remove it."],
    [{ violationDate: day, state: "Ohio" }, "violationDate", callAlone("state")],
    [{ createdDate: day, violationDate: day }, "createdDate", dateAlone("violation date")]
  ]
  for (const [input, field, rule] of complaints) {
    it.effect(`is one of complaints: ${JSON.stringify(input)}`, () =>
      Effect.gen(function* () {
        const problems = [{ field, rule }]
        assert.deepStrictEqual(serviceProblems(yield* readComplaintQuery(input, "local")), problems)
        assert.deepStrictEqual(yield* problemsOf(ComplaintQuery.fromInput(input)), problems)
      })
    )
  }

  const notices: ReadonlyArray<readonly [NoticeInput, field: string, rule: string]> = [
    [{ party: "Acme" }, "party", onlyLocal("party")],
    [{ createdSince: "2021-07-06T12:00:00Z" }, "createdSince", onlyLocal("created since")],
    [
      { titleContains: "a", title: "b" },
      "titleContains",
      "Only one filter for the title is allowed. Remove the others."
    ],
    [{ date: day, dateTo: day }, "dateTo", "The date cannot be combined with date to. Remove one of them."]
  ]
  for (const [input, field, rule] of notices) {
    it.effect(`is one of notices: ${JSON.stringify(input)}`, () =>
      Effect.gen(function* () {
        const problems = [{ field, rule }]
        assert.deepStrictEqual(noticeServiceProblems(yield* readNoticeQuery(input, "local")), problems)
        assert.deepStrictEqual(yield* problemsOf(NoticeQuery.fromInput(input)), problems)
      })
    )
  }

  it("is described with the given names of members", () => {
    assert.deepStrictEqual(
      serviceProblems({ days: 7 }, (member) => `--${member}`),
      [{ field: "days", rule: onlyLocal("--days") }]
    )
  })
})

describe("a problem of a query for local records", () => {
  const dateOrRange = "Ask for one date or for a range of dates, not for both: leave one out."
  const rangeOrDays = "Ask for a range of created dates or for a number of days: leave one out."
  const problems: ReadonlyArray<readonly [ComplaintInput, field: string, rule: string]> = [
    [{ createdDate: day, createdTo: day }, "createdDate", dateOrRange],
    [{ violationDate: day, violationFrom: day }, "violationDate", dateOrRange],
    [{ days: 7, createdDate: day }, "days", rangeOrDays],
    [{ days: 7, createdFrom: day }, "days", rangeOrDays],
    [{ days: 0 }, "days", 'The number of days is a whole number from 1 to 99999, not "0".'],
    [{ days: 100_000 }, "days", 'The number of days is a whole number from 1 to 99999, not "100000".'],
    [{ hour: 24 }, "hour", 'The hour is a whole number from 0 to 23, not "24".'],
    [{ hour: -1 }, "hour", 'The hour is a whole number from 0 to 23, not "-1".'],
    [{ robocall: "maybe" }, "robocall", 'Robocall is "true", "false" or "unknown", not "maybe".'],
    [{ unchecked: { sate: "Ohio" } }, "sate", 'The list of complaints has no parameter "sate". Remove it.']
  ]
  for (const [input, field, rule] of problems) {
    it.effect(`states the rule and the solution: ${JSON.stringify(input)}`, () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(readComplaintQuery(input, "local"))
        assert.deepStrictEqual(error.problems, [{ field, rule }])
      })
    )
  }

  it.effect("does not apply to unchecked parameters, which are read as filters", () =>
    Effect.gen(function* () {
      const unchecked = {
        created_date_from: '"2021-07-06"',
        company_phone_number: "213",
        area_code: "614",
        state: "oh"
      }
      const query = yield* readComplaintQuery({ unchecked, limit: 5 }, "local")
      const filters = { createdFrom: day, number: "213", areaCode: 614, state: "Ohio", limit: 5 }
      assert.deepEqual({ ...query }, { ...ComplaintQuery.default, ...filters })
    })
  )
})

describe("a problem of a query for notices", () => {
  const problems: ReadonlyArray<readonly [NoticeInput, string, string]> = [
    [{ title: "a", titleExactly: "b" }, "titleExactly", "Only one filter for the title is allowed. Remove the others."],
    [
      { titleContains: "a", titleExactly: "b" },
      "titleExactly",
      "Only one filter for the title is allowed. Remove the others."
    ],
    [
      { title: '"a' },
      "title",
      "The title has an unbalanced double quote. Put double quotes before and after a phrase."
    ],
    [
      { transactionNumber: "a1" },
      "transactionNumber",
      'A transaction number has only digits, such as 20110718, not "a1".'
    ],
    [{ sortBy: "title" }, "sortBy", 'Notices are sorted by "created" or "changed", not by "title".'],
    [{ date: "2011-02-30" }, "date", 'The date is wrong: "2011-02-30" is not a date; February has 28 days in 2011.']
  ]

  for (const [input, field, rule] of problems) {
    it.effect(`states the rule and the solution: ${JSON.stringify(input)}`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* problemsOf(NoticeQuery.fromInput(input)), [{ field, rule }])
      })
    )
  }

  const unreadable: ReadonlyArray<readonly [NoticeInput, string, string]> = [
    [
      { dateFrom: "2011-02-30" },
      "dateFrom",
      'The date from is wrong: "2011-02-30" is not a date; February has 28 days in 2011.'
    ],
    [
      { dateFrom: "2021-07-07", dateTo: day },
      "dateTo",
      "The range ends on 2021-07-06, before it begins on 2021-07-07. Swap them."
    ],
    ...["2021-07-06T12:00:00", "2021-07-06 12:00:00", "2021-02-30", "July"].map(
      (typed) =>
        [
          { createdSince: typed },
          "createdSince",
          `The created since is wrong: "${typed}" is not a date or a time with an offset; write it as YYYY-MM-DD or YYYY-MM-DDTHH:MM:SSZ.`
        ] as const
    )
  ]

  for (const [input, field, rule] of unreadable) {
    it.effect(`states the rule and the solution over local records, too: ${JSON.stringify(input)}`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual((yield* Effect.flip(readNoticeQuery(input, "local"))).problems, [{ field, rule }])
      })
    )
  }

  it.effect("is not reported for a range of dates, which is only noted", () =>
    Effect.gen(function* () {
      const note = "The service answers ranges of dates, but does not document them."
      const date = CivilDate.make(day)
      for (const [input, range] of [
        [{ dateFrom: day }, { dateFrom: date }],
        [{ dateTo: day, dateFrom: undefined, date: undefined }, { dateTo: date }],
        [{ dateFrom: day, dateTo: " ", date: "" }, { dateFrom: date }]
      ] as const) {
        const query = yield* readNoticeQuery(input, "service")
        assert.deepInclude(query, range)
        assert.deepStrictEqual(noticeServiceNotes(query), [note])
      }
      assert.deepStrictEqual(noticeServiceNotes({ date: day }), [])
    })
  )

  it.effect("is not reported for any combination over local records", () =>
    Effect.gen(function* () {
      const filters = {
        title: "a",
        titleContains: "b",
        titleExactly: "c",
        party: "d",
        date: CivilDate.make(day),
        dateFrom: CivilDate.make(day),
        createdSince: "2021-07-06T12:00:00+00:00"
      }
      assert.include(yield* readNoticeQuery(filters, "local"), filters)
    })
  )

  it.effect("names the operation", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* Effect.flip(NoticeQuery.fromInput({ title: '"' }))).operation, "List notices")
    })
  )
})
