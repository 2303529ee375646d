import { at, attribute, quoted, textAt, type WireRecord } from "./ProbeResponse.ts"
import {
  cappedPage,
  contentType,
  envelope,
  inOrder,
  matching,
  newestRecord,
  notFound,
  ofList,
  ofRecords,
  ownLinks,
  pageOf,
  sameRecord,
  skipping,
  sorted
} from "./lists.ts"
import { dependentRow, type Evaluate, fixedRow, type Newest, type Row } from "./Row.ts"
import { breaks, conforms, differs, expectTrue, notShown, worstOf } from "./Verdict.ts"

const list = "/v0/hsr-early-termination-notices"

const created = (record: WireRecord): string => attribute(record, "created")
const updated = (record: WireRecord): string => attribute(record, "updated")
const title = (record: WireRecord): string => attribute(record, "title")

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const forms: Readonly<Record<string, RegExp>> = {
  title: /\S/,
  "transaction-number": /^\d+$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  created: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[+-]\d{2}:\d{2}$/,
  updated: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[+-]\d{2}:\d{2}$/
}

const invalidAttribute = (record: WireRecord): string | undefined =>
  Object.entries(forms).find(([name, form]) => !form.test(attribute(record, name)))?.[0]

const recordForm = ofRecords((records) => {
  const otherType = records.find(({ whole }) => at(whole, "type") !== "early_termination_notice")
  if (otherType !== undefined) return breaks('the type "early_termination_notice"', quoted(at(otherType.whole, "type")))
  if (records.some(({ id }) => id === "")) return breaks("an id for each record", "a record without one")
  const ids = records.filter(({ id }) => !uuid.test(id))
  if (ids.length > 0) return differs(14, `an id is not a UUID: ${quoted(ids[0]?.id)}`)
  const invalid = records.map(invalidAttribute).filter((name) => name !== undefined)
  if (invalid.length === records.length) {
    return breaks(`the documented format of ${invalid[0]}`, "a different format in every record")
  }
  return invalid.length === 0
    ? conforms
    : differs(13, `${invalid.length} of ${records.length} records have an invalid ${invalid[0]}`)
})

const entities = ofRecords((records) => {
  const values = records.map(({ whole }) => at(whole, "attributes", "acquired-entities"))
  if (values.every((value) => Array.isArray(value))) return conforms
  return values.every((value) => Array.isArray(value) || typeof value === "string")
    ? differs(12, "acquired-entities is a string")
    : breaks("an array of strings as acquired-entities", quoted(values.find((value) => !Array.isArray(value))))
})

const tags = ofRecords((records) => {
  const invalid = records
    .map(({ whole }) => at(whole, "attributes", "tags"))
    .find((value) => value !== undefined && !Array.isArray(value))
  return invalid === undefined ? conforms : differs(12, `tags is ${quoted(invalid)}`)
})

const recordMeta = ofRecords((records) => {
  const without = records.filter(({ whole }) => !Array.isArray(at(whole, "meta")))
  return without.length === 0 ? conforms : differs(12, `meta of a record is ${quoted(at(without[0]?.whole, "meta"))}`)
})

const recordLinks = ofRecords((records) => {
  const invalid = records.find(
    ({ whole }) =>
      !/[?&]resourceVersion=id(%3A|:)\d+/i.test(textAt(whole, "links", "self", "href")) ||
      textAt(whole, "relationships", "node_type", "links", "self", "href") === ""
  )
  return expectTrue(
    invalid === undefined,
    "links.self.href with resourceVersion, and relationships.node_type",
    `the record ${quoted(invalid?.id)} without them`
  )
})

const jsonapi: Evaluate = ({ body }) => {
  const version = at(body, "jsonapi", "version")
  const href = textAt(body, "jsonapi", "meta", "links", "self", "href")
  return expectTrue(
    version === "1.0" && href !== "",
    'jsonapi with the version "1.0" and a link',
    quoted(at(body, "jsonapi"))
  )
}

const metaOf = ofRecords((records, { body }) => {
  const count = at(body, "meta", "count")
  if (typeof count === "string") {
    return expectTrue(count === String(records.length), `the count "${records.length}"`, quoted(count))
  }
  if (typeof count !== "number") return differs(5, `meta is ${quoted(at(body, "meta"))}`)
  return count < records.length
    ? breaks(`a count of at least ${records.length}`, String(count))
    : differs(5, `the count is the number ${count}, the total of all pages`)
})

const contentTypeOf: Evaluate = (response) => {
  const actual = contentType(response)
  if (actual === "application/json") return conforms
  return actual === "application/vnd.api+json"
    ? differs(1, "the content type is application/vnd.api+json")
    : breaks("application/json", quoted(actual))
}

const byUpdate = ofRecords((records) =>
  inOrder(records, "ASC", updated).verdict === "conforms" ? conforms : inOrder(records, "DESC", updated)
)

const direction = ofRecords((records) => {
  if (inOrder(records, "ASC", updated).verdict === "conforms")
    return differs(25, "a sort without a direction is ascending")
  const descending = inOrder(records, "DESC", updated)
  return descending.verdict === "breaks" ? notShown("the list is not sorted") : descending
})

/** A title with two consecutive words, separated by one space. */
interface TitleWords {
  readonly source: WireRecord
  readonly one: string
  readonly other: string
}

/** Returns the newest title that has two consecutive words, such as `Icahn Enterprises`. */
const titleWords = (newest: Newest): TitleWords | undefined => {
  for (const source of newest) {
    const [, one, other] = /\b([A-Za-z]{4,}) ([A-Za-z]{3,})\b/.exec(title(source)) ?? []
    if (one !== undefined && other !== undefined) return { source, one, other }
  }
  return undefined
}

/** A filter by words of the newest title that has two. */
const byWords = (name: string, query: (words: TitleWords) => string, evaluate: (words: TitleWords) => Evaluate): Row =>
  dependentRow(
    "notices: filters",
    "a notice with a title of two words",
    titleWords,
    (words) => `${list}?${query(words)}`,
    [23, name, evaluate]
  )

const titled = (source: WireRecord, expected: string, isMatch: (text: string) => boolean): Evaluate =>
  ofList((records) => {
    const mismatchIn = (record: WireRecord) => (isMatch(title(record).toLowerCase()) ? undefined : title(record))
    return matching(records, `only titles with ${expected}`, mismatchIn, source)
  })

const contains = (source: WireRecord, what: string, text: string): Evaluate =>
  titled(source, `the ${what} ${quoted(text)}`, (title) => title.includes(text.toLowerCase()))

const keyword =
  ({ source, one }: TitleWords): Evaluate =>
  (response, received) => {
    const wanted = one.toLowerCase()
    const asPart = contains(source, "word", one)(response, received)
    if (asPart.verdict !== "conforms") return asPart
    const isWord = (text: string): boolean => text.split(/[^\p{L}\p{N}]+/u).includes(wanted)
    const asWord = titled(source, one, isWord)(response, received)
    return asWord.verdict === "conforms" ? conforms : differs(24, "a keyword also matches parts of words")
  }

/** Returns the middle of a word, which `CONTAINS` finds and a keyword filter does not. */
const partOfWord = (word: string): string => word.slice(1, -1)

/** A filter by an attribute of the newest notice that has it. */
const byAttribute = (name: string, attributeName: string, query: (value: string) => string): Row => {
  const valueOf = (record: WireRecord): string => attribute(record, attributeName)
  const evaluate = (source: WireRecord): Evaluate =>
    ofList((records) => {
      const mismatchIn = (record: WireRecord) => (valueOf(record) === valueOf(source) ? undefined : valueOf(record))
      return matching(records, `only notices with the ${attributeName} ${quoted(valueOf(source))}`, mismatchIn, source)
    })
  return dependentRow(
    "notices: filters",
    `a notice with a ${attributeName}`,
    (newest) => newest.find((record) => valueOf(record) !== ""),
    (source) => `${list}?${query(encodeURIComponent(valueOf(source)))}`,
    [23, name, evaluate]
  )
}

// %5B and %5D are brackets, %3D is the operator "=", %22 the double quote.
const createdDescending = "sort%5Bnewest%5D%5Bpath%5D=created&sort%5Bnewest%5D%5Bdirection%5D=DESC"

const pages: ReadonlyArray<Row> = [
  fixedRow(
    "notices: pages",
    { path: `${list}?sort%5Boldest%5D%5Bpath%5D=created&sort%5Boldest%5D%5Bdirection%5D=ASC&page%5Blimit%5D=100` },
    [25, "it lists the oldest notices first on request", sorted("ASC", created)],
    [26, "it returns at most 50 notices if more are requested", cappedPage("page[limit]", 26)]
  ),
  fixedRow(
    "notices: pages",
    { path: `${list}?sort%5Bupdate%5D%5Bpath%5D=changed` },
    [25, "it sorts by last update", byUpdate],
    [25, "it sorts in descending order by default", direction]
  ),
  fixedRow(
    "notices: pages",
    { path: `${list}?${createdDescending}&page%5Blimit%5D=5&page%5Boffset%5D=3` },
    [26, "it respects the page size", pageOf(5, 3)],
    [26, "it starts at the requested offset", skipping(3)]
  )
]

const filters: ReadonlyArray<Row> = [
  byWords(
    "it filters by a word of the title, ignoring case",
    ({ one }) => `filter%5Btitle%5D%5Bvalue%5D=${one.toLowerCase()}`,
    keyword
  ),
  byWords(
    "it filters by a phrase of the title",
    ({ one, other }) => `filter%5Btitle%5D%5Bvalue%5D=%22${one}%20${other}%22`,
    ({ source, one, other }) => contains(source, "phrase", `${one} ${other}`)
  ),
  byWords(
    "it filters by a part of the title",
    ({ one }) => `filter%5Btitle%5D%5Boperator%5D=CONTAINS&filter%5Btitle%5D%5Bvalue%5D=${partOfWord(one)}`,
    ({ source, one }) => contains(source, "string", partOfWord(one))
  ),
  byAttribute(
    "it filters by transaction number",
    "transaction-number",
    (number) => `filter%5Btransaction-number%5D%5Bvalue%5D=${number}`
  ),
  byAttribute(
    "it filters by date",
    "date",
    (date) =>
      `filter%5Bdate%5D%5Bcondition%5D%5Bvalue%5D=${date}&filter%5Bdate%5D%5Bcondition%5D%5Bpath%5D=date` +
      "&filter%5Bdate%5D%5Bcondition%5D%5Boperator%5D=%3D"
  ),
  dependentRow(
    "notices: filters",
    "a notice",
    newestRecord,
    ({ id }) => `${list}?filter%5Bid%5D%5Bvalue%5D=${encodeURIComponent(id)}`,
    [23, "it filters by id", sameRecord]
  )
]

/** The requests about notices. Parameter names are written out here so that the check does not depend on the client. */
export const noticeRows = (origin: string): ReadonlyArray<Row> => [
  fixedRow(
    "notices: pages",
    { path: `${list}?${createdDescending}` },
    [4, "it responds with data, meta and links", envelope],
    [4, "it names its format, JSON:API 1.0", jsonapi],
    [1, "it responds with JSON", contentTypeOf],
    [12, "it returns notices in the documented format", recordForm],
    [12, "it returns acquired entities as an array", entities],
    [12, "it returns tags as an array, if at all", tags],
    [12, "it returns the metadata of each notice", recordMeta],
    [12, "it returns the version and the node type of each notice", recordLinks],
    [5, "it reports the page size as a string", metaOf],
    [7, "it links to itself without the key", ownLinks(origin)],
    [25, "it lists the newest notices first on request", sorted("DESC", created)]
  ),
  ...pages,
  ...filters,
  dependentRow("notices: single records", "a notice", newestRecord, ({ id }) => `${list}/${encodeURIComponent(id)}`, [
    28,
    "it returns a notice by id with the attributes of the list",
    (source) => (response, received) => worstOf(envelope(response), sameRecord(source)(response, received))
  ]),
  fixedRow("notices: single records", { path: `${list}/00000000-0000-4000-8000-000000000000` }, [
    28,
    "it returns 404 for an unknown id",
    notFound
  ])
]
