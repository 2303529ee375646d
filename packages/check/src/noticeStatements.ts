import { type ProbeResponse, at, attribute, quoted, textAt, type WireRecord } from "./ProbeResponse.ts"
import {
  cappedPage,
  contentType,
  envelope,
  inOrder,
  matching,
  notFound,
  ofList,
  ofRecords,
  ownLinks,
  pageOf,
  sameRecord,
  skipping,
  sorted
} from "./lists.ts"
import { newestNotices, noticeWith, partOfWord, titledNotice, titleWords } from "./noticeProbes.ts"
import { type ProbeResponses, type Statement, statementsOf } from "./Probe.ts"
import { breaks, conforms, differs, worstOf, expectTrue, notShown, type Verdict } from "./Verdict.ts"

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

const recordForm = (records: ReadonlyArray<WireRecord>): Verdict => {
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
}

const entities = (records: ReadonlyArray<WireRecord>): Verdict => {
  const values = records.map(({ whole }) => at(whole, "attributes", "acquired-entities"))
  if (values.every((value) => Array.isArray(value))) return conforms
  return values.every((value) => Array.isArray(value) || typeof value === "string")
    ? differs(12, "acquired-entities is a string")
    : breaks("an array of strings as acquired-entities", quoted(values.find((value) => !Array.isArray(value))))
}

const tags = (records: ReadonlyArray<WireRecord>): Verdict => {
  const invalid = records
    .map(({ whole }) => at(whole, "attributes", "tags"))
    .find((value) => value !== undefined && !Array.isArray(value))
  return invalid === undefined ? conforms : differs(12, `tags is ${quoted(invalid)}`)
}

const recordMeta = (records: ReadonlyArray<WireRecord>): Verdict => {
  const without = records.filter(({ whole }) => !Array.isArray(at(whole, "meta")))
  return without.length === 0 ? conforms : differs(12, `meta of a record is ${quoted(at(without[0]?.whole, "meta"))}`)
}

const recordLinks = (records: ReadonlyArray<WireRecord>): Verdict => {
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
}

const jsonapi = ({ body }: ProbeResponse): Verdict => {
  const version = at(body, "jsonapi", "version")
  const href = textAt(body, "jsonapi", "meta", "links", "self", "href")
  return expectTrue(
    version === "1.0" && href !== "",
    'jsonapi with the version "1.0" and a link',
    quoted(at(body, "jsonapi"))
  )
}

const metaOf = (records: ReadonlyArray<WireRecord>, { body }: ProbeResponse): Verdict => {
  const count = at(body, "meta", "count")
  if (typeof count === "string") {
    return expectTrue(count === String(records.length), `the count "${records.length}"`, quoted(count))
  }
  if (typeof count !== "number") return differs(5, `meta is ${quoted(at(body, "meta"))}`)
  return count < records.length
    ? breaks(`a count of at least ${records.length}`, String(count))
    : differs(5, `the count is the number ${count}, the total of all pages`)
}

const contentTypeOf = (response: ProbeResponse): Verdict => {
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

const titled = (responses: ProbeResponses, expected: string, isMatch: (text: string) => boolean) =>
  ofList((records) => {
    const mismatchIn = (record: WireRecord) => (isMatch(title(record).toLowerCase()) ? undefined : title(record))
    return matching(records, `only titles with ${expected}`, mismatchIn, titledNotice(responses))
  })

const keyword = (response: ProbeResponse, responses: ProbeResponses): Verdict => {
  const [word = ""] = titleWords(responses) ?? []
  const wanted = word.toLowerCase()
  const contains = titled(responses, `the word ${quoted(word)}`, (text) => text.includes(wanted))(response)
  if (contains.verdict !== "conforms") return contains
  const asWord = titled(responses, word, (text) => text.split(/[^\p{L}\p{N}]+/u).includes(wanted))(response)
  return asWord.verdict === "conforms" ? conforms : differs(24, "a keyword also matches parts of words")
}

const phrase = (response: ProbeResponse, responses: ProbeResponses): Verdict => {
  const wanted = (titleWords(responses) ?? []).join(" ")
  return titled(responses, `the phrase ${quoted(wanted)}`, (text) => text.includes(wanted.toLowerCase()))(response)
}

const containing = (response: ProbeResponse, responses: ProbeResponses): Verdict => {
  const [word = ""] = titleWords(responses) ?? []
  const part = partOfWord(word)
  return titled(responses, `the string ${quoted(part)}`, (text) => text.includes(part.toLowerCase()))(response)
}

const equalTo = (name: string) => (response: ProbeResponse, responses: ProbeResponses) =>
  ofList((records) => {
    const source = noticeWith(responses, name)
    const wanted = source === undefined ? "" : attribute(source, name)
    const mismatchIn = (record: WireRecord) =>
      attribute(record, name) === wanted ? undefined : attribute(record, name)
    return matching(records, `only notices with the ${name} ${quoted(wanted)}`, mismatchIn, source)
  })(response)

const pages = statementsOf("notices: pages")
const filters = (probe: string, name: string, evaluate: Statement["evaluate"]): Statement =>
  statementsOf("notices: filters")(probe, name, 23, evaluate)
const single = statementsOf("notices: single records")

const newest = "newest notices"
const oldest = "oldest notices"

const form: ReadonlyArray<Statement> = [
  pages(newest, "it responds with data, meta and links", 4, envelope),
  pages(newest, "it names its format, JSON:API 1.0", 4, jsonapi),
  pages(newest, "it responds with JSON", 1, contentTypeOf),
  pages(newest, "it returns notices in the documented format", 12, ofRecords(recordForm)),
  pages(newest, "it returns acquired entities as an array", 12, ofRecords(entities)),
  pages(newest, "it returns tags as an array, if at all", 12, ofRecords(tags)),
  pages(newest, "it returns the metadata of each notice", 12, ofRecords(recordMeta)),
  pages(newest, "it returns the version and the node type of each notice", 12, ofRecords(recordLinks)),
  pages(newest, "it reports the page size as a string", 5, ofRecords(metaOf))
]

const paging: ReadonlyArray<Statement> = [
  pages(newest, "it lists the newest notices first on request", 25, sorted("DESC", created)),
  pages(oldest, "it lists the oldest notices first on request", 25, sorted("ASC", created)),
  pages("notices by their last update", "it sorts by last update", 25, byUpdate),
  pages("notices by their last update", "it sorts in descending order by default", 25, direction),
  pages(oldest, "it returns at most 50 notices if more are requested", 26, (response, responses) =>
    cappedPage("page[limit]", 26, response, newestNotices(responses).length)
  ),
  pages("notices from the third", "it respects the page size", 26, (response, responses) =>
    ofList((records) => pageOf(records, 5, newestNotices(responses).length - 3))(response)
  ),
  pages("notices from the third", "it starts at the requested offset", 26, (response, responses) =>
    ofList((records) => skipping(records, newestNotices(responses), 3))(response)
  )
]

const narrowing: ReadonlyArray<Statement> = [
  filters("keyword", "it filters by a word of the title, ignoring case", keyword),
  filters("phrase", "it filters by a phrase of the title", phrase),
  filters("part of a title", "it filters by a part of the title", containing),
  filters("transaction number", "it filters by transaction number", equalTo("transaction-number")),
  filters("date", "it filters by date", equalTo("date")),
  filters("notice by a filter", "it filters by id", (response, responses) =>
    sameRecord(response, newestNotices(responses)[0])
  ),
  single("one notice", "it returns a notice by id with the attributes of the list", 28, (response, responses) =>
    worstOf(envelope(response), sameRecord(response, newestNotices(responses)[0]))
  ),
  single("an unknown notice", "it returns 404 for an unknown id", 28, notFound)
]

/** Returns the statements about notices. `origin` is the origin of the base URL. */
export const noticeStatements = (origin: string): ReadonlyArray<Statement> => [
  ...form,
  pages(newest, "it links to itself without the key", 7, ownLinks(origin)),
  ...paging,
  ...narrowing
]
