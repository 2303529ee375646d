import { type MirrorQuery } from "@public-records/mirror"

const robocallTexts = { true: "robocalls only", false: "no robocalls", null: "robocall not stated" }

const rangeText = ({ from, to }: NonNullable<MirrorQuery["violation"]>): string =>
  [from === undefined ? "" : `from ${from}`, to === undefined ? "" : `to ${to}`].filter((end) => end !== "").join(" ")

/** Returns the filters of a question in words, or "". The days of filing are in the basis of the answer. */
export const filterText = (where: MirrorQuery): string => {
  const { areaCode, city, hour, number, robocall, state, subject, violation } = where
  return [
    number === undefined ? "" : `number ${number}`,
    city === undefined ? "" : `city ${city}`,
    state === undefined ? "" : `state ${state}`,
    areaCode === undefined ? "" : `area code ${areaCode}`,
    subject === undefined ? "" : `subject ${subject}`,
    robocall === undefined ? "" : robocallTexts[`${robocall}`],
    hour === undefined ? "" : `filed at ${hour}:00 to ${hour}:59`,
    violation === undefined ? "" : `called ${rangeText(violation)}`
  ]
    .filter((text) => text !== "")
    .join(", ")
}
