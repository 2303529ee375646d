import { Predicate } from "effect"

export type Fetch = typeof globalThis.fetch

/** How a liar passes on what it is asked, and what it is answered. */
interface Lie {
  /** Changes the address before the honest service sees it. */
  readonly ask?: (url: URL) => void
  /** Whether the key is put in where it is missing or wrong. */
  readonly lendsKey?: boolean
  /** Changes a body after the honest service has answered. */
  readonly answer?: (body: Body, url: URL) => void
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

/** Puts a liar between a check and an honest service. */
export const bent =
  ({ answer: bend, ask, lendsKey = false }: Lie, key: string) =>
  (honest: Fetch): Fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    const asked = new URL(request.url)
    const url = new URL(request.url)
    ask?.(url)
    const headers = new Headers(request.headers)
    if (lendsKey) headers.set("x-api-key", key)
    const response = await honest(url, { method: request.method, headers })
    const text = await response.text()
    const body: unknown = text === "" ? undefined : JSON.parse(text)
    if (isBody(body)) bend?.(body, asked)
    const passedOn = new Headers(response.headers)
    passedOn.delete("content-length")
    const shown = body === undefined ? null : JSON.stringify(body)
    return new Response(shown, { status: response.status, headers: passedOn })
  }

const swapEnds = (data: Array<unknown>): void => {
  data.unshift(...data.splice(-1))
}

const without = (name: string) => (url: URL) => {
  if (isList(url)) url.searchParams.delete(name)
}

/** Services that lie in one way each, and what a check has to find broken. */
export const liars: ReadonlyArray<{
  readonly name: string
  readonly lie: Lie
  readonly breaks: ReadonlyArray<string>
}> = [
  {
    name: "a page is out of order",
    lie: { answer: ({ data }, url) => isList(url) && data.length > 9 && swapEnds(data) },
    breaks: [
      "complaints: pages: it lists the newest first",
      "complaints: pages: it lists the oldest first where asked to"
    ]
  },
  {
    name: "a filter is ignored",
    lie: { ask: without("area_code") },
    breaks: ["complaints: filters: it filters by area code and days of creation together"]
  },
  {
    name: "the offset is ignored",
    lie: { ask: without("offset") },
    breaks: ["complaints: pages: it skips as many as asked"]
  },
  {
    name: "the page size is ignored",
    lie: { ask: without("items_per_page") },
    breaks: ["complaints: pages: it keeps to the page size"]
  },
  {
    name: "the total is wrong",
    lie: {
      answer: ({ meta }, url) => {
        if (isList(url)) meta["records-total"] = Number(meta["records-total"]) + 1
      }
    },
    breaks: ["complaints: pages: it claims as total what there is"]
  },
  {
    name: "the key is not looked at",
    lie: { lendsKey: true },
    breaks: [
      "keys, paths and methods: it refuses a request without a key",
      "keys, paths and methods: it refuses a key that it does not know",
      "keys, paths and methods: it reads the key from the query where the header has none"
    ]
  },
  {
    name: "a page has more than 50 records",
    lie: {
      answer: ({ data, meta }, { search }) => {
        if (!search.includes("items_per_page=100")) return
        data.push(data.at(-1))
        meta["records-this-page"] = data.length
      }
    },
    breaks: ["complaints: pages: it gives 50 complaints at most where more are asked for"]
  },
  {
    name: "a record by id is another one",
    lie: {
      answer: ({ data }, { pathname }) => {
        if (pathname.startsWith(`${complaints}/`)) data[0] = { ...Object(data[0]), id: "f".repeat(32) }
      }
    },
    breaks: ["complaints: single records: it gives a complaint by its id, as the list has it"]
  },
  {
    name: "the end of a range is left out",
    lie: {
      answer: ({ data }, { searchParams }) => {
        if (/:/.test(searchParams.get("created_date_to") ?? "")) data.shift()
      }
    },
    breaks: ["complaints: filters: it filters by a range of creation, its ends included"]
  },
  {
    name: "a link carries a key",
    lie: {
      answer: ({ links }, url) => {
        if (isList(url)) links["self"] = `${url.href}?api_key=something`
      }
    },
    breaks: ["complaints: pages: it links to itself, without the key"]
  },
  {
    name: "notices are sorted one way only",
    lie: {
      ask: ({ pathname, searchParams }) => {
        if (pathname === notices) searchParams.delete("sort[oldest][direction]")
      }
    },
    breaks: ["notices: pages: it lists the oldest first where asked to"]
  },
  {
    name: "a keyword is ignored",
    lie: {
      ask: ({ pathname, searchParams }) => {
        if (pathname === notices) searchParams.delete("filter[title][value]")
        if (pathname === notices) searchParams.delete("filter[title][operator]")
      }
    },
    breaks: [
      "notices: filters: it filters by a word of the title, case aside",
      "notices: filters: it filters by a phrase of the title",
      "notices: filters: it filters by a part of the title"
    ]
  }
]
