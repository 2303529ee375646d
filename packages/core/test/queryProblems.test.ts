import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { CivilDate } from "../src/dates/CivilDate.ts"
import { ComplaintQuery, NoticeQuery } from "../src/index.ts"
import { type PlainComplaintInput } from "../src/queries/ComplaintInput.ts"
import { type PlainNoticeInput } from "../src/queries/NoticeInput.ts"
import { toComplaintQuery, UncheckedComplaintQuery } from "../src/queries/ComplaintQuery.ts"
import { toNoticeQuery, UndocumentedNoticeQuery } from "../src/queries/NoticeQuery.ts"
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
    readonly [PlainComplaintInput, fields: ReadonlyArray<string>, rules: ReadonlyArray<string>]
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
      const unchecked = yield* Effect.flip(toComplaintQuery({ unchecked: 1 }))
      const rule =
        "unchecked is an object of strings without sort_order, items_per_page, offset. Use sort, limit and offset."
      assert.deepStrictEqual(unchecked.problems, [{ field: "unchecked", rule }])
      const both = yield* Effect.flip(toComplaintQuery({ unchecked: { area_code: "614" }, state: "Ohio" }))
      assert.deepStrictEqual(both.problems, [
        {
          field: "unchecked",
          rule: "unchecked replaces all filters. Remove the other filters, or add their parameters to it."
        }
      ])
      const noQuery = yield* Effect.flip(toComplaintQuery(null))
      assert.deepStrictEqual(noQuery.problems, [
        { field: "query", rule: 'A query is an object, such as { state: "Ohio" }, not null.' }
      ])
      const noNotices = yield* Effect.flip(toNoticeQuery(null))
      assert.match(noNotices.message, /such as \{ title: "media" \}, not null/)
    })
  )

  it.effect("suggests the most similar member", () =>
    Effect.gen(function* () {
      const complaints = yield* Effect.flip(toComplaintQuery({ sate: "Ohio" }))
      assert.deepStrictEqual(complaints.problems, [
        { field: "sate", rule: 'A query for complaints has no member "sate". Did you mean "state"?' }
      ])
      const notices = yield* Effect.flip(toNoticeQuery({ titel: "media", state: ["Ohio"] }))
      assert.deepStrictEqual(notices.problems, [
        { field: "titel", rule: 'A query for notices has no member "titel". Did you mean "title"?' },
        { field: "state", rule: 'A query for notices has no member "state". Did you mean "date"?' }
      ])
    })
  )

  it.effect("concerns the query itself if it is a query that cannot be read", () =>
    Effect.gen(function* () {
      const rule = 'The query was made by another copy of this package. Pass an object, such as { state: "Ohio" }.'
      for (const other of [{}, { toInput: "no" }, { toInput: () => "no" }]) {
        const { problems } = yield* Effect.flip(toComplaintQuery({ ...other, toUrlParams: () => "no" }))
        assert.deepStrictEqual(problems, [{ field: "query", rule }])
      }
    })
  )

  it.effect("is not reported for an absent member", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* toComplaintQuery({ state: null, city: undefined }), ComplaintQuery.default)
      assert.deepStrictEqual(yield* toComplaintQuery(undefined), ComplaintQuery.default)
    })
  )

  it.effect("is not reported for words in another letter case", () =>
    Effect.gen(function* () {
      for (const [sort, order] of [
        ["Asc", "ASC"],
        ["DESC", "DESC"],
        ["desc", "DESC"]
      ] as const) {
        const query = yield* ComplaintQuery.fromInput({ sort, robocall: "True" })
        assert.deepInclude(query, { order, filter: { _tag: "ByRobocall", isRobocall: true } })
      }
      assert.strictEqual((yield* NoticeQuery.fromInput({ sort: "Asc" })).order, "ASC")
    })
  )

  it.effect("is not reported for the largest page and the largest offset", () =>
    Effect.gen(function* () {
      const { limit, offset } = yield* ComplaintQuery.fromInput({ limit: 50, offset: Number.MAX_SAFE_INTEGER })
      assert.deepStrictEqual([limit, offset], [50, Number.MAX_SAFE_INTEGER])
    })
  )
})

it.effect("returns an instance of a query class unchanged", () =>
  Effect.gen(function* () {
    const page = { order: "DESC", limit: 50, offset: 0 } as const
    const unchecked = new UncheckedComplaintQuery({ ...page, unchecked: { state: "Ohio" } })
    for (const query of [ComplaintQuery.default, unchecked]) assert.strictEqual(yield* toComplaintQuery(query), query)
    const filter = { date: { from: CivilDate.make(day) } }
    const range = new UndocumentedNoticeQuery({ ...page, sortBy: "created", filter })
    for (const query of [NoticeQuery.default, range]) assert.strictEqual(yield* toNoticeQuery(query), query)
  })
)

describe("a problem of a query for notices", () => {
  const problems: ReadonlyArray<readonly [PlainNoticeInput, string, string]> = [
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

  const ranges: ReadonlyArray<readonly [object, string, string]> = [
    [
      { date: day, undocumentedDateTo: day },
      "undocumentedDateTo",
      "The date cannot be combined with undocumentedDateTo. Remove one of them."
    ],
    [
      { date: day, undocumentedDateFrom: day, undocumentedDateTo: day },
      "undocumentedDateFrom",
      "The date cannot be combined with undocumentedDateFrom. Remove one of them."
    ],
    [
      { undocumentedDateFrom: "2011-02-30" },
      "undocumentedDateFrom",
      'The date is wrong: "2011-02-30" is not a date; February has 28 days in 2011.'
    ],
    [
      { undocumentedDateFrom: "2021-07-07", undocumentedDateTo: day },
      "undocumentedDateTo",
      "The range ends on 2021-07-06, before it begins on 2021-07-07. Swap them."
    ]
  ]

  for (const [input, field, rule] of ranges) {
    it.effect(`states the rule and the solution: ${JSON.stringify(input)}`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual((yield* Effect.flip(toNoticeQuery(input))).problems, [{ field, rule }])
      })
    )
  }

  it.effect("is not reported for a range of dates with one end", () =>
    Effect.gen(function* () {
      const date = CivilDate.make(day)
      for (const [input, range] of [
        [{ undocumentedDateFrom: day }, { from: date }],
        [{ undocumentedDateTo: day }, { to: date }],
        [{ undocumentedDateTo: day, undocumentedDateFrom: undefined, date: undefined }, { to: date }],
        [{ undocumentedDateFrom: day, undocumentedDateTo: " ", date: "" }, { from: date }]
      ] as const) {
        assert.deepStrictEqual((yield* toNoticeQuery(input)).filter, { date: range })
      }
    })
  )

  it.effect("is not reported for a date next to a range without ends", () =>
    Effect.gen(function* () {
      const { filter } = yield* toNoticeQuery({ date: day, undocumentedDateFrom: "", undocumentedDateTo: undefined })
      assert.deepStrictEqual(filter, { date: CivilDate.make(day) })
    })
  )

  it.effect("names the operation", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* Effect.flip(NoticeQuery.fromInput({ title: '"' }))).operation, "List notices")
    })
  )
})
