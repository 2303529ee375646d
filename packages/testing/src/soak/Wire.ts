import { Option, Predicate } from "effect"
import { brokenIdsOf } from "./PlainRecords.ts"
import { type Quirks, type Schedule } from "./Schedule.ts"

/** What came for a request: headers and, when it was whole, the body; or nothing, because the connection was lost or let go. */
type Came =
  | { readonly _tag: "Nothing" }
  | {
      readonly _tag: "Answer"
      readonly status: number
      readonly headers: Headers
      /** Nothing where the body was cut or never ended. */
      readonly body: string | undefined
    }

/** A request that reached the service, and what came of it. **Units** times in milliseconds since 1970. */
export interface Exchange {
  readonly url: URL
  readonly keys: { readonly header: string | null; readonly isInUrl: boolean }
  readonly at: number
  readonly answeredAt: number
  readonly came: Came
}

/** Something under way: filled in when more is known. */
interface Mutable {
  url: URL
  keys: Exchange["keys"]
  at: number
  answeredAt: number
  came: Came
}

const limitNames = ["items_per_page", "page[limit]"]
const offsetNames = ["offset", "page[offset]"]

/** The request as the service understands it: it may give less than is asked, or other records. */
const clamped = (url: URL, { largestPage, everyShort, stuckAt }: Quirks, n: number): URL => {
  const asked = new URL(url)
  for (const name of limitNames) {
    const limit = Number(asked.searchParams.get(name) ?? Number.NaN)
    if (Number.isNaN(limit)) continue
    const most = Math.min(limit, largestPage ?? limit)
    const isShort = everyShort !== undefined && n % everyShort === 0
    asked.searchParams.set(name, String(isShort ? Math.max(1, Math.floor(most / 2)) : most))
  }
  for (const name of offsetNames) {
    const offset = Number(asked.searchParams.get(name) ?? Number.NaN)
    if (stuckAt !== undefined && offset > stuckAt) asked.searchParams.set(name, String(stuckAt))
  }
  return asked
}

/** An answer's JSON that can be changed: a list of records and what it says of itself. */
interface OpenEnvelope {
  data: Array<unknown>
  meta?: unknown
}

const isOpenEnvelope = (json: unknown): json is OpenEnvelope =>
  Predicate.hasProperty(json, "data") && Array.isArray(json.data)

const brokenRecord = (record: unknown, how: "date" | "id"): unknown => {
  if (!Predicate.isObject(record)) return record
  if (how === "date") {
    const attributes = Predicate.hasProperty(record, "attributes") ? record.attributes : {}
    const shifted = { "created-date": "Columbus", created: "Columbus" }
    return { ...record, attributes: Object.assign({}, attributes, shifted) }
  }
  return Object.fromEntries(Object.entries(record).filter(([member]) => member !== "id"))
}

const claimedMeta = (meta: unknown, claim: number | "none"): unknown => {
  if (claim === "none" || !Predicate.isObject(meta)) return undefined
  return Object.fromEntries(
    Object.entries(meta).map(([name, value]) => [
      name,
      // The text "count" of notices counts the page; a number is a total.
      name !== "records-this-page" && Predicate.isNumber(value) ? Math.max(0, value + claim) : value
    ])
  )
}

/** Nothing is bent in a body that is no JSON, or no list. */
const bent = (body: string, { claim, broken }: Quirks, brokenIds: ReadonlySet<string>): string => {
  const json = Option.getOrUndefined(Option.liftThrowable((text: string): unknown => JSON.parse(text))(body))
  if (!isOpenEnvelope(json)) return body
  const data = json.data.map((record) =>
    broken !== undefined && Predicate.hasProperty(record, "id") && brokenIds.has(String(record.id))
      ? brokenRecord(record, broken.how)
      : record
  )
  return JSON.stringify({ ...json, data, ...(claim === undefined ? {} : { meta: claimedMeta(json.meta, claim) }) })
}

/** The answer with a schedule's quirks put in, as far as its body comes; its headers come when they come. */
const quirky = (response: Response, { quirks }: Schedule, brokenIds: ReadonlySet<string>): Response => {
  if (response.status !== 200 || (quirks.claim === undefined && quirks.broken === undefined)) return response
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      try {
        controller.enqueue(new TextEncoder().encode(bent(await response.text(), quirks, brokenIds)))
        controller.close()
      } catch (cause) {
        controller.error(cause)
      }
    }
  })
  return new Response(body, response)
}

/** The way to a service, with a record of what went over it. */
export interface Wire {
  readonly fetch: typeof globalThis.fetch
  readonly exchanges: ReadonlyArray<Exchange>
  /** How many requests are still without an end. */
  readonly open: () => number
}

const keysOf = (request: Request, key: string): Exchange["keys"] => ({
  header: request.headers.get("x-api-key"),
  isInUrl: decodeURIComponent(request.url).includes(key)
})

/** Takes down what an answer's body comes to; whoever asked reads it too. */
const takeDown = async (exchange: Mutable, { status, headers }: Response, copy: Response): Promise<void> => {
  exchange.came = { _tag: "Answer", status, headers, body: undefined }
  try {
    exchange.came = { _tag: "Answer", status, headers, body: await copy.text() }
  } catch {
    // It was cut, or let go.
  }
}

/** Puts a recorder, and a schedule's quirks, between a client and a service in process. */
export const wireTo = (
  service: typeof globalThis.fetch,
  schedule: Schedule,
  { key, maxRequests, now }: { readonly key: string; readonly maxRequests: number; readonly now: () => number }
): Wire => {
  const exchanges: Array<Mutable> = []
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

  const answered = async (exchange: Mutable, request: Request): Promise<Response> => {
    const asked = clamped(exchange.url, schedule.quirks, exchanges.length)
    try {
      const answer = await service(new Request(asked, { headers: request.headers, signal: request.signal }))
      const response = quirky(answer, schedule, brokenIds)
      void whileOpen(takeDown(exchange, response, response.clone()))
      return response
    } finally {
      exchange.answeredAt = now()
    }
  }

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const at = now()
    const came: Came = { _tag: "Nothing" }
    const exchange: Mutable = { url: new URL(request.url), keys: keysOf(request, key), at, answeredAt: at, came }
    exchanges.push(exchange)
    if (exchanges.length > maxRequests) throw new TypeError("no more requests are answered")
    return whileOpen(answered(exchange, request))
  }

  return { fetch, exchanges, open: () => open }
}
