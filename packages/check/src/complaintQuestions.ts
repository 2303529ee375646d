import { attribute, recordsOf, type WireRecord } from "./Answer.ts"
import { always, type Answers, type Asked, encoded, type Question } from "./Question.ts"

const list = "/v0/dnc-complaints"

/** The newest complaints, as the first answer has them. */
export const newestComplaints = (answers: Answers): ReadonlyArray<WireRecord> => {
  const newest = answers.get("newest complaints")
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

/** The newest complaint that says all of these; what a filter is asked with is taken from it. */
const sourceOf = (answers: Answers, names: ReadonlyArray<string>): WireRecord | undefined =>
  newestComplaints(answers).find((record) => names.every((name) => isRead(record, name, forms[name] ?? text)))

/** The complaint whose values the questions of filters repeat, by the question. */
const sources: Readonly<Record<string, ReadonlyArray<string>>> = {
  "created date": ["created-date"],
  "created range": ["created-date"],
  state: ["consumer-state"],
  "state, city and created range": ["consumer-state", "consumer-city", "created-date"],
  "area code and created range": ["consumer-area-code", "created-date"],
  "violation date": ["violation-date"],
  "violation range": ["violation-date"]
}

/** The complaint from which a question about filters took its values. */
export const sourceOfQuestion = (answers: Answers, question: string): WireRecord | undefined => {
  const names = sources[question]
  return names === undefined ? undefined : sourceOf(answers, names)
}

const dayOf = (record: WireRecord, name: string): string => attribute(record, name).slice(0, 10)

// A date, a date-time or a value with spaces stands between double quotes; %22 is the double quote.
const inQuotes = (value: string): string => `%22${encoded(value)}%22`
const quotedIfSpaced = (value: string): string => (value.includes(" ") ? inQuotes(value) : encoded(value))

const bySource = (name: string, needs: string, query: (record: WireRecord) => string): Question => ({
  name,
  needs,
  ask: (answers): Asked | undefined => {
    const source = sourceOfQuestion(answers, name)
    return source === undefined ? undefined : { path: `${list}?${query(source)}` }
  }
})

const createdDays = (record: WireRecord): string => {
  const day = inQuotes(dayOf(record, "created-date"))
  return `created_date_from=${day}&created_date_to=${day}`
}

/** The created range of the newest page, from its last complaint to its first. */
export const createdMoments = (answers: Answers): readonly [from: string, to: string] | undefined => {
  const moments = newestComplaints(answers)
    .map((record) => attribute(record, "created-date"))
    .filter((moment) => civilDateTime.test(moment))
    .toSorted()
  const [from] = moments
  const to = moments.at(-1)
  return from === undefined || to === undefined ? undefined : [from, to]
}

const filters: ReadonlyArray<Question> = [
  bySource(
    "created date",
    "a complaint with a created date",
    (record) => `created_date=${inQuotes(dayOf(record, "created-date"))}`
  ),
  {
    name: "created range",
    needs: "a complaint with a created date",
    ask: (answers) => {
      const moments = createdMoments(answers)
      if (moments === undefined) return undefined
      const [from, to] = moments
      return { path: `${list}?created_date_from=${inQuotes(from)}&created_date_to=${inQuotes(to)}` }
    }
  },
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
  always("robocalls", { path: `${list}?is_robocall=true` }),
  {
    name: "no robocalls, in a created range",
    needs: "a complaint with a created date",
    ask: (answers) => {
      const source = sourceOfQuestion(answers, "created date")
      return source === undefined ? undefined : { path: `${list}?is_robocall=false&${createdDays(source)}` }
    }
  },
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

const refused: ReadonlyArray<Question> = [
  always("half a created range", { path: `${list}?created_date_from=%222021-07-01%22` }),
  always("a city without a state", { path: `${list}?city=Columbus` }),
  always("a state and an area code", { path: `${list}?state=Ohio&area_code=614` })
]

/** What is asked about complaints. The wire's words are copied from the specification by hand. */
export const complaintQuestions: ReadonlyArray<Question> = [
  always("newest complaints", { path: list }),
  always("oldest complaints", { path: `${list}?sort_order=ASC&items_per_page=100` }),
  always("complaints from the third", { path: `${list}?sort_order=DESC&items_per_page=5&offset=3` }),
  ...filters,
  ...refused,
  always("no complaints", { path: `${list}?created_date=%221900-01-01%22` }),
  {
    name: "one complaint",
    needs: "a complaint",
    ask: (answers) => {
      const [first] = newestComplaints(answers)
      return first === undefined || first.id === "" ? undefined : { path: `${list}/${encoded(first.id)}` }
    }
  },
  always("an unknown complaint", { path: `${list}/00000000000000000000000000000000` })
]
