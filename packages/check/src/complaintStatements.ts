import {
  type ProbeResponse,
  at,
  attribute,
  brief,
  isList,
  quoted,
  recordsOf,
  textAt,
  type WireRecord
} from "./ProbeResponse.ts"
import { civilDateTime, createdMoments, newestComplaints, sourceOfProbe } from "./complaintProbes.ts"
import {
  cappedPage,
  contentType,
  envelope,
  matching,
  maxPageSize,
  notFound,
  ofList,
  ofRecords,
  ownLinks,
  pageOf,
  sameRecord,
  skipping,
  sorted
} from "./lists.ts"
import { type ProbeResponses, type Statement, statementsOf } from "./Probe.ts"
import { breaks, conforms, differs, worstOf, expectTrue, notShown, type Verdict } from "./Verdict.ts"

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

/** Returns the name of an attribute that is present but not a string, if there is one. */
const nonStringAttribute = ({ whole }: WireRecord): string | undefined =>
  attributes.find((name) => !["string", "undefined"].includes(typeof at(whole, "attributes", name)))

const recordForm = (records: ReadonlyArray<WireRecord>): Verdict => {
  const otherType = records.find(({ whole }) => at(whole, "type") !== "dnc_complaint")
  if (otherType !== undefined) return breaks('the type "dnc_complaint"', quoted(at(otherType.whole, "type")))
  if (records.some(({ id }) => id === "")) return breaks("an id for each record", "a record without one")
  const nonString = records.map(nonStringAttribute).find((name) => name !== undefined)
  if (nonString !== undefined) return breaks(`a string for ${nonString}`, "another type")
  const ids = records.filter(({ id }) => !/^[0-9a-f]{32}$/i.test(id))
  if (ids.length > 0) return differs(14, `an id is not 32 hexadecimal digits: ${quoted(ids[0]?.id)}`)
  const invalid = records.filter(
    (record) => !civilDateTime.test(created(record)) || !civilDateTime.test(violated(record))
  )
  if (invalid.length === records.length) return breaks("dates as YYYY-MM-DD HH:MM:SS", quoted(invalid.map(created)[0]))
  return invalid.length === 0
    ? conforms
    : differs(13, `${invalid.length} of ${records.length} records have an invalid date`)
}

const metaOf = (records: ReadonlyArray<WireRecord>, response: ProbeResponse): Verdict => {
  const thisPage = at(response.body, "meta", "records-this-page")
  if (typeof thisPage === "number" && thisPage !== records.length) {
    return breaks(`records-this-page ${records.length}`, String(thisPage))
  }
  if (typeof thisPage !== "number") return differs(5, `records-this-page is ${quoted(thisPage)}`)
  const total = totalOf(response)
  return typeof total === "number" ? conforms : differs(5, `the total is ${quoted(total)}`)
}

// The service documents both spellings: docs/api.md, statement 5.
const totalOf = ({ body }: ProbeResponse): unknown =>
  at(body, "meta", "records-total") ?? at(body, "meta", "record-total")

/** Probes whose response probably has fewer records than a page, so that their number is the total. */
const shortLists = [
  "no complaints",
  "state, city and created range",
  "violation range",
  "area code and created range",
  "state"
]

const correctTotal = (responses: ProbeResponses): Verdict => {
  const lists = shortLists
    .map((name) => responses.get(name))
    .filter((response) => response !== undefined)
    .filter((response) => isList(response) && recordsOf(response).length < maxPageSize)
  const withTotal = lists.filter((response) => typeof totalOf(response) === "number")
  const wrong = withTotal.find((response) => totalOf(response) !== recordsOf(response).length)
  if (wrong !== undefined) {
    return breaks(`the total ${recordsOf(wrong).length} for ${wrong.request}`, String(totalOf(wrong)))
  }
  return withTotal.length === 0 ? notShown("no list with a total fits on one page") : conforms
}

const isRejected = (response: ProbeResponse): Verdict => {
  if (response.status === 400) return conforms
  return isList(response) ? differs(19, `the response is ${brief(response)}`) : breaks("status 400", brief(response))
}

const day = (moment: string): string => moment.slice(0, 10)

/** Checks that every complaint has the same attributes, ignoring case, as the complaint whose values the filter used. */
const sameAs =
  (
    probe: string,
    names: ReadonlyArray<string>,
    also: (record: WireRecord, source: WireRecord) => boolean = () => true
  ) =>
  (response: ProbeResponse, responses: ProbeResponses): Verdict =>
    ofList((records) => {
      const source = sourceOfProbe(responses, probe)
      if (source === undefined) return notShown("the request could not be sent")
      const valuesOf = (record: WireRecord): string => names.map((name) => attribute(record, name)).join(", ")
      const shown = (record: WireRecord): string => `${valuesOf(record)} (${created(record)})`
      const isMatch = (record: WireRecord): boolean =>
        valuesOf(record).toLowerCase() === valuesOf(source).toLowerCase() && also(record, source)
      const expected = `only complaints with ${quoted(valuesOf(source) || day(created(source)))}`
      return matching(records, expected, (record) => (isMatch(record) ? undefined : shown(record)), source)
    })(response)

const onSameCreatedDay = (record: WireRecord, source: WireRecord): boolean =>
  day(created(record)) === day(created(source))

const robocalls = (wire: string) =>
  ofRecords((records) =>
    matching(records, `only complaints with ${quoted(wire)}`, (record) => {
      const actual = attribute(record, "recorded-message-or-robocall")
      return actual === wire ? undefined : actual
    })
  )

const withinMoments = (response: ProbeResponse, responses: ProbeResponses): Verdict =>
  ofList((records) => {
    const [from = "", to = ""] = createdMoments(responses) ?? []
    const [earliest, latest] = [from, to].map((moment) =>
      newestComplaints(responses).find((record) => created(record) === moment)
    )
    return matching(
      records,
      `only complaints created from ${from} to ${to}`,
      (record) => (created(record) >= from && created(record) <= to ? undefined : created(record)),
      latest,
      earliest
    )
  })(response)

const pages = statementsOf("complaints: pages")
const filters = (probe: string, name: string, evaluate: Statement["evaluate"]): Statement =>
  statementsOf("complaints: filters")(probe, name, 15, evaluate)
const rules = (probe: string, name: string): Statement =>
  statementsOf("complaints: combination rules")(probe, name, 19, isRejected)
const single = statementsOf("complaints: single records")

const newest = "newest complaints"
const oldest = "oldest complaints"

const form: ReadonlyArray<Statement> = [
  pages(newest, "it responds with data, meta and links", 4, envelope),
  pages(newest, "it responds with JSON", 1, (response) =>
    expectTrue(contentType(response) === "application/json", "application/json", quoted(contentType(response)))
  ),
  pages(newest, "it returns complaints in the documented format", 9, ofRecords(recordForm)),
  pages(newest, "it reports the page size and the total as numbers", 5, ofRecords(metaOf)),
  pages("no complaints", "it reports the correct total", 5, (_, responses) => correctTotal(responses))
]

const paging: ReadonlyArray<Statement> = [
  pages(newest, "it lists the newest complaints first by default", 21, sorted("DESC", created)),
  pages(oldest, "it lists the oldest complaints first on request", 21, sorted("ASC", created)),
  pages(
    newest,
    "it returns at most 50 complaints by default",
    20,
    ofList((records) => expectTrue(records.length <= maxPageSize, "at most 50 records", `${records.length}`))
  ),
  pages(oldest, "it returns at most 50 complaints if more are requested", 20, (response, responses) =>
    cappedPage("items_per_page", 20, response, newestComplaints(responses).length)
  ),
  pages("complaints from the third", "it respects the page size", 20, (response, responses) =>
    ofList((records) => pageOf(records, 5, newestComplaints(responses).length - 3))(response)
  ),
  pages("complaints from the third", "it starts at the requested offset", 15, (response, responses) =>
    ofList((records) => skipping(records, newestComplaints(responses), 3))(response)
  ),
  pages(
    "no complaints",
    "it returns an empty list if nothing matches",
    8,
    ofList((records) => expectTrue(records.length === 0, "no records", `${records.length}`))
  )
]

const narrowing: ReadonlyArray<Statement> = [
  filters("created date", "it filters by created date", sameAs("created date", [], onSameCreatedDay)),
  filters("created range", "it filters by a range of created dates, including both ends", withinMoments),
  filters("state", "it filters by state", sameAs("state", ["consumer-state"])),
  filters(
    "state, city and created range",
    "it filters by state, city and created range together",
    sameAs("state, city and created range", ["consumer-state", "consumer-city"], onSameCreatedDay)
  ),
  filters(
    "area code and created range",
    "it filters by area code and created range together",
    sameAs("area code and created range", ["consumer-area-code"], onSameCreatedDay)
  ),
  filters("robocalls", "it finds robocalls", robocalls("Y")),
  filters("no robocalls, in a created range", "it finds calls that are not robocalls", robocalls("N")),
  filters(
    "no robocalls, in a created range",
    "it filters by robocall and created range together",
    (response, responses) =>
      ofRecords((records) => {
        const source = sourceOfProbe(responses, "created date")
        const wanted = source === undefined ? "" : day(created(source))
        return matching(records, `only complaints of ${wanted}`, (record) =>
          day(created(record)) === wanted ? undefined : created(record)
        )
      })(response)
  ),
  filters(
    "violation date",
    "it filters by violation date",
    sameAs("violation date", [], (record, source) => day(violated(record)) === day(violated(source)))
  ),
  filters(
    "violation range",
    "it filters by a range of violation dates, including both ends",
    sameAs("violation range", ["violation-date"])
  ),
  rules("half a created range", "it rejects half a range"),
  rules("a city without a state", "it rejects a city without a state"),
  rules("a state and an area code", "it rejects a state together with an area code"),
  single("one complaint", "it returns a complaint by id with the attributes of the list", 28, (response, responses) =>
    sameRecord(response, newestComplaints(responses)[0])
  ),
  single(
    "one complaint",
    "it reports one record and a total of one",
    28,
    ofList((_, response) => {
      const counts = [at(response.body, "meta", "records-this-page"), totalOf(response)]
      return counts.every((count) => count === 1)
        ? conforms
        : differs(5, `meta is ${quoted(at(response.body, "meta"))}`)
    })
  ),
  single("an unknown complaint", "it returns 404 for an unknown id", 28, (response) =>
    worstOf(
      notFound(response),
      response.status !== 404 || textAt(response.body, "error", "code") === "NOT_FOUND"
        ? conforms
        : differs(31, "the error code is not NOT_FOUND")
    )
  )
]

/** Returns the statements about complaints. `origin` is the origin of the base URL. */
export const complaintStatements = (origin: string): ReadonlyArray<Statement> => [
  ...form,
  pages(newest, "it links to itself without the key", 7, ownLinks(origin)),
  ...paging,
  ...narrowing
]
