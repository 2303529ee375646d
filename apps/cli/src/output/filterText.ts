import { type ComplaintFilters } from "@public-records/core"

const robocallTexts = { true: "robocalls only", false: "no robocalls", unknown: "robocall not stated" }

/** Returns when the calls were received, in words, or "". */
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
    robocall === undefined ? "" : robocallTexts[`${robocall}`],
    hour === undefined ? "" : `filed at ${hour}:00 to ${hour}:59`,
    called === "" ? "" : `called${called}`
  ]
    .filter((text) => text !== "")
    .join(", ")
}
