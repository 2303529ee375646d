import { assert, describe, it } from "@effect/vitest"
import * as promiseEntry from "../src/promise.ts"
import {
  CivilDate,
  type ClientOptions,
  type Complaint,
  ComplaintQuery,
  createClient,
  NoticeQuery,
  type Page,
  type PublicRecordsError
} from "../src/promise.ts"
import { fakeFetch } from "./FakeFetch.ts"

const day = CivilDate.make("2021-07-07")
const { limit, offset, order } = ComplaintQuery.default
const paging = { limit, offset, order }
const created = { from: day, to: day }

/** What must not compile. A line that did would make the check of types fail, because its directive were unused. */
const forbidden: ReadonlyArray<readonly [string, () => unknown]> = [
  // @ts-expect-error A city is asked for together with its state only.
  ["a city alone", () => new ComplaintQuery({ ...paging, filter: { _tag: "ByState", city: "Columbus" } })],
  [
    "a state and an area code",
    // @ts-expect-error The service takes only one of state, area code and robocall.
    () => new ComplaintQuery({ ...paging, filter: { _tag: "ByState", state: "Ohio", areaCode: 614 } })
  ],
  // @ts-expect-error The state has its full name.
  ["a state by its postal code", () => new ComplaintQuery({ ...paging, filter: { _tag: "ByState", state: "OH" } })],
  [
    "half a range",
    // @ts-expect-error A range has both ends.
    () => new ComplaintQuery({ ...paging, filter: { _tag: "CreatedRange", created: { from: day } } })
  ],
  [
    "a date of the call within a created range",
    // @ts-expect-error The date of the call stands alone.
    () => new ComplaintQuery({ ...paging, filter: { _tag: "ViolationDate", date: day, created } })
  ],
  // @ts-expect-error A date was checked before it is part of a query.
  ["an unchecked date", () => new ComplaintQuery({ ...paging, filter: { _tag: "CreatedDate", date: "2021-02-30" } })],
  // @ts-expect-error Newest or oldest first, by the service's own words.
  ["an unknown order", () => new ComplaintQuery({ ...paging, order: "newest", filter: { _tag: "None" } })],
  [
    "two filters for the title",
    // @ts-expect-error Each field of a notice has one filter at most.
    () => new NoticeQuery({ ...NoticeQuery.default, filter: { title: { _tag: "Keywords", words: "a", text: "b" } } })
  ]
]

describe("what TypeScript refuses", () => {
  it("are combinations that the service forbids, and filters that no query has", () => {
    assert.strictEqual(forbidden.length, 8)
  })

  it("are members that a plain query, the options and a call do not have", async () => {
    const { fetch } = fakeFetch(() => Response.json({ data: [] }))
    const client = createClient({ apiKey: "canary", fetch })
    const calls = [
      // @ts-expect-error A misspelled member.
      client.complaints.page({ sate: "Ohio" }),
      // @ts-expect-error Notices have no states.
      client.notices.page({ state: "Ohio" }),
      // @ts-expect-error The other collection's query.
      client.complaints.page(NoticeQuery.default)
    ]
    const outcomes = await Promise.allSettled(calls)
    assert.deepStrictEqual(
      outcomes.map(({ status }) => status),
      ["rejected", "rejected", "rejected"]
    )
    // @ts-expect-error A time without a unit is a number.
    const options: ClientOptions = { deadline: "soon" }
    assert.throws(() => createClient(options))
  })
})

describe("the entry for code without Effect", () => {
  it("exports the client, the queries and the classes of errors, and no schema but those", () => {
    assert.deepStrictEqual(Object.keys(promiseEntry).toSorted(), [
      "BadRequest",
      "CircuitOpen",
      "CivilDate",
      "CivilDateTime",
      "ComplaintQuery",
      "DeadlineExceeded",
      "InvalidOptions",
      "InvalidQuery",
      "KeyMissing",
      "KeyRejected",
      "NotFound",
      "NoticeQuery",
      "PublicRecordsError",
      "RateLimited",
      "RedirectRefused",
      "Unavailable",
      "UncheckedComplaintQuery",
      "UndocumentedNoticeQuery",
      "UnexpectedAnswer",
      "WalkStalled",
      "createClient",
      "findState",
      "isCivilDate",
      "isCivilDateTime",
      "maxRecordsPerPage",
      "states",
      "subjectLabel",
      "subjects",
      "version"
    ])
  })
})

describe("what TypeScript knows", () => {
  it("is every record's fields, with no Effect in them", async () => {
    const { fetch } = fakeFetch(() => Response.json({ data: [] }))
    const page: Page<Complaint> = await createClient({ apiKey: "canary", fetch }).complaints.page({})
    const total: number | null = page.total
    const numbers: ReadonlyArray<string | null> = page.records.map(({ companyPhoneNumber }) => companyPhoneNumber)
    assert.deepStrictEqual([total, numbers], [null, []])
  })

  it("is what each reason says", () => {
    const nextTryOf = (error: PublicRecordsError): number | null | undefined => {
      switch (error.reason._tag) {
        case "RateLimited":
        case "CircuitOpen":
          return error.reason.nextTryAt
        default:
          return undefined
      }
    }
    assert.isFunction(nextTryOf)
  })
})
