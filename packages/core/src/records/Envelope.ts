import { Option, Predicate, Schema } from "effect"

/** Records have about five levels. JSON with thousands of levels exhausts the stack of programs that write it. */
const maxLevels = 64

/** Whether a string can be written as UTF-8 unchanged, which half of a surrogate pair cannot. */
const isExactString = (value: unknown): value is string => Predicate.isString(value) && value.isWellFormed()

const isExactFilledString = (value: unknown): value is string => isExactString(value) && value !== ""

/** Whether a member of a record is `null`, or a string or number that can be written unchanged. JavaScript rounds large numbers. */
const isExactText = (value: unknown): value is string | number | null =>
  value === null || isExactString(value) || (Predicate.isNumber(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER)

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

/** Returns parsed JSON that any program can write: infinity becomes `null`, and a note replaces the levels below the 64th. */
export const writableJson = (value: unknown, levels = maxLevels): unknown => {
  if (Predicate.isNumber(value) && !Number.isFinite(value)) return null
  if (!Predicate.isObjectOrArray(value)) return value
  if (levels === 0) return `(nested more than ${maxLevels} levels deep)`
  if (Array.isArray(value)) return value.map((element) => writableJson(element, levels - 1))
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, writableJson(member, levels - 1)]))
}

const expected = "text that can be written unchanged"

/**
 * A text member of a record: a string, a number or `null`.
 * **Fails with** `SchemaError` for half of a surrogate pair, and for a number that JavaScript rounds.
 * **Source** docs/api.md, statement 13.
 */
export const WireText = Schema.Union([Schema.String, Schema.Finite, Schema.Null]).check(
  Schema.makeFilter(isExactText, { expected })
)

/** A string that can be written unchanged. */
export const Text = Schema.String.check(Schema.makeFilter(isExactString, { expected }))

/** A `Text` that is not empty, such as an id or a type. */
export const FilledText = Text.check(Schema.isNonEmpty())

/** A member of a decoded record, `null` if the service sent no text. */
export const TextOrNull = Schema.NullOr(FilledText)

/** Whether a member is absent or a `WireText`. Decides like the schema, and faster. */
export const isWireText = (value: unknown): value is typeof WireText.Type | undefined =>
  value === undefined || isExactText(value)

/** Whether something has the type, id and attributes of a record. Decides like the record's schema, and faster. */
export const isWireRecord = (
  raw: unknown,
  hasWireAttributes: (attributes: { readonly [name: PropertyKey]: unknown }) => boolean
): boolean =>
  Predicate.isObject(raw) &&
  isExactFilledString(raw["type"]) &&
  isExactFilledString(raw["id"]) &&
  Predicate.isObject(raw["attributes"]) &&
  hasWireAttributes(raw["attributes"])

/** Returns the text of a member, or `null` if it is absent or empty. */
export const stringOrNull = (text: typeof WireText.Type | undefined): string | null => {
  if (typeof text === "string") return text === "" ? null : text
  return text === undefined || text === null ? null : String(text)
}

const memberOf = (container: unknown, name: string): unknown =>
  Predicate.isObject(container) && Object.hasOwn(container, name) ? container[name] : undefined

const hrefOf = (link: unknown): string | undefined => {
  const href = Predicate.isObject(link) ? memberOf(link, "href") : link
  return isExactString(href) ? href : undefined
}

/** Returns the URL in `links.self` of a record or an envelope: a string for complaints, an object with `href` for notices. */
export const selfLink = (links: unknown): string | null => hrefOf(memberOf(links, "self")) ?? null

/** Returns a non-negative integer, which may be a string. Anything else counts as absent. */
const countOf = (value: unknown): Option.Option<number> => {
  const number = Predicate.isString(value) && /^\d+$/.test(value) ? Number(value) : value
  return Predicate.isNumber(number) && Number.isSafeInteger(number) && number >= 0 ? Option.some(number) : Option.none()
}

/**
 * The counts in a response, under the names of either collection. An absent or invalid one is `None`.
 * **Wire** `{ "records-this-page": 50, "record-total": 3734593 }`, `{ "count": "2" }`. **Source** docs/api.md, statement 5.
 */
export interface EnvelopeMeta extends ReturnType<typeof metaOf> {}

const metaOf = (meta: unknown) => ({
  recordsThisPage: countOf(memberOf(meta, "records-this-page")),
  recordsTotal: Option.orElse(countOf(memberOf(meta, "records-total")), () => countOf(memberOf(meta, "record-total"))),
  count: countOf(memberOf(meta, "count")),
  pagesTotal: countOf(memberOf(meta, "pages-total")),
  page: countOf(memberOf(meta, "page"))
})

/**
 * The response to every successful request. Its records are not decoded, so that an invalid one does not cost the others.
 * **Wire** `{ "data": […], "meta": {…}, "links": {…} }`, and `jsonapi` for notices.
 * **Source** docs/api.md, statements 4 to 8.
 */
export interface Envelope {
  readonly data: ReadonlyArray<unknown>
  readonly meta: EnvelopeMeta
  readonly links: { readonly self: string | null; readonly next: string | null }
  readonly jsonapiVersion: string | null
}

/** Reads parsed JSON as an envelope. Returns `None` for any other shape. */
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
 * Returns the total that the service reports, which may be wrong. The `count` of notices is a total only if it is larger than
 * the page. **Source** docs/api.md, statement 6.
 */
export const claimedTotal = (envelope: Envelope): Option.Option<number> =>
  Option.orElse(envelope.meta.recordsTotal, () =>
    Option.filter(envelope.meta.count, (count) => count > envelope.data.length)
  )
