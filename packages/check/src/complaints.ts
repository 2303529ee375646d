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
import { limitHeaders } from "./gateway.ts"
import {
  cappedPage,
  contentType,
  envelope,
  matching,
  maxPageSize,
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

const list = "/v0/dnc-complaints"
const civilDateTime = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/

const created = (record: WireRecord): string => attribute(record, "created-date")
const violated = (record: WireRecord): string => attribute(record, "violation-date")
const city = (record: WireRecord): string => attribute(record, "consumer-city")
const state = (record: WireRecord): string => attribute(record, "consumer-state")
const areaCode = (record: WireRecord): string => attribute(record, "consumer-area-code")
const robocall = (record: WireRecord): string => attribute(record, "recorded-message-or-robocall")
const day = (moment: string): string => moment.slice(0, 10)

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

const recordForm = ofRecords((records) => {
  const otherType = records.find(({ whole }) => at(whole, "type") !== "dnc_complaint")
  if (otherType !== undefined) return breaks('the type "dnc_complaint"', quoted(at(otherType.whole, "type")))
  if (records.some(({ id }) => id === "")) return breaks("an id for each record", "a record without one")
  const nonString = records.map(nonStringAttribute).find((name) => name !== undefined)
  if (nonString !== undefined) return breaks(`a string for ${nonString}`, "another type")
  const otherId = records.find(({ id }) => !/^[0-9a-f]{32}$/i.test(id))
  if (otherId !== undefined) return differs(14, `an id is not 32 hexadecimal digits: ${quoted(otherId.id)}`)
  const invalid = records.filter(
    (record) => !civilDateTime.test(created(record)) || !civilDateTime.test(violated(record))
  )
  if (invalid.length === records.length) return breaks("dates as YYYY-MM-DD HH:MM:SS", quoted(invalid.map(created)[0]))
  return invalid.length === 0
    ? conforms
    : differs(13, `${invalid.length} of ${records.length} records have an invalid date`)
})

// The service documents both spellings: docs/api.md, statement 5.
const totalOf = ({ body }: ProbeResponse): unknown =>
  at(body, "meta", "records-total") ?? at(body, "meta", "record-total")

const meta = ofRecords((records, response) => {
  const thisPage = at(response.body, "meta", "records-this-page")
  if (typeof thisPage !== "number") return differs(5, `records-this-page is ${quoted(thisPage)}`)
  if (thisPage !== records.length) return breaks(`records-this-page ${records.length}`, String(thisPage))
  const total = totalOf(response)
  return typeof total === "number" ? conforms : differs(5, `the total is ${quoted(total)}`)
})

/** Checks the totals of the lists that fit on one page, whose number of records is the total. */
const correctTotal: Evaluate = (_, { responses }) => {
  const short = responses
    .filter(({ request }) => request.startsWith(`GET ${list}?`) && !request.includes("items_per_page"))
    .filter((response) => isList(response) && recordsOf(response).length < maxPageSize)
    .filter((response) => typeof totalOf(response) === "number")
  const wrong = short.find((response) => totalOf(response) !== recordsOf(response).length)
  if (wrong === undefined) return short.length === 0 ? notShown("no list with a total fits on one page") : conforms
  return breaks(`the total ${recordsOf(wrong).length} for ${wrong.request}`, String(totalOf(wrong)))
}

// Dates, date-times and values with spaces are in double quotes. %22 is the double quote.
const inQuotes = (value: string): string => `%22${encodeURIComponent(value)}%22`
const quotedIfSpaced = (value: string): string => (value.includes(" ") ? inQuotes(value) : encodeURIComponent(value))
const createdOn = (record: WireRecord): string => {
  const date = inQuotes(day(created(record)))
  return `created_date_from=${date}&created_date_to=${date}`
}

/** Returns a function that finds the newest complaint in which all of these values have their form. */
const newestWith =
  (...forms: ReadonlyArray<readonly [value: (record: WireRecord) => string, form: RegExp]>) =>
  (newest: Newest): WireRecord | undefined =>
    newest.find((record) => forms.every(([value, form]) => form.test(value(record))))

const hasState = [state, /\S/] as const
const hasCity = [city, /^[A-Za-z .]+$/] as const
const hasAreaCode = [areaCode, /^\d{3}$/] as const
const isCreated = [created, civilDateTime] as const
const isViolated = [violated, civilDateTime] as const

/** Returns the complaints of the newest page that were created first and last. */
const createdRange = (newest: Newest): readonly [first: WireRecord, last: WireRecord] | undefined => {
  const dated = newest
    .filter((record) => civilDateTime.test(created(record)))
    .toSorted((one, other) => created(one).localeCompare(created(other)))
  const [first] = dated
  const last = dated.at(-1)
  return first === undefined || last === undefined ? undefined : [first, last]
}

/** A filter by values of the newest page. */
const filter = <Value>(
  needs: string,
  valueIn: (newest: Newest) => Value | undefined,
  query: (value: Value) => string,
  ...shows: ReadonlyArray<readonly [name: string, evaluate: (value: Value) => Evaluate]>
): Row =>
  dependentRow(
    "complaints: filters",
    needs,
    valueIn,
    (value) => `${list}?${query(value)}`,
    ...shows.map(([name, evaluate]) => [15, name, evaluate] as const)
  )

/** Checks that every complaint has what `shown` returns of the complaint whose values the filter used, ignoring case. */
const sameAsSource =
  (shown: (record: WireRecord) => string) =>
  (source: WireRecord): Evaluate =>
    ofList((records) => {
      const wanted = shown(source)
      const mismatchIn = (record: WireRecord): string | undefined =>
        shown(record).toLowerCase() === wanted.toLowerCase() ? undefined : shown(record)
      return matching(records, `only complaints with ${quoted(wanted)}`, mismatchIn, source)
    })

const withinRange = ([first, last]: readonly [WireRecord, WireRecord]): Evaluate =>
  ofList((records) => {
    const [from, to] = [created(first), created(last)]
    const mismatchIn = (record: WireRecord): string | undefined =>
      created(record) >= from && created(record) <= to ? undefined : created(record)
    return matching(records, `only complaints created from ${from} to ${to}`, mismatchIn, last, first)
  })

const robocalls = (wire: string): Evaluate =>
  ofRecords((records) =>
    matching(records, `only complaints with ${quoted(wire)}`, (record) =>
      robocall(record) === wire ? undefined : robocall(record)
    )
  )

const sameDayAs = (source: WireRecord): Evaluate =>
  ofRecords((records) =>
    matching(records, `only complaints of ${day(created(source))}`, (record) =>
      day(created(record)) === day(created(source)) ? undefined : created(record)
    )
  )

const filters: ReadonlyArray<Row> = [
  filter(
    "a complaint with a created date",
    newestWith(isCreated),
    (source) => `created_date=${inQuotes(day(created(source)))}`,
    ["it filters by created date", sameAsSource((record) => day(created(record)))]
  ),
  filter(
    "a complaint with a created date",
    createdRange,
    ([first, last]) => `created_date_from=${inQuotes(created(first))}&created_date_to=${inQuotes(created(last))}`,
    ["it filters by a range of created dates, including both ends", withinRange]
  ),
  filter("a complaint with a state", newestWith(hasState), (source) => `state=${quotedIfSpaced(state(source))}`, [
    "it filters by state",
    sameAsSource(state)
  ]),
  filter(
    "a complaint with a state and a city",
    newestWith(hasState, hasCity, isCreated),
    (source) => `state=${quotedIfSpaced(state(source))}&city=${quotedIfSpaced(city(source))}&${createdOn(source)}`,
    [
      "it filters by state, city and created range together",
      sameAsSource((record) => [state(record), city(record), day(created(record))].join(", "))
    ]
  ),
  filter(
    "a complaint with an area code",
    newestWith(hasAreaCode, isCreated),
    (source) => `area_code=${areaCode(source)}&${createdOn(source)}`,
    [
      "it filters by area code and created range together",
      sameAsSource((record) => [areaCode(record), day(created(record))].join(", "))
    ]
  ),
  fixedRow("complaints: filters", { path: `${list}?is_robocall=true` }, [15, "it finds robocalls", robocalls("Y")]),
  filter(
    "a complaint with a created date",
    newestWith(isCreated),
    (source) => `is_robocall=false&${createdOn(source)}`,
    ["it finds calls that are not robocalls", () => robocalls("N")],
    ["it filters by robocall and created range together", sameDayAs]
  ),
  filter(
    "a complaint with a violation date",
    newestWith(isViolated),
    (source) => `violation_date=${inQuotes(day(violated(source)))}`,
    ["it filters by violation date", sameAsSource((record) => day(violated(record)))]
  ),
  filter(
    "a complaint with a violation date",
    newestWith(isViolated),
    (source) => `violation_date_from=${inQuotes(violated(source))}&violation_date_to=${inQuotes(violated(source))}`,
    ["it filters by a range of violation dates, including both ends", sameAsSource(violated)]
  )
]

const pages: ReadonlyArray<Row> = [
  fixedRow(
    "complaints: pages",
    { path: `${list}?sort_order=ASC&items_per_page=100` },
    [21, "it lists the oldest complaints first on request", sorted("ASC", created)],
    [20, "it returns at most 50 complaints if more are requested", cappedPage("items_per_page", 20)]
  ),
  fixedRow(
    "complaints: pages",
    { path: `${list}?sort_order=DESC&items_per_page=5&offset=3` },
    [20, "it respects the page size", pageOf(5, 3)],
    [15, "it starts at the requested offset", skipping(3)]
  ),
  fixedRow(
    "complaints: pages",
    { path: `${list}?created_date=%221900-01-01%22` },
    [
      8,
      "it returns an empty list if nothing matches",
      ofList(({ length }) => expectTrue(length === 0, "no records", `${length}`))
    ],
    [5, "it reports the correct total", correctTotal]
  )
]

const isRejected: Evaluate = (response) => {
  if (response.status === 400) return conforms
  return isList(response) ? differs(19, `the response is ${brief(response)}`) : breaks("status 400", brief(response))
}

const rule = (query: string, name: string): Row =>
  fixedRow("complaints: combination rules", { path: list + query }, [19, name, isRejected])

const oneOfOne = ofList((_, response) =>
  [at(response.body, "meta", "records-this-page"), totalOf(response)].every((count) => count === 1)
    ? conforms
    : differs(5, `meta is ${quoted(at(response.body, "meta"))}`)
)

const notFoundWithCode: Evaluate = (response) =>
  worstOf(
    notFound(response),
    response.status !== 404 || textAt(response.body, "error", "code") === "NOT_FOUND"
      ? conforms
      : differs(31, "the error code is not NOT_FOUND")
  )

/** The requests about complaints. Parameter names are written out here so that the check does not depend on the client. */
export const complaintRows = (origin: string): ReadonlyArray<Row> => [
  fixedRow(
    "complaints: pages",
    { path: list },
    [4, "it responds with data, meta and links", envelope],
    [
      1,
      "it responds with JSON",
      (response) =>
        expectTrue(contentType(response) === "application/json", "application/json", quoted(contentType(response)))
    ],
    [9, "it returns complaints in the documented format", recordForm],
    [5, "it reports the page size and the total as numbers", meta],
    [7, "it links to itself without the key", ownLinks(origin)],
    [21, "it lists the newest complaints first by default", sorted("DESC", created)],
    [
      20,
      "it returns at most 50 complaints by default",
      ofList(({ length }) => expectTrue(length <= maxPageSize, "at most 50 records", `${length}`))
    ],
    [32, "it reports the key's remaining requests", limitHeaders, "keys, paths and methods"]
  ),
  ...pages,
  ...filters,
  rule("?created_date_from=%222021-07-01%22", "it rejects half a range"),
  rule("?city=Columbus", "it rejects a city without a state"),
  rule("?state=Ohio&area_code=614", "it rejects a state together with an area code"),
  dependentRow(
    "complaints: single records",
    "a complaint",
    newestRecord,
    ({ id }) => `${list}/${encodeURIComponent(id)}`,
    [28, "it returns a complaint by id with the attributes of the list", sameRecord],
    [28, "it reports one record and a total of one", () => oneOfOne]
  ),
  fixedRow("complaints: single records", { path: `${list}/00000000000000000000000000000000` }, [
    28,
    "it returns 404 for an unknown id",
    notFoundWithCode
  ])
]
