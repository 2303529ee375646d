import { assert, describe, it } from "@effect/vitest"
import { ComplaintQuery, NoticeQuery } from "../src/index.ts"
import { type ClientOptions, type Collection, createClient, PublicRecordsError } from "../src/promise.ts"
import { fakeFetch, rejection } from "./FakeFetch.ts"
import { pageOfIds } from "./FakeService.ts"

const canary = "canary-key-0123456789"
const options: ClientOptions = { apiKey: canary, baseUrl: "https://records.test" }

const clientOf = ({ fetch }: ReturnType<typeof fakeFetch>) => createClient({ ...options, fetch })

describe("a query of the client with promises", () => {
  it("accepts every kind of query", async () => {
    const service = fakeFetch(() => Response.json({ data: [] }))
    const { complaints, notices } = clientOf(service)
    const paging = { sort: "asc", limit: 1, offset: 0 } as const
    await complaints.page({ limit: 7 })
    await complaints.page({ unchecked: { city: "Columbus" }, ...paging })
    await complaints.page({ areaCode: 614, createdFrom: "2021-07-07", createdTo: "2021-07-07" })
    await complaints.page({ robocall: true })
    await notices.page({ limit: 7 })
    await notices.page({ dateFrom: "2011-04-11", sortBy: "created", ...paging })
    await notices.page({ title: '"media holdings"', transactionNumber: 20110718, sort: "asc" })
    const asked = service.sent.map(({ url }) => [...url.searchParams].slice(0, 2).flat().join(" "))
    assert.deepStrictEqual(asked, [
      "sort_order DESC items_per_page 7",
      "city Columbus sort_order ASC",
      'created_date_from "2021-07-07" created_date_to "2021-07-07"',
      "is_robocall true sort_order DESC",
      "sort[created][path] created sort[created][direction] DESC",
      "filter[date][condition][value] 2011-04-11 filter[date][condition][path] date",
      'filter[title][value] "media holdings" filter[transaction-number][value] 20110718'
    ])
  })

  const forbidden: ReadonlyArray<readonly [string, unknown, RegExp]> = [
    ["a misspelled member", { sate: "Ohio" }, /no member "sate"\. Did you mean "state"\?/],
    [
      "a member in another case",
      { created_from: "2021-07-07" },
      /no member "created_from"\. Did you mean "createdFrom"\?/
    ],
    ["a member that no name resembles", { company: "Other" }, /no member "company"\. Remove it\./],
    ["a member that only a mirror has", { subject: "Other" }, /no filter for subject, but a local mirror has one\./],
    ["a member that is not a string", { state: ["Ohio"] }, /The state must be a string/],
    ["a query for the other collection", NoticeQuery.default, /no member "sortBy"/],
    ["null", null, /A query is an object, such as \{ state: "Ohio" \}, not null\./],
    ["an array", [{ state: "Ohio" }], /not an Array\./],
    ["a string", "Ohio", /not a string\./],
    ["a number", 5, /not a number\./],
    ["a date", new Date(0), /not a Date\./],
    ["a map", new Map([["state", "Ohio"]]), /not a Map\./],
    ["a promise", Promise.resolve({ state: "Ohio" }), /not a Promise\./],
    ["a function", () => ({ state: "Ohio" }), /not a function\./],
    ["a symbol", Symbol("Ohio"), /not a symbol\./]
  ]

  for (const [what, query, message] of forbidden) {
    it(`rejects ${what} before anything is sent`, async () => {
      const service = fakeFetch(() => pageOfIds([]))
      // Like a program without types.
      const complaints: Collection<unknown, unknown> = Object.assign(clientOf(service).complaints)
      for (const call of [complaints.page(query), complaints.estimate(query)]) {
        const error = await rejection(call)
        assert.isTrue(error instanceof PublicRecordsError && error.reason._tag === "InvalidQuery")
        assert.match(String(error), message)
      }
      assert.strictEqual(service.sent.length, 0)
    })
  }

  it("accepts queries that were read for Effect", async () => {
    const service = fakeFetch(() => Response.json({ data: [] }))
    const { complaints, notices } = clientOf(service)
    await complaints.page({ ...ComplaintQuery.default, state: "Ohio", limit: 7 })
    await notices.page({ ...NoticeQuery.default, offset: 3 })
    const [first, second] = service.sent.map(({ url }) => url.searchParams)
    assert.deepStrictEqual([first?.get("state"), first?.get("items_per_page")], ["Ohio", "7"])
    assert.strictEqual(second?.get("page[offset]"), "3")
  })

  it("sends unchecked parameters and an undocumented range of dates", async () => {
    const service = fakeFetch(() => pageOfIds([]))
    const { complaints, notices } = clientOf(service)
    await complaints.page({ unchecked: { state: "Ohio", area_code: "614" }, limit: 5 })
    await notices.page({ title: "media", dateFrom: "2011-04-11", dateTo: "latest" })
    const [unchecked = "", range = ""] = service.sent.map(({ url }) => decodeURIComponent(url.search))
    assert.strictEqual(unchecked, "?state=Ohio&area_code=614&sort_order=DESC&items_per_page=5&offset=0")
    assert.match(range, /^\?filter\[title\]\[value\]=media&filter\[date\]\[condition\]\[value\]\[\]=2011-04-11&/)
    assert.include(range, "filter[date][condition][operator]=BETWEEN")
  })

  for (const [kind, id] of [
    ["null", null],
    ["undefined", undefined],
    ["an Array", ["1"]],
    ["a number", 5],
    ["a Date", new Date(0)],
    ["a function", () => "1"],
    ["a symbol", Symbol("1")],
    ["an Object", Object.create(null)]
  ] as const) {
    it(`rejects an id that is ${kind}`, async () => {
      const service = fakeFetch(() => pageOfIds([]))
      const complaints: { readonly get: (id: unknown) => Promise<unknown> } = Object.assign(
        clientOf(service).complaints
      )
      const error = await rejection(complaints.get(id))
      assert.isTrue(error instanceof PublicRecordsError && error.code === "InvalidQuery")
      assert.strictEqual(
        String(error),
        `PublicRecordsError: Get complaint: The id is a string, not ${kind}. Copy it from a list.`
      )
      assert.strictEqual(service.sent.length, 0)
    })
  }
})
