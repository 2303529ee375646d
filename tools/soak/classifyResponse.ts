import { Option, Predicate } from "effect"
import { type Exchange, parseJson } from "./Wire.ts"

/** Kind of the response to a request, determined without code under test. */
export type ResponseKind =
  /** A complete list of records. */
  | { readonly _tag: "Page"; readonly records: ReadonlyArray<unknown>; readonly meta: unknown }
  /** Complete JSON that is not a list. */
  | { readonly _tag: "Odd" }
  /** A success without JSON, or with an incomplete body. */
  | { readonly _tag: "Cut" }
  /** No response. */
  | { readonly _tag: "Nothing" }
  | { readonly _tag: "Redirect" }
  /** 429, 408 and 5xx: a retry may help. */
  | { readonly _tag: "Later"; readonly status: number; readonly retryTime: number | undefined }
  /** Any other error. */
  | { readonly _tag: "Refusal"; readonly status: number }

const member = (container: unknown, name: string): unknown =>
  Predicate.hasProperty(container, name) ? container[name] : undefined

const success = (body: string | undefined): ResponseKind => {
  const json = body === undefined ? Option.none() : parseJson(body)
  if (Option.isNone(json)) return { _tag: "Cut" }
  const records = member(json.value, "data")
  return Array.isArray(records) ? { _tag: "Page", records, meta: member(json.value, "meta") } : { _tag: "Odd" }
}

/** HTTP date in the format that servers must send: "Mon, 02 Jun 2025 16:00:30 GMT". */
const httpDate =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/

/** Returns the time in `Retry-After`, or `undefined` if it is neither seconds nor a date. */
const retryTime = (retryAfter: string | null, receivedAt: number): number | undefined => {
  if (retryAfter === null) return undefined
  if (/^\d+$/.test(retryAfter)) return receivedAt + Number(retryAfter) * 1000
  const date = httpDate.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN
  return Number.isNaN(date) ? undefined : date
}

/** Classifies the response of an exchange. */
export const classifyResponse = ({ received, answeredAt }: Exchange): ResponseKind => {
  if (received._tag === "Nothing") return { _tag: "Nothing" }
  const { status, headers, body } = received
  if (status < 300) return success(body)
  if (status < 400 && headers.has("location")) return { _tag: "Redirect" }
  if (status === 429 || status === 408 || status >= 500) {
    return { _tag: "Later", status, retryTime: retryTime(headers.get("retry-after"), answeredAt) }
  }
  return { _tag: "Refusal", status }
}

/** Whether a retry may help. */
export const isTransient = ({ _tag }: ResponseKind): boolean => _tag === "Later" || _tag === "Cut" || _tag === "Nothing"

/** Returns the id of a record, or the complete record as JSON if it has no id. */
export const identityOf = (record: unknown): string =>
  Predicate.hasProperty(record, "id") && Predicate.isString(record.id) && record.id !== ""
    ? record.id
    : JSON.stringify(record)

/** Returns the total that a page reports, or `undefined` if it reports none or only its own size. */
export const claimOf = (page: ResponseKind & { readonly _tag: "Page" }): number | undefined => {
  for (const name of ["records-total", "record-total"]) {
    const total = member(page.meta, name)
    if (Predicate.isNumber(total)) return total
  }
  const count = Number(member(page.meta, "count") ?? Number.NaN)
  return count > page.records.length ? count : undefined
}
