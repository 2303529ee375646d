import { assert, describe, it } from "@effect/vitest"
import * as promiseEntry from "../src/promise.ts"
import { CivilDate, ComplaintQuery, NoticeQuery } from "../src/index.ts"
import { type ClientOptions, type Complaint, createClient, type Page, type PublicRecordsError } from "../src/promise.ts"
import { fakeFetch } from "./FakeFetch.ts"

const day = CivilDate.make("2021-07-07")
const { limit, offset, order } = ComplaintQuery.default
const paging = { limit, offset, order }
const created = { from: day, to: day }

/** Code that must not compile. Otherwise its directive is unused and the type check fails. */
const forbidden: ReadonlyArray<readonly [string, () => unknown]> = [
  // @ts-expect-error A city requires a state.
  ["a city alone", () => new ComplaintQuery({ ...paging, filter: { _tag: "ByState", city: "Columbus" } })],
  [
    "a state and an area code",
    // @ts-expect-error The service accepts only one of state, area code and robocall.
    () => new ComplaintQuery({ ...paging, filter: { _tag: "ByState", state: "Ohio", areaCode: 614 } })
  ],
  // @ts-expect-error The state must be a full name.
  ["a state by its postal code", () => new ComplaintQuery({ ...paging, filter: { _tag: "ByState", state: "OH" } })],
  [
    "half a range",
    // @ts-expect-error A range has both ends.
    () => new ComplaintQuery({ ...paging, filter: { _tag: "CreatedRange", created: { from: day } } })
  ],
  [
    "a date of the call within a created range",
    // @ts-expect-error The date of the call cannot be combined.
    () => new ComplaintQuery({ ...paging, filter: { _tag: "ViolationDate", date: day, created } })
  ],
  // @ts-expect-error A date must be checked first.
  ["an unchecked date", () => new ComplaintQuery({ ...paging, filter: { _tag: "CreatedDate", date: "2021-02-30" } })],
  // @ts-expect-error The order is DESC or ASC.
  ["an unknown order", () => new ComplaintQuery({ ...paging, order: "newest", filter: { _tag: "None" } })],
  [
    "two filters for the title",
    // @ts-expect-error Each field has at most one filter.
    () => new NoticeQuery({ ...NoticeQuery.default, filter: { title: { _tag: "Keywords", words: "a", text: "b" } } })
  ]
]

describe("the compile-time errors", () => {
  it("cover forbidden combinations and unknown filters", () => {
    assert.strictEqual(forbidden.length, 8)
  })

  it("cover unknown members of plain queries, options and calls", async () => {
    const { fetch } = fakeFetch(() => Response.json({ data: [] }))
    const client = createClient({ apiKey: "canary", fetch })
    const calls = [
      // @ts-expect-error A misspelled member.
      client.complaints.page({ sate: "Ohio" }),
      // @ts-expect-error Notices have no states.
      client.notices.page({ state: "Ohio" })
    ]
    const outcomes = await Promise.allSettled(calls)
    assert.deepStrictEqual(
      outcomes.map(({ status }) => status),
      ["rejected", "rejected"]
    )
    // @ts-expect-error A duration without a unit must be a number.
    const options: ClientOptions = { deadline: "soon" }
    assert.throws(() => createClient(options))
  })
})

describe("the entry for code without Effect", () => {
  it("exports the client and error classes, but no schemas", () => {
    assert.deepStrictEqual(Object.keys(promiseEntry).toSorted(), [
      "BadRequest",
      "CircuitOpen",
      "DeadlineExceeded",
      "InvalidOptions",
      "InvalidQuery",
      "KeyMissing",
      "KeyRejected",
      "NotFound",
      "PublicRecordsError",
      "RateLimited",
      "RedirectRefused",
      "Unavailable",
      "UnexpectedAnswer",
      "WalkStalled",
      "createClient",
      "findState",
      "maxRecordsPerPage",
      "memoryBudget",
      "states",
      "subjectLabel",
      "subjects",
      "version"
    ])
  })
})

describe("the types", () => {
  it("include the fields of records without Effect types", async () => {
    const { fetch } = fakeFetch(() => Response.json({ data: [] }))
    const page: Page<Complaint> = await createClient({ apiKey: "canary", fetch }).complaints.page({})
    const total: number | null = page.total
    const numbers: ReadonlyArray<string | null> = page.records.map(({ companyPhoneNumber }) => companyPhoneNumber)
    assert.deepStrictEqual([total, numbers], [null, []])
  })

  it("narrow each reason by its tag", () => {
    const nextTryOf = (error: PublicRecordsError): Date | undefined => {
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
