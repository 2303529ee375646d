import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

/** Records have about five levels. Thousands of levels would exhaust the stack of programs that write JSON. */
const maxLevels = 64

/** Whether a value is a string that UTF-8 can encode: one without unpaired surrogates. */
const isExactString = (value: unknown): value is string => Predicate.isString(value) && value.isWellFormed()

/** Whether a value is `null`, or a string or number that can be written unchanged. JavaScript rounds large numbers. */
const isExactText = (value: unknown): value is string | number | null =>
  value === null || isExactString(value) || (Predicate.isNumber(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER)

/** Whether parsed JSON can be written unchanged: exact strings and numbers, and at most 64 levels. */
export const isExactJson = (value: unknown, levels = maxLevels): boolean => {
  if (typeof value === "boolean" || isExactText(value)) return true
  if (levels === 0) return false
  if (Array.isArray(value)) return value.every((element) => isExactJson(element, levels - 1))
  return (
    Predicate.isObject(value) &&
    Object.entries(value).every(([name, member]) => isExactString(name) && isExactJson(member, levels - 1))
  )
}

/** Returns JSON that any program can write. Infinite numbers become `null`, and a note replaces levels below the 64th. */
export const writableJson = (value: unknown, levels = maxLevels): unknown => {
  if (Predicate.isNumber(value) && !Number.isFinite(value)) return null
  if (!Predicate.isObjectOrArray(value)) return value
  if (levels === 0) return `(nested more than ${maxLevels} levels deep)`
  if (Array.isArray(value)) return value.map((element) => writableJson(element, levels - 1))
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, writableJson(member, levels - 1)]))
}

const expected = "text that can be written unchanged"

/**
 * A member of a record that contains text: a string, a number or `null`.
 *
 * **Fails with** `SchemaError` for unpaired surrogates and for numbers that JavaScript rounds.
 *
 * **Source** docs/api.md, statement 13.
 */
export const WireText = Schema.Union([Schema.String, Schema.Finite, Schema.Null]).check(
  Schema.makeFilter(isExactText, { expected })
)

/** A string that can be written unchanged. */
export const Text = Schema.String.check(Schema.makeFilter(isExactString, { expected }))

export const FilledText = Text.check(Schema.isNonEmpty())

/** A member of a decoded record. It is `null` if the service returned no text. */
export const TextOrNull = Schema.NullOr(FilledText)

/** Returns a member as a string, or `null` if it is absent or empty. */
export const stringOrNull = (text: typeof WireText.Type | undefined): string | null => {
  if (typeof text === "string") return text === "" ? null : text
  return text === undefined || text === null ? null : String(text)
}

const memberOf = (container: unknown, name: string): unknown =>
  Predicate.isObject(container) && Object.hasOwn(container, name) ? container[name] : undefined

/** Returns the URL in `links.self`, which is a string for complaints and an object with `href` for notices. */
export const selfLink = (links: unknown): string | null => {
  const self = memberOf(links, "self")
  const href = Predicate.isObject(self) ? memberOf(self, "href") : self
  return isExactString(href) && href !== "" ? href : null
}

/** Returns a non-negative integer, which may be a string of digits, or `undefined` for any other value. */
const parseCount = (value: unknown): number | undefined => {
  const number = Predicate.isString(value) && /^\d+$/.test(value) ? Number(value) : value
  return Predicate.isNumber(number) && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}

/** Returns the reported total, which may be wrong, or `null`. **Source** docs/api.md, statements 5 and 6. */
const totalIn = (meta: unknown, received: number): number | null => {
  const count = parseCount(memberOf(meta, "count"))
  // The `count` of notices is a total only if it exceeds the number of records on the page.
  const counted = count !== undefined && count > received ? count : null
  return parseCount(memberOf(meta, "records-total")) ?? parseCount(memberOf(meta, "record-total")) ?? counted
}

/**
 * The response to a successful request. Its records are decoded one by one, because some may be invalid.
 *
 * **Wire** `{ "data": […], "meta": {…}, "links": {…} }`, and `jsonapi` for notices.
 *
 * **Source** docs/api.md, statements 4 to 8.
 */
export interface Envelope {
  readonly data: ReadonlyArray<unknown>
  /** The total that the service reports, which may be wrong. `null` if it reports none. */
  readonly total: number | null
}

/** Decodes parsed JSON as an envelope. Returns `None` if it is not an object with an array `data`. */
export const decodeEnvelope = (json: unknown): Option.Option<Envelope> => {
  const data = memberOf(json, "data")
  return Array.isArray(data)
    ? Option.some({ data, total: totalIn(memberOf(json, "meta"), data.length) })
    : Option.none()
}
