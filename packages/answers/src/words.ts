import type { ComplaintFilters } from "@public-records/core"
import type { Dimension, RobocallCounts, TrendKey } from "@public-records/mirror"
import { counted, grouped } from "@public-records/text/counts"
import { shareText } from "@public-records/text/share"

/** Joins sentences, without empty ones. */
export const sentences = (texts: ReadonlyArray<string>): string => texts.filter((text) => text !== "").join(" ")

const maxNamed = 3

/** Names the first items of a list, and counts the others. */
export const named = (items: ReadonlyArray<string>): string =>
  items.slice(0, maxNamed).join(", ") + (items.length > maxNamed ? ` and ${grouped(items.length - maxNamed)} more` : "")

export const reportsText = (count: number): string => counted(count, "report", "reports")

/** Formats a telephone number of ten digits: `(315) 232-8257`. Returns other numbers unchanged. */
export const numberLabel = (number: string): string => number.replace(/^(\d{3})(\d{3})(\d{4})$/, "($1) $2-$3")

/** Says when a number was reported: "on 2021-07-07, 10:55 to 21:28". */
export const whenText = (first: string, last: string): string => {
  const [firstDay, lastDay] = [first.slice(0, 10), last.slice(0, 10)]
  if (firstDay !== lastDay) return `from ${first.slice(0, 16)} to ${last.slice(0, 16)}`
  const [start, end] = [first.slice(11, 16), last.slice(11, 16)]
  return start === end ? `on ${firstDay} at ${start}` : `on ${firstDay}, ${start} to ${end}`
}

/** Says how many of the reports that say so are about robocalls. */
export const robocallsText = ({ no, unknown, yes }: RobocallCounts): string => {
  const stated = yes + no
  const rest = unknown === 0 ? "" : `; ${grouped(unknown)} do not say`
  if (stated === 0) return "Robocalls: no report says."
  return `Robocalls: ${grouped(yes)} of ${grouped(stated)} (${shareText(yes, stated)})${rest}.`
}

/** The label of records without a value. */
export const notStated = "not stated"

export const cityLabel = (city: string, state: string | null): string => (state === null ? city : `${city}, ${state}`)

const weekdays = ["", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

export const keyLabel = (key: TrendKey, dimension: Dimension): string => {
  if (key === null) return notStated
  if (typeof key === "object") return cityLabel(key.city, key.state)
  if (typeof key === "boolean") return key ? "robocall" : "other call"
  if (typeof key === "string") return key
  return dimension === "weekday" ? (weekdays[key] ?? "") : `${String(key).padStart(2, "0")}:00`
}

/** Names a dimension. A time says whether it is that of filing or that of the call. */
export const heading = (dimension: Dimension): string => {
  if (dimension === "call-hour") return "hour called"
  const isFiled = /^(day|week|month|year|weekday|hour)$/.test(dimension)
  return isFiled ? `${dimension} filed` : dimension.replace("-", " ")
}

const robocallFilters = { true: "robocalls only", false: "no robocalls", unknown: "robocall not stated" }

const calledText = ({
  violationDate,
  violationFrom: from = violationDate,
  violationTo: to = violationDate
}: ComplaintFilters): string =>
  [from === undefined ? "" : ` from ${from}`, to === undefined ? "" : ` to ${to}`].join("")

/** Returns the filters of a question in words, or "". The days of filing are in the basis of the answer. */
export const filterText = (where: ComplaintFilters): string => {
  const { areaCode, city, hour, number, robocall, state, subject } = where
  const called = calledText(where)
  return [
    number === undefined ? "" : `number ${number}`,
    city === undefined ? "" : `city ${city}`,
    state === undefined ? "" : `state ${state}`,
    areaCode === undefined ? "" : `area code ${areaCode}`,
    subject === undefined ? "" : `subject ${subject}`,
    robocall === undefined ? "" : robocallFilters[`${robocall}`],
    hour === undefined ? "" : `filed at ${hour}:00 to ${hour}:59`,
    called === "" ? "" : `called${called}`
  ]
    .filter((text) => text !== "")
    .join(", ")
}
