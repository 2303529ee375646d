import { Option, Predicate, Schema } from "effect"

/** Records have about five levels. JSON text with thousands of them exhausts the stack of whatever writes it. */
const maxLevels = 64

/** Whether a number prints as the digits that it was read from. `1e999` is read as infinity, 9007199254740993 is rounded. */
const isExactNumber = (value: unknown): value is number =>
  Predicate.isNumber(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER

/** Whether a string can be written as UTF-8 unchanged, which half of a surrogate pair cannot. */
export const isExactString = (value: unknown): value is string => Predicate.isString(value) && value.isWellFormed()

/** Whether a string is not empty and can be written as UTF-8 unchanged. */
export const isExactFilledString = (value: unknown): value is string => isExactString(value) && value !== ""

/** Whether a member of a record is a string or a number that can be written unchanged, or `null`. */
export const isExactText = (value: unknown): value is string | number | null =>
  value === null || isExactString(value) || isExactNumber(value)

/** Whether parsed JSON can be written again unchanged: exact strings and numbers, and at most 64 levels. */
export const isExactJson = (value: unknown, levels = maxLevels): boolean => {
  if (typeof value === "boolean" || isExactText(value)) return true
  if (levels === 0) return false
  if (Array.isArray(value)) return value.every((element) => isExactJson(element, levels - 1))
  return (
    Predicate.isObject(value) &&
    Object.entries(value).every(([name, member]) => isExactString(name) && isExactJson(member, levels - 1))
  )
}

/** Returns parsed JSON that any program can write: infinity becomes `null`, and a note replaces what is below the 64th level. */
export const writableJson = (value: unknown, levels = maxLevels): unknown => {
  if (Predicate.isNumber(value) && !Number.isFinite(value)) return null
  if (!Predicate.isObjectOrArray(value)) return value
  if (levels === 0) return `(nested more than ${maxLevels} levels deep)`
  if (Array.isArray(value)) return value.map((element) => writableJson(element, levels - 1))
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, writableJson(member, levels - 1)]))
}

/**
 * The value of a record's text member: a string, or a number or `null` in its place.
 *
 * **Wire** `"405"`, `405`, `""` or `null`.
 *
 * **Fails with** `SchemaError` for a value that cannot be written unchanged: half of a surrogate pair, or a number that
 * JavaScript rounds.
 *
 * **Source** docs/api.md, statement 13.
 */
export const WireText = Schema.Union([Schema.String, Schema.Finite, Schema.Null]).check(
  Schema.makeFilter(isExactText, { expected: "text that can be written unchanged" })
)

/** A string that can be written unchanged, unlike half of a surrogate pair. */
export const Text = Schema.String.check(
  Schema.makeFilter(isExactString, { expected: "text that can be written unchanged" })
)

/** A `Text` that is not empty, as ids and types are. */
export const FilledText = Text.check(Schema.isNonEmpty())

/** Whether a member is absent or a `WireText`. Decides the same as the schema, and faster. */
export const isWireText = (value: unknown): value is typeof WireText.Type | undefined =>
  value === undefined || isExactText(value)

/** The text of a member, or `null` where the record says nothing. */
export const textOrNull = (text: typeof WireText.Type | undefined): string | null => {
  if (typeof text === "string") return text === "" ? null : text
  return text === undefined || text === null ? null : String(text)
}

const memberOf = (container: unknown, name: string): unknown =>
  Predicate.isObject(container) && Object.hasOwn(container, name) ? container[name] : undefined

const hrefOf = (link: unknown): string | undefined => {
  const href = Predicate.isObject(link) ? memberOf(link, "href") : link
  return isExactString(href) ? href : undefined
}

/** The address in `links.self` of a record or an envelope: a string for complaints, an object with `href` for notices. */
export const selfLink = (links: unknown): string | null => hrefOf(memberOf(links, "self")) ?? null

/** A whole number, or a string that holds one; anything else, such as the live service's stray object, says nothing. */
const countOf = (value: unknown): Option.Option<number> => {
  const number = Predicate.isString(value) && /^\d+$/.test(value) ? Number(value) : value
  return Predicate.isNumber(number) && Number.isSafeInteger(number) && number >= 0 ? Option.some(number) : Option.none()
}

/**
 * What an answer says of itself and its pages, under each name that either collection uses.
 *
 * **Wire** `{ "records-this-page": 50, "record-total": 3734593 }`, `{ "count": "2" }`; each value a number or a numeric
 * string. **Decoded** `None` for what is absent or anything else.
 *
 * **Source** specification, "Response envelope"; decision 4.
 */
export interface EnvelopeMeta {
  readonly recordsThisPage: Option.Option<number>
  readonly recordsTotal: Option.Option<number>
  readonly count: Option.Option<number>
  readonly pagesTotal: Option.Option<number>
  readonly page: Option.Option<number>
}

const metaOf = (meta: unknown): EnvelopeMeta => ({
  recordsThisPage: countOf(memberOf(meta, "records-this-page")),
  recordsTotal: Option.orElse(countOf(memberOf(meta, "records-total")), () => countOf(memberOf(meta, "record-total"))),
  count: countOf(memberOf(meta, "count")),
  pagesTotal: countOf(memberOf(meta, "pages-total")),
  page: countOf(memberOf(meta, "page"))
})

/**
 * The answer of every successful request, to lists and to single records, of both collections.
 *
 * **Wire** `{ "data": […], "meta": {…}, "links": {…} }`, and `jsonapi` for notices.
 *
 * **Gotchas** records are left as they came, because one that breaks the contract must not cost the others.
 *
 * **Source** specification, "Response envelope"; decisions 4 and 5.
 */
export interface Envelope {
  readonly data: ReadonlyArray<unknown>
  readonly meta: EnvelopeMeta
  readonly links: { readonly self: string | null; readonly next: string | null }
  readonly jsonapiVersion: string | null
}

/** Reads an answer's JSON as an envelope; nothing for any other shape. */
export const decodeEnvelope = (json: unknown): Option.Option<Envelope> => {
  const data = memberOf(json, "data")
  if (!Array.isArray(data)) return Option.none()
  const links = memberOf(json, "links")
  const version = memberOf(memberOf(json, "jsonapi"), "version")
  return Option.some({
    data,
    meta: metaOf(memberOf(json, "meta")),
    links: { self: selfLink(links), next: hrefOf(memberOf(links, "next")) ?? null },
    jsonapiVersion: Predicate.isString(version) ? version : null
  })
}

/**
 * How many records the service claims to have for the request.
 *
 * **Gotchas** a claim, never the truth. A notices' `count` that is larger than the page is a total; equal to it, it may
 * count the page only, and says nothing.
 *
 * **Source** decision 6.
 */
export const claimedTotal = (envelope: Envelope): Option.Option<number> =>
  Option.orElse(envelope.meta.recordsTotal, () =>
    Option.filter(envelope.meta.count, (count) => count > envelope.data.length)
  )
