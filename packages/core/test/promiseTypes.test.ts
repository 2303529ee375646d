import { assert, describe, it } from "@effect/vitest"
import * as promiseEntry from "../src/promise.ts"
import { type ClientOptions, type Complaint, createClient, type Page, type PublicRecordsError } from "../src/promise.ts"
import { fakeFetch } from "./FakeFetch.ts"

describe("the compile-time errors", () => {
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
