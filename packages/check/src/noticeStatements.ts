import { type Answer, at, attribute, quoted, textAt, type WireRecord } from "./Answer.ts"
import {
  contentType,
  envelope,
  inOrder,
  matching,
  mostOfPage,
  notFound,
  ofList,
  ofRecords,
  ownLinks,
  pageOf,
  sameRecord,
  selfOf,
  skipping
} from "./lists.ts"
import { newestNotices, noticeWith, partOfWord, titleWords } from "./noticeQuestions.ts"
import { type Answers, type Statement, statementsBy, statementsOf } from "./Question.ts"
import { breaks, conforms, differs, firstOf, holds, notShown, type Verdict } from "./Verdict.ts"

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

const oddIn = (record: WireRecord): string | undefined =>
  Object.entries(forms).find(([name, form]) => !form.test(attribute(record, name)))?.[0]

const recordForm = (records: ReadonlyArray<WireRecord>): Verdict => {
  const otherType = records.find(({ whole }) => at(whole, "type") !== "early_termination_notice")
  if (otherType !== undefined) return breaks('the type "early_termination_notice"', quoted(at(otherType.whole, "type")))
  if (records.some(({ id }) => id === "")) return breaks("an id for each record", "a record without one")
  const ids = records.filter(({ id }) => !uuid.test(id))
  if (ids.length > 0) return differs(26, `an id is no UUID: ${quoted(ids[0]?.id)}`)
  const odd = records.map(oddIn).filter((name) => name !== undefined)
  if (odd.length === records.length) return breaks(`the documented form of ${odd[0]}`, "another in every record")
  return odd.length === 0 ? conforms : differs(27, `${odd.length} of ${records.length} records have no sound ${odd[0]}`)
}

const entities = (records: ReadonlyArray<WireRecord>): Verdict => {
  const values = records.map(({ whole }) => at(whole, "attributes", "acquired-entities"))
  if (values.every((value) => Array.isArray(value))) return conforms
  return values.every((value) => Array.isArray(value) || typeof value === "string")
    ? differs(3, "acquired-entities is a text")
    : breaks("an array of texts as acquired-entities", quoted(values.find((value) => !Array.isArray(value))))
}

const tags = (records: ReadonlyArray<WireRecord>): Verdict => {
  const strange = records
    .map(({ whole }) => at(whole, "attributes", "tags"))
    .find((value) => value !== undefined && !Array.isArray(value))
  return strange === undefined ? conforms : differs(1, `tags is ${quoted(strange)}`)
}

const recordMeta = (records: ReadonlyArray<WireRecord>): Verdict => {
  const without = records.filter(({ whole }) => !Array.isArray(at(whole, "meta")))
  return without.length === 0 ? conforms : differs(35, `meta of a record is ${quoted(at(without[0]?.whole, "meta"))}`)
}

const recordLinks = (records: ReadonlyArray<WireRecord>): Verdict => {
  const odd = records.find(
    ({ whole }) =>
      !/[?&]resourceVersion=id(%3A|:)\d+/i.test(textAt(whole, "links", "self", "href")) ||
      textAt(whole, "relationships", "node_type", "links", "self", "href") === ""
  )
  return holds(odd === undefined, "links.self.href with resourceVersion, and relationships.node_type", quoted(odd?.id))
}

const jsonapi = ({ body }: Answer): Verdict => {
  const version = at(body, "jsonapi", "version")
  const href = textAt(body, "jsonapi", "meta", "links", "self", "href")
  return holds(
    version === "1.0" && href !== "",
    'jsonapi of the version "1.0" with its link',
    quoted(at(body, "jsonapi"))
  )
}

const metaOf = (records: ReadonlyArray<WireRecord>, { body }: Answer): Verdict => {
  const count = at(body, "meta", "count")
  if (typeof count === "string") {
    return holds(count === String(records.length), `the count "${records.length}"`, quoted(count))
  }
  if (typeof count !== "number") return differs(4, `meta is ${quoted(at(body, "meta"))}`)
  return count < records.length
    ? breaks(`a count of at least ${records.length}`, String(count))
    : differs(4, `the count is the number ${count}, the total of matches`)
}

const contentTypeOf = (answer: Answer): Verdict => {
  const came = contentType(answer)
  if (came === "application/json") return conforms
  return came === "application/vnd.api+json"
    ? differs(20, "the content type is application/vnd.api+json")
    : breaks("application/json", quoted(came))
}

const byUpdate = (answer: Answer): Verdict =>
  ofRecords((records) => {
    const isDescending = inOrder(records, "DESC", updated)
    const isAscending = inOrder(records, "ASC", updated)
    return isAscending.verdict === "conforms" ? conforms : isDescending
  })(answer)

const direction = (answer: Answer): Verdict =>
  ofRecords((records) => {
    if (inOrder(records, "ASC", updated).verdict === "conforms")
      return differs(12, "a sort without a direction is ascending")
    return inOrder(records, "DESC", updated).verdict === "breaks"
      ? notShown("the list is in no order")
      : inOrder(records, "DESC", updated)
  })(answer)

const titled = (expected: string, isMatch: (text: string) => boolean) =>
  ofRecords((records) =>
    matching(records, `titles with ${expected} only`, (record) =>
      isMatch(title(record).toLowerCase()) ? undefined : title(record)
    )
  )

const keyword = (answer: Answer, answers: Answers): Verdict => {
  const [word = ""] = titleWords(answers) ?? []
  const wanted = word.toLowerCase()
  const contains = titled(`the word ${quoted(word)}`, (text) => text.includes(wanted))(answer)
  if (contains.verdict !== "conforms") return contains
  const asWord = titled(word, (text) => text.split(/[^\p{L}\p{N}]+/u).includes(wanted))(answer)
  return asWord.verdict === "conforms" ? conforms : differs(16, "a keyword is found within words")
}

const phrase = (answer: Answer, answers: Answers): Verdict => {
  const wanted = (titleWords(answers) ?? []).join(" ")
  return titled(`the phrase ${quoted(wanted)}`, (text) => text.includes(wanted.toLowerCase()))(answer)
}

const containing = (answer: Answer, answers: Answers): Verdict => {
  const [word = ""] = titleWords(answers) ?? []
  return titled(`the text ${quoted(partOfWord(word))}`, (text) => text.includes(partOfWord(word).toLowerCase()))(answer)
}

const equalTo = (name: string) => (answer: Answer, answers: Answers) =>
  ofList((records) => {
    const source = noticeWith(answers, name)
    const wanted = source === undefined ? "" : attribute(source, name)
    const wrongIn = (record: WireRecord) => (attribute(record, name) === wanted ? undefined : attribute(record, name))
    return matching(records, `notices with the ${name} ${quoted(wanted)} only`, wrongIn, source)
  })(answer)

const inSpecification = "specification, GET /v0/hsr-early-termination-notices"
const inSyntax = "specification, Filtering syntax of the HSR list"
const inForm = "specification, HSR early termination notice"

const pages = statementsOf("notices: pages")
const filters = statementsBy("notices: filters", inSyntax)
const single = statementsOf("notices: single records")

const newest = "newest notices"
const oldest = "oldest notices"

const form: ReadonlyArray<Statement> = [
  pages(newest, "it answers with data, meta and links", "specification, Response envelope", envelope),
  pages(newest, "it names the format that it follows", "specification, Response envelope", jsonapi),
  pages(newest, "it answers in JSON", "decision 20", contentTypeOf),
  pages(newest, "it gives notices in the documented form", inForm, ofRecords(recordForm)),
  pages(newest, "it gives the acquired entities as an array", "decision 3", ofRecords(entities)),
  pages(newest, "it gives tags as an array, or none", "decision 1", ofRecords(tags)),
  pages(newest, "it gives each notice its metadata", "decision 35", ofRecords(recordMeta)),
  pages(newest, "it gives each notice its version and its node type", inForm, ofRecords(recordLinks)),
  pages(newest, "it counts the page as a text", "decision 4", ofRecords(metaOf))
]

const ownLink = (origin: string): Statement =>
  pages(newest, "it links to itself, without the key", "decision 23", (answer) =>
    ofList((records) =>
      ownLinks([answer.body, ...records.map(({ whole }) => whole)].map(selfOf), answer.asked, origin)
    )(answer)
  )

const paging: ReadonlyArray<Statement> = [
  pages(
    newest,
    "it lists the newest first where asked to",
    inSpecification,
    ofRecords((records) => inOrder(records, "DESC", created))
  ),
  pages(
    oldest,
    "it lists the oldest first where asked to",
    inSpecification,
    ofRecords((records) => inOrder(records, "ASC", created))
  ),
  pages("notices by their last update", "it sorts by the last update", inSpecification, byUpdate),
  pages("notices by their last update", "it sorts descending where no direction is named", "decision 12", direction),
  pages(oldest, "it gives 50 notices at most where more are asked for", "decision 7", (answer, answers) => {
    if (answer.status === 400) return differs(7, "page[limit] above 50 is refused")
    return ofList((records) =>
      records.length > mostOfPage || newestNotices(answers).length >= mostOfPage
        ? holds(records.length === mostOfPage, "50 records", `${records.length}`)
        : notShown("there are fewer than 50 notices")
    )(answer)
  }),
  pages("notices from the third", "it keeps to the page size", inSpecification, (answer, answers) =>
    ofList((records) => pageOf(records, 5, newestNotices(answers).length - 3))(answer)
  ),
  pages("notices from the third", "it skips as many as asked", inSpecification, (answer, answers) =>
    ofList((records) => skipping(records, newestNotices(answers), 3))(answer)
  )
]

const narrowing: ReadonlyArray<Statement> = [
  filters("keyword", "it filters by a word of the title, case aside", keyword),
  filters("phrase", "it filters by a phrase of the title", phrase),
  filters("part of a title", "it filters by a part of the title", containing),
  filters("transaction number", "it filters by transaction number", equalTo("transaction-number")),
  filters("date", "it filters by date", equalTo("date")),
  filters("notice by a filter", "it filters by id", (answer, answers) => sameRecord(answer, newestNotices(answers)[0])),
  single("one notice", "it gives a notice by its id, as the list has it", "decision 13", (answer, answers) =>
    firstOf(envelope(answer), sameRecord(answer, newestNotices(answers)[0]))
  ),
  single("an unknown notice", "it does not find an id that it does not have", "decision 14", notFound)
]

/** What the service does with requests for notices. `origin` is that of the base URL. */
export const noticeStatements = (origin: string): ReadonlyArray<Statement> => [
  ...form,
  ownLink(origin),
  ...paging,
  ...narrowing
]
