import { attribute, recordsOf, type WireRecord } from "./ProbeResponse.ts"
import { dependentProbe, fixedProbe, type ProbeResponses, encode, type Probe } from "./Probe.ts"

const list = "/v0/dnc-complaints"

/** Returns the newest complaints, from the first response. */
export const newestComplaints = (responses: ProbeResponses): ReadonlyArray<WireRecord> => {
  const newest = responses.get("newest complaints")
  return newest === undefined ? [] : recordsOf(newest)
}

export const civilDateTime = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/

const isRead = (record: WireRecord, name: string, form: RegExp): boolean => form.test(attribute(record, name))

const text = /\S/
const forms: Readonly<Record<string, RegExp>> = {
  "created-date": civilDateTime,
  "violation-date": civilDateTime,
  "consumer-state": text,
  "consumer-city": /^[A-Za-z .]+$/,
  "consumer-area-code": /^\d{3}$/,
  "recorded-message-or-robocall": /^[YN]$/
}

/** Returns the newest complaint that has valid values for all of these attributes. Filters use its values. */
const sourceOf = (responses: ProbeResponses, names: ReadonlyArray<string>): WireRecord | undefined =>
  newestComplaints(responses).find((record) => names.every((name) => isRead(record, name, forms[name] ?? text)))

/** Attributes that the complaint must have whose values a probe uses, by probe. */
const sources: Readonly<Record<string, ReadonlyArray<string>>> = {
  "created date": ["created-date"],
  "no robocalls, in a created range": ["created-date"],
  state: ["consumer-state"],
  "state, city and created range": ["consumer-state", "consumer-city", "created-date"],
  "area code and created range": ["consumer-area-code", "created-date"],
  "violation date": ["violation-date"],
  "violation range": ["violation-date"]
}

/** Returns the complaint whose values a filter probe uses. */
export const sourceOfProbe = (responses: ProbeResponses, probe: string): WireRecord | undefined => {
  const names = sources[probe]
  return names === undefined ? undefined : sourceOf(responses, names)
}

const dayOf = (record: WireRecord, name: string): string => attribute(record, name).slice(0, 10)

// Dates, date-times and values with spaces are in double quotes. %22 is the double quote.
const inQuotes = (value: string): string => `%22${encode(value)}%22`
const quotedIfSpaced = (value: string): string => (value.includes(" ") ? inQuotes(value) : encode(value))

const bySource = (name: string, needs: string, query: (record: WireRecord) => string): Probe =>
  dependentProbe(
    name,
    needs,
    (responses) => sourceOfProbe(responses, name),
    (source) => `${list}?${query(source)}`
  )

const createdDays = (record: WireRecord): string => {
  const day = inQuotes(dayOf(record, "created-date"))
  return `created_date_from=${day}&created_date_to=${day}`
}

/** Returns the earliest and the latest created date of the newest page. */
export const createdMoments = (responses: ProbeResponses): readonly [from: string, to: string] | undefined => {
  const moments = newestComplaints(responses)
    .map((record) => attribute(record, "created-date"))
    .filter((moment) => civilDateTime.test(moment))
    .toSorted()
  const [from] = moments
  const to = moments.at(-1)
  return from === undefined || to === undefined ? undefined : [from, to]
}

const filters: ReadonlyArray<Probe> = [
  bySource(
    "created date",
    "a complaint with a created date",
    (record) => `created_date=${inQuotes(dayOf(record, "created-date"))}`
  ),
  dependentProbe(
    "created range",
    "a complaint with a created date",
    createdMoments,
    ([from, to]) => `${list}?created_date_from=${inQuotes(from)}&created_date_to=${inQuotes(to)}`
  ),
  bySource(
    "state",
    "a complaint with a state",
    (record) => `state=${quotedIfSpaced(attribute(record, "consumer-state"))}`
  ),
  bySource("state, city and created range", "a complaint with a state and a city", (record) => {
    const state = quotedIfSpaced(attribute(record, "consumer-state"))
    const city = quotedIfSpaced(attribute(record, "consumer-city"))
    return `state=${state}&city=${city}&${createdDays(record)}`
  }),
  bySource(
    "area code and created range",
    "a complaint with an area code",
    (record) => `area_code=${attribute(record, "consumer-area-code")}&${createdDays(record)}`
  ),
  fixedProbe("robocalls", { path: `${list}?is_robocall=true` }),
  bySource(
    "no robocalls, in a created range",
    "a complaint with a created date",
    (record) => `is_robocall=false&${createdDays(record)}`
  ),
  bySource(
    "violation date",
    "a complaint with a violation date",
    (record) => `violation_date=${inQuotes(dayOf(record, "violation-date"))}`
  ),
  bySource("violation range", "a complaint with a violation date", (record) => {
    const moment = inQuotes(attribute(record, "violation-date"))
    return `violation_date_from=${moment}&violation_date_to=${moment}`
  })
]

const invalid: ReadonlyArray<Probe> = [
  fixedProbe("half a created range", { path: `${list}?created_date_from=%222021-07-01%22` }),
  fixedProbe("a city without a state", { path: `${list}?city=Columbus` }),
  fixedProbe("a state and an area code", { path: `${list}?state=Ohio&area_code=614` })
]

/** Probes for complaints. Parameter names are written out here so that the check does not depend on the client. */
export const complaintProbes: ReadonlyArray<Probe> = [
  fixedProbe("newest complaints", { path: list }),
  fixedProbe("oldest complaints", { path: `${list}?sort_order=ASC&items_per_page=100` }),
  fixedProbe("complaints from the third", { path: `${list}?sort_order=DESC&items_per_page=5&offset=3` }),
  ...filters,
  ...invalid,
  fixedProbe("no complaints", { path: `${list}?created_date=%221900-01-01%22` }),
  dependentProbe(
    "one complaint",
    "a complaint",
    (responses) => newestComplaints(responses)[0]?.id || undefined,
    (id) => `${list}/${encode(id)}`
  ),
  fixedProbe("an unknown complaint", { path: `${list}/00000000000000000000000000000000` })
]
