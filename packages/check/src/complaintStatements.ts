import { type Answer, at, attribute, brief, isList, quoted, recordsOf, textAt, type WireRecord } from "./Answer.ts"
import { civilDateTime, createdMoments, newestComplaints, sourceOfQuestion } from "./complaintQuestions.ts"
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
import { type Answers, type Statement, statementsBy, statementsOf } from "./Question.ts"
import { breaks, conforms, differs, firstOf, holds, notShown, type Verdict } from "./Verdict.ts"

const created = (record: WireRecord): string => attribute(record, "created-date")
const violated = (record: WireRecord): string => attribute(record, "violation-date")

const attributes = [
  "company-phone-number",
  "created-date",
  "violation-date",
  "consumer-city",
  "consumer-state",
  "consumer-area-code",
  "subject",
  "recorded-message-or-robocall"
]

/** An attribute that is there, and no text. */
const strange = ({ whole }: WireRecord): string | undefined =>
  attributes.find((name) => !["string", "undefined"].includes(typeof at(whole, "attributes", name)))

const recordForm = (records: ReadonlyArray<WireRecord>): Verdict => {
  const otherType = records.find(({ whole }) => at(whole, "type") !== "dnc_complaint")
  if (otherType !== undefined) return breaks('the type "dnc_complaint"', quoted(at(otherType.whole, "type")))
  if (records.some(({ id }) => id === "")) return breaks("an id for each record", "a record without one")
  const odd = records.map(strange).find((name) => name !== undefined)
  if (odd !== undefined) return breaks(`a text as ${odd}`, "something else")
  const ids = records.filter(({ id }) => !/^[0-9a-f]{32}$/i.test(id))
  if (ids.length > 0) return differs(26, `an id is not 32 hexadecimal digits: ${quoted(ids[0]?.id)}`)
  const broken = records.filter(
    (record) => !civilDateTime.test(created(record)) || !civilDateTime.test(violated(record))
  )
  if (broken.length === records.length) return breaks("dates as YYYY-MM-DD HH:MM:SS", quoted(broken.map(created)[0]))
  return broken.length === 0 ? conforms : differs(27, `${broken.length} of ${records.length} records have no such date`)
}

const metaOf = (records: ReadonlyArray<WireRecord>, { body }: Answer): Verdict => {
  const thisPage = at(body, "meta", "records-this-page")
  if (typeof thisPage === "number" && thisPage !== records.length) {
    return breaks(`records-this-page ${records.length}`, String(thisPage))
  }
  if (typeof thisPage !== "number") return differs(4, `records-this-page is ${quoted(thisPage)}`)
  // The sample of the specification spells it in the singular.
  const total = at(body, "meta", "records-total") ?? at(body, "meta", "record-total")
  return typeof total === "number" ? conforms : differs(4, `the total is ${quoted(total)}`)
}

const totalOf = ({ body }: Answer): unknown => at(body, "meta", "records-total") ?? at(body, "meta", "record-total")

/** Lists that begin at their first record and have room left: what they hold is all there is. */
const wholeLists = [
  "no complaints",
  "state, city and created range",
  "violation range",
  "area code and created range",
  "state"
]

const trueTotal = (answers: Answers): Verdict => {
  const lists = wholeLists
    .map((name) => answers.get(name))
    .filter((answer) => answer !== undefined)
    .filter((answer) => isList(answer) && recordsOf(answer).length < mostOfPage)
  const claims = lists.filter((answer) => typeof totalOf(answer) === "number")
  const wrong = claims.find((answer) => totalOf(answer) !== recordsOf(answer).length)
  if (wrong !== undefined) {
    return breaks(`the total ${recordsOf(wrong).length} for ${wrong.asked}`, String(totalOf(wrong)))
  }
  return claims.length === 0 ? notShown("no list with a total fits into a page") : conforms
}

const isRefused = (answer: Answer): Verdict => {
  if (answer.status === 400) return conforms
  return isList(answer) ? differs(9, `it is answered with ${brief(answer)}`) : breaks("status 400", brief(answer))
}

const day = (moment: string): string => moment.slice(0, 10)
const sourceIn = (answers: Answers, question: string) => sourceOfQuestion(answers, question)

/** Every complaint has in an attribute what the complaint has from which the filter was taken; case aside. */
const sameAs =
  (question: string, names: ReadonlyArray<string>, also: (record: WireRecord, source: WireRecord) => boolean) =>
  (answer: Answer, answers: Answers): Verdict =>
    ofList((records) => {
      const source = sourceIn(answers, question)
      if (source === undefined) return notShown("nothing was asked")
      const valuesOf = (record: WireRecord): string => names.map((name) => attribute(record, name)).join(", ")
      const shown = (record: WireRecord): string => `${valuesOf(record)} (${created(record)})`
      const isMatch = (record: WireRecord): boolean =>
        valuesOf(record).toLowerCase() === valuesOf(source).toLowerCase() && also(record, source)
      const expected = `complaints with ${quoted(valuesOf(source) || day(created(source)))} only`
      return matching(records, expected, (record) => (isMatch(record) ? undefined : shown(record)), source)
    })(answer)

const onSameCreatedDay = (record: WireRecord, source: WireRecord): boolean =>
  day(created(record)) === day(created(source))

const robocalls = (wire: string) =>
  ofRecords((records) =>
    matching(records, `complaints with ${quoted(wire)} only`, (record) => {
      const said = attribute(record, "recorded-message-or-robocall")
      return said === wire ? undefined : said
    })
  )

const withinMoments = (answer: Answer, answers: Answers): Verdict =>
  ofList((records) => {
    const [from = "", to = ""] = createdMoments(answers) ?? []
    const newest = newestComplaints(answers).find((record) => created(record) === to)
    return matching(
      records,
      `complaints created from ${from} to ${to} only`,
      (record) => (created(record) >= from && created(record) <= to ? undefined : created(record)),
      newest
    )
  })(answer)

const pages = statementsOf("complaints: pages")
const filters = statementsBy("complaints: filters", "specification, GET /v0/dnc-complaints")
const rules = (question: string, name: string): Statement =>
  statementsBy("complaints: combination rules", "decision 9")(question, name, isRefused)
const single = statementsOf("complaints: single records")

const inSpecification = "specification, GET /v0/dnc-complaints"
const byId = "specification, GET /v0/dnc-complaints/{id}"

const newest = "newest complaints"
const oldest = "oldest complaints"

const form: ReadonlyArray<Statement> = [
  pages(newest, "it answers with data, meta and links", "specification, Response envelope", envelope),
  pages(newest, "it answers in JSON", "specification, What the service does", (answer) =>
    holds(contentType(answer) === "application/json", "application/json", quoted(contentType(answer)))
  ),
  pages(newest, "it gives complaints in the documented form", "specification, DNC complaint", ofRecords(recordForm)),
  pages(newest, "it counts the page and the total as numbers", "decision 4", ofRecords(metaOf)),
  pages("no complaints", "it claims as total what there is", "specification, DNC complaint", (_, answers) =>
    trueTotal(answers)
  )
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
    "it lists the newest first",
    "decision 11",
    ofRecords((records) => inOrder(records, "DESC", created))
  ),
  pages(
    oldest,
    "it lists the oldest first where asked to",
    inSpecification,
    ofRecords((records) => inOrder(records, "ASC", created))
  ),
  pages(
    newest,
    "it gives 50 complaints at most by itself",
    "specification, Limits",
    ofList((records) => holds(records.length <= mostOfPage, "50 records at most", `${records.length}`))
  ),
  pages(
    oldest,
    "it gives 50 complaints at most where more are asked for",
    "specification, Limits",
    (answer, answers) => {
      if (answer.status === 400) return differs(8, "items_per_page above 50 is refused")
      return ofList((records) =>
        records.length > mostOfPage || newestComplaints(answers).length >= mostOfPage
          ? holds(records.length === mostOfPage, "50 records", `${records.length}`)
          : notShown("there are fewer than 50 complaints")
      )(answer)
    }
  ),
  pages("complaints from the third", "it keeps to the page size", inSpecification, (answer, answers) =>
    ofList((records) => pageOf(records, 5, newestComplaints(answers).length - 3))(answer)
  ),
  pages("complaints from the third", "it skips as many as asked", inSpecification, (answer, answers) =>
    ofList((records) => skipping(records, newestComplaints(answers), 3))(answer)
  ),
  pages(
    "no complaints",
    "it answers with an empty list where nothing matches",
    "decision 5",
    ofList((records) => holds(records.length === 0, "no records", `${records.length}`))
  )
]

const narrowing: ReadonlyArray<Statement> = [
  filters("created date", "it filters by the day of creation", sameAs("created date", [], onSameCreatedDay)),
  filters("created range", "it filters by a range of creation, its ends included", withinMoments),
  filters(
    "state",
    "it filters by state",
    sameAs("state", ["consumer-state"], () => true)
  ),
  filters(
    "state, city and created range",
    "it filters by state, city and days of creation together",
    sameAs("state, city and created range", ["consumer-state", "consumer-city"], onSameCreatedDay)
  ),
  filters(
    "area code and created range",
    "it filters by area code and days of creation together",
    sameAs("area code and created range", ["consumer-area-code"], onSameCreatedDay)
  ),
  filters("robocalls", "it filters robocalls", robocalls("Y")),
  filters("no robocalls, in a created range", "it filters what is no robocall", robocalls("N")),
  filters(
    "no robocalls, in a created range",
    "it filters by robocall and days of creation together",
    (answer, answers) =>
      ofRecords((records) => {
        const source = sourceIn(answers, "created date")
        const wanted = source === undefined ? "" : day(created(source))
        return matching(records, `complaints of ${wanted} only`, (record) =>
          day(created(record)) === wanted ? undefined : created(record)
        )
      })(answer)
  ),
  filters(
    "violation date",
    "it filters by the day of the call",
    sameAs("violation date", [], (record, source) => day(violated(record)) === day(violated(source)))
  ),
  filters(
    "violation range",
    "it filters by a range of the call, its ends included",
    sameAs("violation range", ["violation-date"], () => true)
  ),
  rules("half a created range", "it refuses half a range"),
  rules("a city without a state", "it refuses a city without a state"),
  rules("a state and an area code", "it refuses a state together with an area code"),
  single("one complaint", "it gives a complaint by its id, as the list has it", byId, (answer, answers) =>
    sameRecord(answer, newestComplaints(answers)[0])
  ),
  single(
    "one complaint",
    "it counts one complaint of one",
    byId,
    ofList((_, { body }) => {
      const counts = ["records-this-page", "records-total"].map((name) => at(body, "meta", name))
      return counts.every((count) => count === 1) ? conforms : differs(4, `meta is ${quoted(at(body, "meta"))}`)
    })
  ),
  single("an unknown complaint", "it does not find an id that it does not have", "decision 14", (answer) =>
    firstOf(
      notFound(answer),
      answer.status !== 404 || textAt(answer.body, "error", "code") === "NOT_FOUND"
        ? conforms
        : differs(20, "the error's code is not NOT_FOUND")
    )
  )
]

/** What the service does with requests for complaints. `origin` is that of the base URL. */
export const complaintStatements = (origin: string): ReadonlyArray<Statement> => [
  ...form,
  ownLink(origin),
  ...paging,
  ...narrowing
]
