import { Option, Predicate } from "effect"
import { brokenIdsOf } from "./PlainRecords.ts"
import { type Quirks, type Schedule } from "./Schedule.ts"

/** Response to a request, or `Nothing` for a lost or closed connection. */
type ReceivedResponse =
  | { readonly _tag: "Nothing" }
  | {
      readonly _tag: "Response"
      readonly status: number
      readonly headers: Headers
      /** `undefined` if the body was incomplete. */
      readonly body: string | undefined
    }

/** Request that reached the service, and its response. **Units** times in milliseconds since 1970. */
export interface Exchange {
  readonly url: URL
  readonly keys: { readonly header: string | null; readonly isInUrl: boolean }
  readonly at: number
  readonly answeredAt: number
  readonly received: ReceivedResponse
}

/** Exchange in progress, completed when the response arrives. */
type Mutable = { -readonly [Member in keyof Exchange]: Exchange[Member] }

const limitNames = ["items_per_page", "page[limit]"]
const offsetNames = ["offset", "page[offset]"]

/** Changes a request so that the service sends fewer or other records. */
const clamped = (url: URL, { largestPage, shortPageEvery, maxOffset }: Quirks, n: number): URL => {
  const changed = new URL(url)
  for (const name of limitNames) {
    const limit = Number(changed.searchParams.get(name) ?? Number.NaN)
    if (Number.isNaN(limit)) continue
    const most = Math.min(limit, largestPage ?? limit)
    const isShort = shortPageEvery !== undefined && n % shortPageEvery === 0
    changed.searchParams.set(name, String(isShort ? Math.max(1, Math.floor(most / 2)) : most))
  }
  for (const name of offsetNames) {
    const offset = Number(changed.searchParams.get(name) ?? Number.NaN)
    if (maxOffset !== undefined && offset > maxOffset) changed.searchParams.set(name, String(maxOffset))
  }
  return changed
}

interface Envelope {
  readonly data: ReadonlyArray<unknown>
  readonly meta?: unknown
}

const isEnvelope = (json: unknown): json is Envelope => Predicate.hasProperty(json, "data") && Array.isArray(json.data)

const brokenRecord = (record: unknown, how: "date" | "id"): unknown => {
  if (!Predicate.isObject(record)) return record
  if (how === "date") {
    const attributes = Predicate.hasProperty(record, "attributes") ? record.attributes : {}
    const shifted = { "created-date": "Columbus", created: "Columbus" }
    return { ...record, attributes: Object.assign({}, attributes, shifted) }
  }
  return Object.fromEntries(Object.entries(record).filter(([member]) => member !== "id"))
}

const claimedMeta = (meta: unknown, claim: number | "none", received: number): unknown => {
  if (claim === "none" || !Predicate.isObject(meta)) return undefined
  return Object.fromEntries(
    Object.entries(meta).map(([name, value]) => {
      // For notices, a "count" that is a string counts the page. A number is a total.
      if (name === "count" && Predicate.isString(value)) return [name, String(received)]
      return [name, name !== "records-this-page" && Predicate.isNumber(value) ? Math.max(0, value + claim) : value]
    })
  )
}

/** Parses JSON. Returns `None` if it is invalid. */
export const parseJson = Option.liftThrowable((text: string): unknown => JSON.parse(text))

/** Changes to the records and the total of a page. */
interface PageChanges {
  readonly quirks: Quirks
  readonly brokenIds: ReadonlySet<string>
  readonly isEmpty: boolean
}

/** Applies the quirks to a body. Returns a body that is not a list unchanged. */
const alterBody = (body: string, { quirks, brokenIds, isEmpty }: PageChanges): string => {
  const json = Option.getOrUndefined(parseJson(body))
  if (!isEnvelope(json)) return body
  const { broken, claim = 0 } = quirks
  const isBroken = (record: unknown): boolean => Predicate.hasProperty(record, "id") && brokenIds.has(String(record.id))
  const there = isEmpty ? [] : json.data
  const data = there.map((record) =>
    broken !== undefined && isBroken(record) ? brokenRecord(record, broken.how) : record
  )
  return JSON.stringify({ ...json, data, meta: claimedMeta(json.meta, claim, data.length) })
}

/** Applies the quirks to the body of a response. Headers, and the part of an incomplete body, stay unchanged. */
const applyQuirks = (response: Response, changes: PageChanges): Response => {
  const { quirks, isEmpty } = changes
  const isPlain = quirks.claim === undefined && quirks.broken === undefined && !isEmpty
  if (response.status !== 200 || isPlain) return response
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      try {
        controller.enqueue(new TextEncoder().encode(alterBody(await response.text(), changes)))
        controller.close()
      } catch (cause) {
        controller.error(cause)
      }
    }
  })
  return new Response(body, response)
}

/** Connection to a service that records every exchange. */
export interface Wire {
  readonly fetch: typeof globalThis.fetch
  readonly exchanges: ReadonlyArray<Exchange>
  /** Returns the number of requests in flight. */
  readonly open: () => number
}

const keysOf = (request: Request, key: string): Exchange["keys"] => ({
  header: request.headers.get("x-api-key"),
  isInUrl: decodeURIComponent(request.url).includes(key)
})

/** Records the body of a response. */
const recordBody = async (exchange: Mutable, { status, headers }: Response, copy: Response): Promise<void> => {
  exchange.received = { _tag: "Response", status, headers, body: undefined }
  try {
    exchange.received = { _tag: "Response", status, headers, body: await copy.text() }
  } catch {
    // The body was incomplete or aborted.
  }
}

/** Creates a wire that records exchanges and applies a schedule's quirks. `serviceFor` returns the service of the n-th request. */
export const makeWire = (
  serviceFor: (n: number) => typeof globalThis.fetch,
  schedule: Schedule,
  { key, maxRequests, now }: { readonly key: string; readonly maxRequests: number; readonly now: () => number }
): Wire => {
  const exchanges: Array<Mutable> = []
  const { quirks } = schedule
  const brokenIds = brokenIdsOf(schedule)
  let open = 0
  const whileOpen = async <A>(work: Promise<A>): Promise<A> => {
    open++
    try {
      return await work
    } finally {
      open--
    }
  }

  const respond = async (exchange: Mutable, { headers, signal }: Request): Promise<Response> => {
    const n = exchanges.length
    try {
      const answer = await serviceFor(n)(new Request(clamped(exchange.url, quirks, n), { headers, signal }))
      const response = applyQuirks(answer, { quirks, brokenIds, isEmpty: n === quirks.emptyAt })
      void whileOpen(recordBody(exchange, response, response.clone()))
      return response
    } finally {
      exchange.answeredAt = now()
    }
  }

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const at = now()
    const received: ReceivedResponse = { _tag: "Nothing" }
    const exchange: Mutable = { url: new URL(request.url), keys: keysOf(request, key), at, answeredAt: at, received }
    exchanges.push(exchange)
    if (exchanges.length > maxRequests) throw new TypeError("no more requests are allowed")
    return whileOpen(respond(exchange, request))
  }

  return { fetch, exchanges, open: () => open }
}
