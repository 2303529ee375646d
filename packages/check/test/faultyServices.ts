import { Predicate } from "effect"

export type Fetch = typeof globalThis.fetch

/** Record of a page, with any content. */
interface TestRecord {
  type: unknown
  id: unknown
  attributes: Record<string, unknown>
  meta: unknown
  links: unknown
  relationships: unknown
}

/** Body of a list. */
interface Page {
  data: Array<TestRecord>
  meta: Record<string, unknown>
  links: unknown
  jsonapi?: unknown
}

/** Response of a service, before it is sent. */
interface Answer {
  status: number
  readonly headers: Headers
  body: unknown
}

/** Change of a correct service that makes it faulty. */
interface Change {
  /** Changes the URL of a request before it is answered. */
  readonly request?: (url: URL) => void
  /** Changes a list. */
  readonly page?: (page: Page) => void
  /** Changes any response. */
  readonly answer?: (answer: Answer) => void
  /** Whether requests with a missing or wrong key get a valid one. */
  readonly addsKey?: boolean
}

/** A fault, the requests that it affects, and the change. `C` is the path of complaints, `N` that of notices. */
export type FaultyService = readonly [fault: string, requests: RegExp, change: Change]

const isPage = (value: unknown): value is Page =>
  Predicate.hasProperty(value, "data") && Array.isArray(value.data) && Predicate.hasProperty(value, "meta")

/** Returns the method and target of a request as the patterns of faulty services name it. */
export const shortRequest = (method: string, url: string): string =>
  `${method} ${decodeURIComponent(url.slice(new URL(url).origin.length))}`
    .replace("/v0/dnc-complaints", "C")
    .replace("/v0/hsr-early-termination-notices", "N")

/** Wraps the fetch of a correct service so that it has a fault. */
export const withFault =
  (
    [, requests, { addsKey = false, answer: changeAnswer, page: changePage, request: changeUrl }]: FaultyService,
    key: string
  ) =>
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    if (!requests.test(shortRequest(request.method, request.url))) return fetch(request)
    const url = new URL(request.url)
    changeUrl?.(url)
    const headers = new Headers(request.headers)
    if (addsKey) headers.set("x-api-key", key)
    const response = await fetch(url, { method: request.method, headers })
    const text = await response.text()
    const body: unknown = text === "" ? undefined : JSON.parse(text)
    if (isPage(body)) changePage?.(body)
    const answer: Answer = { status: response.status, headers: new Headers(response.headers), body }
    answer.headers.delete("content-length")
    changeAnswer?.(answer)
    return new Response(answer.body === undefined ? null : JSON.stringify(answer.body), answer)
  }

const last = (change: (record: TestRecord) => void): Change => ({ page: ({ data }) => data.slice(-1).forEach(change) })
const each = (change: (record: TestRecord) => void): Change => ({ page: ({ data }) => data.forEach(change) })
const lastRecord = (fields: object): Change => last((record) => Object.assign(record, fields))
const everyRecord = (fields: object): Change => each((record) => Object.assign(record, fields))
const pageWith = (fields: object): Change => ({ page: (page) => Object.assign(page, fields) })
const attribute = (name: string, value: unknown): Change =>
  last(({ attributes }) => {
    attributes[name] = value
  })
const attributes = (name: string, value: unknown): Change =>
  each(({ attributes }) => {
    attributes[name] = value
  })
const meta = (name: string, value: unknown): Change => ({
  page: ({ meta }) => {
    meta[name] = value
  }
})
const header = (name: string, value: string): Change => ({ answer: ({ headers }) => headers.set(name, value) })
const limits = (limit: string | undefined, remaining: string | undefined): Change => ({
  answer: ({ headers }) => {
    for (const [name, value] of Object.entries({ limit, remaining })) {
      if (value === undefined) headers.delete(`x-ratelimit-${name}`)
      else headers.set(`x-ratelimit-${name}`, value)
    }
  }
})
const status = (status: number): Change => ({
  answer: (answer) => {
    answer.status = status
  }
})
const body = (body: unknown, status = 200): Change => ({
  answer: (answer) => {
    Object.assign(answer, { body, status })
  }
})
const error = (status: number, code: string): Change => body({ error: { code, message: "a message" } }, status)
const link = (self: unknown): Change => ({
  page: (page) => {
    page.links = { self }
  }
})
const without = (...names: ReadonlyArray<string>): Change => ({
  request: ({ searchParams }) => names.forEach((name) => searchParams.delete(name))
})
/** The first request for notices. */
const newestNotices = /N\?sort\[newest(?!.*limit)/
const swapEnds: Change = { page: ({ data }) => data.length > 9 && data.unshift(...data.splice(-1)) }
const repeatLast: Change = { page: ({ data }) => void data.push(...data.slice(-1)) }
const dropFirst: Change = { page: ({ data }) => void data.shift() }
const dropLast: Change = { page: ({ data }) => void data.pop() }
const noRecords: Change = {
  page: ({ data, meta }) => {
    data.splice(0)
    Object.assign(meta, { "records-total": 0 })
  }
}

const pagesOfComplaints: ReadonlyArray<FaultyService> = [
  ["pages are out of order", /^GET C(\?sort|$)/, swapEnds],
  ["a list is not JSON", /^GET C$/, header("content-type", "text/html; charset=utf-8")],
  ["a list has no meta", /^GET C$/, pageWith({ meta: undefined })],
  ["links is an array", /^GET C$/, pageWith({ links: [] })],
  ["a record has another type", /^GET C$/, lastRecord({ type: "complaint" })],
  ["a record has no id", /^GET C$/, lastRecord({ id: 7 })],
  ["a record has an id in capitals", /^GET C$/, lastRecord({ id: "A".repeat(32) })],
  ["a record has a long id", /^GET C$/, lastRecord({ id: `x${"a".repeat(32)}` })],
  ["a record has a short id", /^GET C$/, lastRecord({ id: "a".repeat(31) })],
  ["an attribute is a number", /^GET C$/, attribute("subject", 7)],
  ["an attribute is null", /^GET C$/, attribute("consumer-city", null)],
  ["an attribute is missing", /^GET C$/, attribute("subject", undefined)],
  ["one date is invalid", /^GET C$/, attribute("violation-date", "x2021-07-07 10:00:00")],
  ["every date has another format", /^GET C$/, attributes("created-date", "2021-07-07T10:00:00")],
  ["the page size is wrong", /^GET C$/, meta("records-this-page", 7)],
  ["the page size is a string", /^GET C$/, meta("records-this-page", "50")],
  [
    "the total has its other name",
    /^GET C/,
    {
      page: ({ meta }) =>
        void Object.assign(meta, { "record-total": meta["records-total"], "records-total": undefined })
    }
  ],
  ["the total is an object", /^GET C$/, meta("records-total", {})],
  [
    "the totals of lists are wrong",
    /^GET C\?/,
    { page: ({ meta }) => Object.assign(meta, { "records-total": Number(meta["records-total"]) + 1 }) }
  ],
  ["the total of one short list is wrong", /^GET C\?violation_date_from/, meta("records-total", 99)],
  ["links carry a key", /^GET C$/, link("https://reference-server.invalid/v0/dnc-complaints?api_key=something")],
  ["links go elsewhere", /^GET C$/, link("http://reference-server.invalid/v0/dnc-complaints")],
  ["links are relative", /^GET C$/, link("/v0/dnc-complaints")],
  [
    "a page has 51 records",
    /^GET C$/,
    { page: ({ data, meta }) => Object.assign(meta, { "records-this-page": data.push(...data.slice(-1)) }) }
  ],
  [
    "the newest page has 7 records",
    /^GET C$/,
    { page: ({ data, meta }) => Object.assign(meta, { "records-this-page": 50 - data.splice(7).length }) }
  ],
  ["a page of 100 has 51 records", /items_per_page=100/, repeatLast],
  ["a page of 100 has 49 records", /items_per_page=100/, dropLast],
  ["a page of 100 is rejected", /items_per_page=100/, error(400, "INVALID")],
  ["the page size is ignored", /^GET C/, without("items_per_page")],
  ["the offset is ignored", /^GET C/, without("offset")],
  ["the offset is one early", /offset=3/, { request: ({ searchParams }) => searchParams.set("offset", "2") }],
  ["a page skips a record", /offset=3/, { page: ({ data }) => void data.splice(1, 1) }],
  ["a page has no records", /offset=3/, noRecords],
  ["a page has other records", /offset=3/, everyRecord({ id: "f".repeat(32) })],
  ["a filter that matches nothing is ignored", /1900-01-01/, without("created_date")]
]

const filtersOfComplaints: ReadonlyArray<FaultyService> = [
  ["the created date is ignored", /C\?created_date="2021/, attribute("created-date", "2021-07-06 23:59:59")],
  [
    "a range does not include its end",
    /C\?created_date_from=".*:/,
    {
      page: ({ data, meta }) => {
        data.shift()
        meta["records-total"] = data.length
      }
    }
  ],
  [
    "a range does not include its start",
    /C\?created_date_from=".*:/,
    {
      page: ({ data, meta }) => {
        data.pop()
        meta["records-total"] = data.length
      }
    }
  ],
  ["a range includes an earlier record", /C\?created_date_from=".*:/, attribute("created-date", "2021-07-07 23:38:06")],
  ["a range includes a later record", /C\?created_date_from=".*:/, attribute("created-date", "2021-07-08 00:00:00")],
  ["the state is ignored", /C\?state=T/, without("state")],
  ["the state has another case", /C\?state=T/, attributes("consumer-state", "TEXAS")],
  ["the city is ignored", /&city=/, attribute("consumer-city", "Akron")],
  ["the state beside a city is ignored", /&city=/, attribute("consumer-state", "Utah")],
  ["the range beside a city is ignored", /&city=/, attribute("created-date", "2021-07-08 00:00:00")],
  ["the area code is ignored", /area_code=2/, without("area_code")],
  ["the range beside an area code is ignored", /area_code=2/, attribute("created-date", "2021-07-06 10:00:00")],
  ["robocalls are not filtered", /is_robocall/, without("is_robocall")],
  ["the range beside robocalls is ignored", /is_robocall=false/, attribute("created-date", "2021-07-06 23:59:59")],
  ["no robocalls are found", /is_robocall=true/, noRecords],
  ["the violation date is ignored", /C\?violation_date=/, attribute("violation-date", "2021-07-08 00:00:00")],
  ["a violation range is ignored", /C\?violation_date_from/, attribute("violation-date", "2021-07-07 20:01:01")],
  ["a filter does not find the record with its values", /C\?violation_date_from/, noRecords],
  ["an invalid combination causes another error", /C\?city=Columbus/, error(422, "INVALID")],
  ["an invalid combination is not found", /C\?state=Ohio&area/, status(404)],
  ["a complaint by id is another one", /C\/9/, everyRecord({ id: "f".repeat(32) })],
  ["a complaint by id has another attribute", /C\/9/, attribute("subject", "Another")],
  ["a complaint by id lacks attributes", /C\/9/, everyRecord({ attributes: undefined })],
  ["there are two complaints with an id", /C\/9/, repeatLast],
  ["no complaint has an id", /C\/9/, error(404, "NOT_FOUND")],
  ["the counts of one record are missing", /C\/9/, pageWith({ meta: {} })],
  ["an unknown complaint is an empty list", /C\/0/, body({ data: [], meta: {} })],
  ["an unknown complaint is a list with a record", /C\/0/, body({ data: [{}] })],
  ["an unknown complaint has an error without a code", /C\/0/, body({ errors: [{ detail: "none" }] }, 404)],
  ["an unknown complaint causes an error with a detail", /C\/0/, body({ errors: [{ detail: "broken" }] }, 422)]
]

const pagesOfNotices: ReadonlyArray<FaultyService> = [
  ["notices are out of order", /N\?sort\[(newest|oldest)\](?!.*limit\]=5)/, swapEnds],
  ["notices cannot be sorted in ascending order", /N\?sort\[oldest/, without("sort[oldest][direction]")],
  ["the format has no name", newestNotices, pageWith({ jsonapi: { version: "1.0" } })],
  [
    "the format has another version",
    newestNotices,
    pageWith({ jsonapi: { version: "1.1", meta: { links: { self: { href: "http://jsonapi.org" } } } } })
  ],
  ["notices are HTML", newestNotices, header("content-type", "text/html")],
  ["a notice has another type", newestNotices, lastRecord({ type: "notice" })],
  ["a notice has no id", newestNotices, lastRecord({ id: "" })],
  ["the id of a notice is in capitals", newestNotices, lastRecord({ id: "199AF0E8-2F96-4A89-A50A-A5658FFC32B0" })],
  ["the id of a notice is not a UUID", newestNotices, lastRecord({ id: "n1" })],
  ...Object.entries({
    title: "\n",
    "transaction-number": "a2011",
    date: "2011-04-11T00:00:00",
    created: "2013-09-01T10:00:00Z",
    updated: "x2013-09-01T10:00:00+00:00"
  }).map(([name, value]): FaultyService => [
    `the ${name} of a notice is invalid`,
    newestNotices,
    attribute(name, value)
  ]),
  ["no notice has a title", newestNotices, attributes("title", " ")],
  ["acquired entities are a string", newestNotices, attribute("acquired-entities", "A")],
  ["acquired entities are missing", newestNotices, attribute("acquired-entities", undefined)],
  ["tags are a string", newestNotices, attribute("tags", "energy")],
  ["a notice has no metadata", newestNotices, lastRecord({ meta: {} })],
  [
    "a notice has no version",
    newestNotices,
    lastRecord({ links: { self: { href: "https://reference-server.invalid/x?xresourceVersion=id%3A1" } } })
  ],
  ["a notice has no node type", newestNotices, lastRecord({ relationships: {} })],
  ["the count is another one", newestNotices, meta("count", "7")],
  ["the count is too small a number", newestNotices, meta("count", 7)],
  ["there is no count", newestNotices, meta("count", undefined)],
  ["updates are not sorted", /\[update\]/, swapEnds],
  [
    "updates are sorted in ascending order",
    /\[update\]/,
    { page: (page) => Object.assign(page, { data: page.data.toReversed() }) }
  ],
  ["updates have the same time", /\[update\]/, attributes("updated", "2013-09-01T10:00:00+00:00")],
  ["a page of 100 notices has 51", /limit\]=100/, repeatLast],
  ["a page of 100 notices is rejected", /limit\]=100/, error(400, "INVALID")],
  ["the offset of notices is ignored", /^GET N/, without("page[offset]")],
  ["the page size of notices is ignored", /^GET N/, without("page[limit]")]
]

const filtersOfNotices: ReadonlyArray<FaultyService> = [
  ["keywords are case-sensitive", /value\]=imaginary/, noRecords],
  ["keywords match parts of words", /value\]=imaginary/, attribute("title", "Imaginarys")],
  ["keywords match other titles", /value\]=imaginary/, attribute("title", "Others")],
  ["titles are not filtered", /N\?filter\[title/, without("filter[title][value]", "filter[title][operator]")],
  ["a phrase matches its words in any order", /value\]="/, attribute("title", "Kestrel Imaginary")],
  ["a phrase does not find its title", /value\]="/, dropFirst],
  ["a part of a title does not find its title", /CONTAINS/, noRecords],
  ["transaction numbers are not filtered", /transaction/, without("filter[transaction-number][value]")],
  ["dates are not filtered", /\[date\]/, attribute("date", "2021-02-02")],
  ["a date does not find its notice", /\[date\]/, noRecords],
  ["the filter by id is ignored", /filter\[id/, without("filter[id][value]")],
  ["a notice by id has no links", /N\/1/, pageWith({ links: null })],
  ["a notice by id has other attributes", /N\/1/, attribute("title", "Another")],
  ["an unknown notice is an empty list", /N\/0/, body({ data: [] })]
]

const gateway: ReadonlyArray<FaultyService> = [
  ["the key is not checked", /items_per_page=1(&|$)/, { addsKey: true }],
  ["a key is rejected with another status", /^GET C\?items_per_page=1(&|$)/, status(401)],
  ["a key is rejected with another code", /^GET C\?items_per_page=1(&|$)/, error(403, "OTHER")],
  ["the key in the URL is ignored", /api_key=/, error(403, "API_KEY_MISSING")],
  ["an error has no message", /^GET C\?items_per_page=1$/, body({ error: { code: "API_KEY_MISSING" } }, 403)],
  [
    "an error has a number as its code",
    /^GET C\?items_per_page=1$/,
    body({ error: { code: 1, message: "a message" } }, 403)
  ],
  [
    "web pages cannot read errors",
    /^GET C\?items_per_page=1$/,
    header("access-control-allow-origin", "https://one.invalid")
  ],
  ["an unknown path exists", /nothing/, status(200)],
  ["an unknown path has another code", /nothing/, error(404, "OTHER")],
  ["there are no headers of limits", /^GET C$/, limits(undefined, undefined)],
  ["the remaining requests are missing", /^GET C$/, limits("1000", undefined)],
  ["there are more remaining requests than the limit", /^GET C$/, limits("1000", "1001")],
  ["the limit is not a number", /^GET C$/, limits("1e3", "9")],
  ["HEAD is not allowed", /^HEAD/, status(405)],
  ["HEAD has a body", /^HEAD/, body({})],
  ["OPTIONS has another status", /^OPTIONS/, status(200)],
  ["OPTIONS allows no HEAD", /^OPTIONS/, header("allow", "options, GET, HEADS")],
  ["OPTIONS does not allow the header of the key", /^OPTIONS/, header("access-control-allow-headers", "X-Api")],
  [
    "OPTIONS writes its lists in another case",
    /^OPTIONS/,
    {
      answer: ({ headers }) => {
        headers.set("allow", "options,head,get,post")
        headers.set("access-control-allow-headers", "accept,x-api-key")
      }
    }
  ]
]

/** Services with one fault each. `faultyServices.txt` has what a check finds in each of them. */
export const faultyServices: ReadonlyArray<FaultyService> = [
  ...pagesOfComplaints,
  ...filtersOfComplaints,
  ...pagesOfNotices,
  ...filtersOfNotices,
  ...gateway
]
