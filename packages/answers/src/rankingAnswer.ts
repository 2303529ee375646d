import type { ComplaintInput } from "@public-records/core"
import type {
  Covered,
  Omitted,
  PartyRanking,
  Ranked,
  Ranking,
  TopDimension,
  TopPartiesQuery
} from "@public-records/mirror"
import { counted, grouped } from "@public-records/text/counts"
import { shareText } from "@public-records/text/share"
import { type Answer, dataOf, type Row, type Target } from "./Answer.ts"
import { basisOf, noticesBasis } from "./basis.ts"
import { type Chart, type KeyCount, makeChart } from "./charts/Chart.ts"
import { ownedLabel, ownersText, withOwner } from "./owners.ts"
import { cityLabel, named, reportsText, sentences } from "./words.ts"

/** The singular and the plural of the values of a dimension. */
const nouns: Readonly<Record<TopDimension, readonly [one: string, many: string]>> = {
  numbers: ["number", "numbers"],
  subjects: ["subject", "subjects"],
  states: ["state", "states"],
  "area-codes": ["area code", "area codes"],
  cities: ["city", "cities"]
}

const titleOf = (many: string, what: string): string => `${many.charAt(0).toUpperCase()}${many.slice(1)} by ${what}`

const reasons: Readonly<Record<Omitted["reason"], string>> = {
  placeholder: "a placeholder",
  "not a number": "not a number",
  "too few places": "too few places"
}

const labelOf = ({ value }: Ranked, of: TopDimension): string => {
  if (typeof value !== "string") return cityLabel(value.city, value.state)
  return of === "numbers" ? ownedLabel(value) : value
}

const filterOf = ({ value }: Ranked, of: TopDimension): ComplaintInput => {
  if (typeof value !== "string") return { city: value.city, ...(value.state === null ? {} : { state: value.state }) }
  if (of === "numbers") return { number: value }
  if (of === "area-codes") return { areaCode: value }
  return of === "states" ? { state: value } : { subject: value }
}

const countOf = (ranked: Ranked, of: TopDimension): KeyCount => ({
  key: typeof ranked.value === "string" ? ranked.value : labelOf(ranked, of),
  label: labelOf(ranked, of),
  count: ranked.reports,
  part: ranked.robocalls.yes,
  partOf: ranked.robocalls.yes + ranked.robocalls.no,
  first: ranked.first.slice(0, 16),
  last: ranked.last.slice(0, 16),
  where: filterOf(ranked, of)
})

/** Says which values outrank the last one, how many records have no value, and which numbers are public lines. */
const noteOf = ({ omitted, top, withoutValue }: Ranking, of: TopDimension): string => {
  const left = omitted.map((one) => `${labelOf(one, of)} (${grouped(one.reports)}, ${reasons[one.reason]})`)
  return sentences([
    left.length === 0 ? "" : `Omitted: ${named(left)}.`,
    withoutValue.reports === 0 ? "" : `Not ranked: ${reportsText(withoutValue.reports)} (no ${nouns[of][0]}).`,
    of === "numbers" ? ownersText(top.map(({ value }) => String(value))) : ""
  ])
}

/** Returns the chart of a ranking. `total` is the number of all reports that match, if it is known. */
export const rankingChart = (ranking: Ranking, of: TopDimension, total = 0): Chart =>
  makeChart({
    title: titleOf(nouns[of][1], "reports"),
    shape: "bars",
    counts: ranking.top.map((ranked) => countOf(ranked, of)),
    total,
    note: noteOf(ranking, of),
    partName: "robocalls",
    timeName: "filed"
  })

const rankedColumns = "reports records places robocalls_yes robocalls_no robocalls_unknown first_filed last_filed"

/** Returns the answer about the values with the most reports. */
export const rankingAnswer = ({ coverage, value }: Covered<Ranking>, of: TopDimension, filter = ""): Answer => {
  const chart = rankingChart(value, of)
  const rows = value.top.map((ranked): Row => {
    const { places, reports, robocalls } = ranked
    const cells = [grouped(reports), grouped(places), shareText(robocalls.yes, reports)]
    const target: Target =
      of === "numbers"
        ? { _tag: "Report", question: { _tag: "Number", text: String(ranked.value) } }
        : { _tag: "Complaints", where: filterOf(ranked, of) }
    return { text: labelOf(ranked, of), cells, count: reports, target }
  })
  const known = <One extends Ranked>(some: ReadonlyArray<One>) =>
    of === "numbers" ? some.map((one) => withOwner(one, String(one.value))) : some
  const basis = basisOf(coverage, filter)
  const ranked = { ...value, top: known(value.top), omitted: known(value.omitted) }
  const [names, owner] = [of === "cities" ? "city state" : "value", of === "numbers" ? " owner" : ""]
  return {
    title: chart.title,
    summary: [{ text: chart.sentence }],
    sections: [
      {
        title: nouns[of][1],
        header: [nouns[of][0], "reports", "places", "robocalls"],
        rows,
        note: chart.note
      }
    ],
    basis,
    data: dataOf({ ...ranked, ...basis.json }, ranked.top, `${names} ${rankedColumns}${owner}`, (one) => {
      const { first, last, places, records, reports, robocalls, value } = one
      const { no, unknown, yes } = robocalls
      const values = typeof value === "string" ? [value] : [value.city, value.state]
      const owners = of === "numbers" ? [withOwner({}, String(value)).owner] : []
      return [...values, reports, records, places, yes, no, unknown, first, last, ...owners]
    }),
    chart
  }
}

const partyNouns: Readonly<Record<TopPartiesQuery["of"], readonly [one: string, many: string]>> = {
  "acquiring-parties": ["acquiring party", "acquiring parties"],
  "acquired-parties": ["acquired party", "acquired parties"],
  parties: ["party", "parties"]
}

/** Returns the answer about the parties with the most transactions. */
export const partiesAnswer = (ranking: PartyRanking, of: TopPartiesQuery["of"]): Answer => {
  const { top, withoutValue } = ranking
  const [one, many] = partyNouns[of]
  const basis = noticesBasis(ranking)
  const chart = makeChart({
    title: titleOf(many, "transactions"),
    shape: "bars",
    counts: top.map(({ first, last, transactions, value }) => ({ key: value, count: transactions, first, last })),
    total: 0,
    countText: (count) => counted(count, "transaction", "transactions"),
    timeName: "dated",
    note: withoutValue === 0 ? "" : `Not ranked: ${counted(withoutValue, "notice", "notices")} (no ${one}).`
  })
  const rows = top.map(({ notices, transactions, value }): Row => ({
    text: value,
    cells: [grouped(transactions), grouped(notices)],
    count: transactions,
    target: { _tag: "Report", question: { _tag: "Party", text: value } }
  }))
  return {
    title: chart.title,
    summary: [{ text: chart.sentence }],
    sections: [{ title: many, header: [one, "transactions", "notices"], rows, note: chart.note }],
    basis,
    data: dataOf({ ...ranking, ...basis.json }, top, "value transactions notices first last", (one) => {
      const { first, last, notices, transactions, value } = one
      return [value, transactions, notices, first, last]
    }),
    chart
  }
}
