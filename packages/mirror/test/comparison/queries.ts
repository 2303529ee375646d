import type { ComplaintInput, NoticeInput } from "@public-records/core"
import { Dimension, type TopDimension, TopQuery } from "@public-records/mirror"
import type { Choices } from "./Choices.ts"
import { parties, someDay, someTime, titleWords } from "./records.ts"

const someMoment = (choices: Choices): string =>
  choices.happens(0.5) ? someDay(choices) : `${someDay(choices)} ${someTime(choices)}`

const someRange = (choices: Choices): readonly [from: string, to: string] => {
  const [one, other] = [someMoment(choices), someMoment(choices)]
  return one <= `${other} 23:59:59` ? [one, other] : [other, one]
}

const somePage = (choices: Choices) => ({
  sort: choices.oneOf(["asc", "desc"]),
  limit: String(1 + choices.below(50)),
  offset: String(choices.oneOf([0, choices.below(60), choices.below(1200)]))
})

/** Returns random filters for complaints that the service documents. */
const someFilter = (choices: Choices): ComplaintInput => {
  const [from, to] = someRange(choices)
  const created = choices.happens(0.6) ? { createdFrom: from, createdTo: to } : {}
  const state = choices.oneOf(["Ohio", "California", "New York", "Guam", "Wyoming", "District of Columbia"])
  const city = choices.oneOf(["Columbus", "COLUMBUS", "miami", "são paulo", "Nowhere"])
  return choices.oneOf([
    {},
    { createdDate: someDay(choices) },
    { createdFrom: from, createdTo: to },
    { state, ...created },
    { state, city, ...created },
    { areaCode: choices.oneOf(["614", "212", "213", "999"]), ...created },
    { robocall: choices.oneOf(["true", "false"]), ...created },
    { violationDate: someDay(choices) },
    { violationFrom: from, violationTo: to }
  ])
}

/** Returns a random documented query for complaints. */
export const someComplaints = (choices: Choices): ComplaintInput => ({ ...someFilter(choices), ...somePage(choices) })

/** A question about complaints other than a list. `isDocumented` is whether the service has all its filters. */
export type RandomQuestion = { readonly where: ComplaintInput; readonly isDocumented: boolean } & (
  | { readonly _tag: "Count" }
  | { readonly _tag: "Ranking"; readonly of: TopDimension }
  | { readonly _tag: "Trend"; readonly by: Dimension; readonly split: Dimension | undefined }
)

/** Returns a random count, ranking or trend. */
export const someQuestion = (choices: Choices): RandomQuestion => {
  const local: ComplaintInput = choices.oneOf([
    {},
    {},
    { subject: choices.oneOf(["other", "Medical & prescriptions"]) },
    { hour: choices.oneOf(["0", "10"]) },
    { robocall: "unknown" },
    { number: choices.oneOf(["216-555-0100", "21655501", "na"]) }
  ])
  return {
    where: { ...someFilter(choices), ...local },
    isDocumented: Object.keys(local).length === 0,
    ...choices.oneOf([
      { _tag: "Count" },
      { _tag: "Ranking", of: choices.oneOf(TopQuery.fields.of.literals) },
      {
        _tag: "Trend",
        by: choices.oneOf(Dimension.literals),
        split: choices.oneOf([undefined, ...Dimension.literals])
      }
    ])
  }
}

/** Returns a random documented query for notices. */
export const someNotices = (choices: Choices): NoticeInput => {
  const party = choices.oneOf(parties) || "nobody"
  const filter: NoticeInput = choices.oneOf([
    {},
    { title: choices.oneOf(titleWords) },
    { title: `${choices.oneOf(titleWords)} ${choices.oneOf(titleWords)}` },
    { titleContains: choices.oneOf(["buster", "AT&", "société", "; "]).trim() },
    { titleExactly: `20200001: ${party}; ${party}` },
    { acquiringParty: party.toUpperCase() },
    { acquiredParty: party, date: someDay(choices) },
    { date: someDay(choices) },
    { dateFrom: someDay(choices) },
    { dateFrom: "2021-07-04", dateTo: choices.oneOf(["2021-07-04", "2021-07-06"]) },
    { transactionNumber: String(20_200_000 + choices.below(50)) },
    { id: `notice ${choices.below(50)}` }
  ])
  return { ...filter, sortBy: choices.oneOf(["created", "changed"]), ...somePage(choices) }
}
