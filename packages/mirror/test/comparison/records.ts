import { daily, row } from "../mirrors.ts"
import type { Choices } from "./Choices.ts"

const states = ["Ohio", "OHIO", "California", "New York", "Guam", "Texas", "District of Columbia", ""] as const
const cities = ["Columbus", "columbus", "New York", "MIAMI", "Miami", "São Paulo", ""] as const
const areas = ["614", "212", "213", "000", "21", ""] as const
const robocalls = ["Y", "Y", "N", "", "y", "perhaps"] as const
const subjects = ["Other", "No Subject Provided", "Medical  & prescriptions", ""] as const
const numbers = ["2165550100", "+12165550100", "12165550100", "0000000000", "__________", "na", ""] as const

const two = (number: number): string => String(number).padStart(2, "0")

/** A day of the test data: five days in a row, and one a year earlier. */
export const someDay = (choices: Choices): string =>
  choices.oneOf(["2021-07-03", "2021-07-04", "2021-07-05", "2021-07-06", "2021-07-07", "2020-07-07"])

/** A time of a day. Few times, so that many complaints have the same one. */
export const someTime = (choices: Choices): string =>
  `${two(choices.oneOf([0, 9, 10, 23]))}:${two(choices.oneOf([0, 59]))}:${two(choices.oneOf([0, 1, 59]))}`

const cellsOf = (choices: Choices, day: string) => ({
  number: choices.happens(0.5) ? choices.oneOf(numbers) : String(2_165_550_000 + choices.below(500)),
  created: `${day} ${someTime(choices)}`,
  called: `${someDay(choices)} ${someTime(choices)}`,
  city: choices.oneOf(cities),
  state: choices.oneOf(states),
  area: choices.oneOf(areas),
  subject: choices.oneOf(subjects),
  robocall: choices.oneOf(robocalls)
})

const someId = (choices: Choices, index: number): string =>
  choices.oneOf([choices.hex(32), choices.hex(32).toUpperCase(), `odd id ${index}`])

/** Returns complaints of two days as the service sends them, and of the other days as a daily file. */
export const complaintFiles = (choices: Choices, count: number): Readonly<Record<string, string>> => {
  const rows: Array<string> = []
  const records: Array<string> = []
  for (let index = 0; index < count; index++) {
    const day = someDay(choices)
    const cells = cellsOf(choices, day)
    if (day > "2021-07-04") {
      rows.push(...Array.from({ length: choices.happens(0.05) ? 3 : 1 }, () => row(cells)))
      continue
    }
    const attributes = {
      "company-phone-number": cells.number,
      "created-date": cells.created,
      "violation-date": cells.called,
      "consumer-city": cells.city,
      "consumer-state": cells.state,
      "consumer-area-code": cells.area,
      subject: cells.subject,
      "recorded-message-or-robocall": cells.robocall
    }
    records.push(JSON.stringify({ type: "dnc_complaint", id: someId(choices, index), attributes }))
  }
  return { "complaints.csv": daily(...rows), "complaints.ndjson": `${records.join("\n")}\n` }
}

const names = ["Blockbuster Inc.", "AT&T", "Société Générale S.A.", "O’Reilly Media", "3M", "e*trade", ""] as const
export const titleWords = ["blockbuster", "inc", "AT&T", "générale", "3m", '"e*t"', "media", "société o", "x"] as const
export const parties = names

/** Returns notices as the service sends them. */
export const noticeFile = (choices: Choices, count: number): string => {
  const records = Array.from({ length: count }, (_, index) => {
    const [acquiring, acquired] = [choices.oneOf(names), choices.oneOf(names)]
    const moment = (): string =>
      `${someDay(choices)}T${someTime(choices)}${choices.oneOf(["+00:00", "Z", "-04:00", ""])}`
    const attributes = {
      title: `${20_200_000 + index}: ${acquiring}; ${acquired}`,
      created: moment(),
      updated: moment(),
      "acquired-party": acquired,
      "acquiring-party": acquiring,
      date: someDay(choices),
      "acquired-entities": choices.oneOf([[], [acquired, "X"], acquired]),
      "transaction-number": String(20_200_000 + index)
    }
    const id = choices.oneOf([choices.hex(32), `Notice ${index}`])
    return JSON.stringify({ type: "early_termination_notice", id, attributes })
  })
  return `${records.join("\n")}\n`
}
