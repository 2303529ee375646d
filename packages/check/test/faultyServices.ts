import { Predicate } from "effect"

export type Fetch = typeof globalThis.fetch

/** Modifications of the requests and responses of a correct service. */
interface Tamper {
  /** Changes the URL of a request. */
  readonly request?: (url: URL) => void
  /** Whether requests with a missing or wrong key get a valid one. */
  readonly addsKey?: boolean
  /** Changes the body of a response. `url` is the original URL. */
  readonly response?: (body: Body, url: URL) => void
}

interface Body {
  data: Array<unknown>
  meta: Record<string, unknown>
  links: Record<string, unknown>
}

const isBody = (value: unknown): value is Body =>
  Predicate.hasProperty(value, "data") &&
  Array.isArray(value.data) &&
  Predicate.hasProperty(value, "meta") &&
  Predicate.hasProperty(value, "links")

const complaints = "/v0/dnc-complaints"
const notices = "/v0/hsr-early-termination-notices"
const isList = ({ pathname }: URL): boolean => pathname === complaints

/** Wraps the fetch of a correct service so that it behaves like a faulty one. */
export const tamperWith =
  ({ addsKey = false, request: changeUrl, response: changeBody }: Tamper, key: string) =>
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    const originalUrl = new URL(request.url)
    const url = new URL(request.url)
    changeUrl?.(url)
    const headers = new Headers(request.headers)
    if (addsKey) headers.set("x-api-key", key)
    const response = await fetch(url, { method: request.method, headers })
    const text = await response.text()
    const body: unknown = text === "" ? undefined : JSON.parse(text)
    if (isBody(body)) changeBody?.(body, originalUrl)
    const responseHeaders = new Headers(response.headers)
    responseHeaders.delete("content-length")
    const newText = body === undefined ? null : JSON.stringify(body)
    return new Response(newText, { status: response.status, headers: responseHeaders })
  }

const swapEnds = (data: Array<unknown>): void => {
  data.unshift(...data.splice(-1))
}

const without = (name: string) => (url: URL) => {
  if (isList(url)) url.searchParams.delete(name)
}

/** Services with one fault each, and the statements that break as a result. */
export const faultyServices: ReadonlyArray<{
  readonly name: string
  readonly tamper: Tamper
  readonly breaks: ReadonlyArray<string>
}> = [
  {
    name: "a page is out of order",
    tamper: { response: ({ data }, url) => isList(url) && data.length > 9 && swapEnds(data) },
    breaks: [
      "complaints: pages: it lists the newest complaints first by default",
      "complaints: pages: it lists the oldest complaints first on request"
    ]
  },
  {
    name: "a filter is ignored",
    tamper: { request: without("area_code") },
    breaks: ["complaints: filters: it filters by area code and created range together"]
  },
  {
    name: "the offset is ignored",
    tamper: { request: without("offset") },
    breaks: ["complaints: pages: it starts at the requested offset"]
  },
  {
    name: "the page size is ignored",
    tamper: { request: without("items_per_page") },
    breaks: ["complaints: pages: it respects the page size"]
  },
  {
    name: "the total is wrong",
    tamper: {
      response: ({ meta }, url) => {
        if (isList(url)) meta["records-total"] = Number(meta["records-total"]) + 1
      }
    },
    breaks: ["complaints: pages: it reports the correct total"]
  },
  {
    name: "the key is not checked",
    tamper: { addsKey: true },
    breaks: [
      "keys, paths and methods: it rejects a request without a key",
      "keys, paths and methods: it rejects an unknown key",
      "keys, paths and methods: it reads the key from the query if the header is missing"
    ]
  },
  {
    name: "a page has more than 50 records",
    tamper: {
      response: ({ data, meta }, { search }) => {
        if (!search.includes("items_per_page=100")) return
        data.push(data.at(-1))
        meta["records-this-page"] = data.length
      }
    },
    breaks: ["complaints: pages: it returns at most 50 complaints if more are requested"]
  },
  {
    name: "a record by id is another one",
    tamper: {
      response: ({ data }, { pathname }) => {
        if (pathname.startsWith(`${complaints}/`)) data[0] = { ...Object(data[0]), id: "f".repeat(32) }
      }
    },
    breaks: ["complaints: single records: it returns a complaint by id with the attributes of the list"]
  },
  {
    name: "a range does not include its end",
    tamper: {
      response: ({ data }, { searchParams }) => {
        if (/:/.test(searchParams.get("created_date_to") ?? "")) data.shift()
      }
    },
    breaks: ["complaints: filters: it filters by a range of created dates, including both ends"]
  },
  {
    name: "a range does not include its start",
    tamper: {
      response: ({ data }, { searchParams }) => {
        if (/:/.test(searchParams.get("created_date_from") ?? "")) data.pop()
      }
    },
    breaks: ["complaints: filters: it filters by a range of created dates, including both ends"]
  },
  {
    name: "a link carries a key",
    tamper: {
      response: ({ links }, url) => {
        if (isList(url)) links["self"] = `${url.href}?api_key=something`
      }
    },
    breaks: ["complaints: pages: it links to itself without the key"]
  },
  {
    name: "notices cannot be sorted in ascending order",
    tamper: {
      request: ({ pathname, searchParams }) => {
        if (pathname === notices) searchParams.delete("sort[oldest][direction]")
      }
    },
    breaks: ["notices: pages: it lists the oldest notices first on request"]
  },
  {
    name: "keywords are case-sensitive",
    tamper: {
      response: (body, { searchParams }) => {
        if (searchParams.get("filter[title][value]") === "imaginary") body.data = []
      }
    },
    breaks: ["notices: filters: it filters by a word of the title, ignoring case"]
  },
  {
    name: "a keyword is ignored",
    tamper: {
      request: ({ pathname, searchParams }) => {
        if (pathname === notices) searchParams.delete("filter[title][value]")
        if (pathname === notices) searchParams.delete("filter[title][operator]")
      }
    },
    breaks: [
      "notices: filters: it filters by a word of the title, ignoring case",
      "notices: filters: it filters by a phrase of the title",
      "notices: filters: it filters by a part of the title"
    ]
  }
]
