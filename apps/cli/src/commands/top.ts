import { type City, type Ranked, type Ranking, type TopDimension, type TopPartiesQuery } from "@public-records/mirror"
import { counted, grouped } from "@public-records/text/counts"
import { shareText } from "@public-records/text/share"
import { Effect } from "effect"
import { type CommandFlags, partyDimensions } from "../flags.ts"
import { readInteger } from "../integers.ts"
import { covered, named, printAnswer } from "../output/mirrorAnswer.ts"
import { barTable } from "../output/barTable.ts"
import { filterText } from "../output/filterText.ts"
import { shownNumber } from "../output/numberText.ts"
import { answerOf, openQuestion } from "../queries/askMirror.ts"

const nouns: Readonly<Record<TopDimension, string>> = {
  numbers: "number",
  subjects: "subject",
  states: "state",
  "area-codes": "area code",
  cities: "city"
}

const shownValue = (value: string | City, of: TopDimension): string => {
  if (typeof value === "string") return of === "numbers" ? shownNumber(value) : value
  return value.state === null ? value.city : `${value.city}, ${value.state}`
}

const robocallShare = ({ reports, robocalls }: Ranked): string => shareText(robocalls.yes, reports)

const reasons = { placeholder: "a placeholder", "not a number": "not a number", "too few places": "too few places" }

const topText = ({ omitted, top, withoutValue }: Ranking, of: TopDimension, width: number): string => {
  const rows = top.map((row) => ({
    cells: [shownValue(row.value, of), grouped(row.reports), grouped(row.places), robocallShare(row)],
    value: row.reports
  }))
  const left = omitted.map(
    ({ reason, reports, value }) => `${shownValue(value, of)} (${grouped(reports)}, ${reasons[reason]})`
  )
  return [
    barTable([nouns[of], "reports", "places", "robocalls"], rows, { texts: 1, width }),
    left.length === 0 ? "" : `Omitted: ${named(left)}.\n`,
    withoutValue.reports === 0
      ? ""
      : `Not ranked: ${counted(withoutValue.reports, "report", "reports")} (no ${nouns[of]}).\n`
  ].join("")
}

const valueColumns = (of: TopDimension): ReadonlyArray<readonly [string, (row: Ranked) => unknown]> =>
  of === "cities"
    ? [
        ["city", ({ value }) => (typeof value === "string" ? value : value.city)],
        ["state", ({ value }) => (typeof value === "string" ? null : value.state)]
      ]
    : [["value", ({ value }) => value]]

const isOfParties = (of: CommandFlags<"top">["of"]): of is TopPartiesQuery["of"] =>
  partyDimensions.some((one) => one === of)

export const top = Effect.fnUntraced(function* (flags: CommandFlags<"top">) {
  const { of } = flags
  if (isOfParties(of)) {
    const { topParties } = yield* Effect.promise(() => import("./topParties.ts"))
    return yield* topParties({ ...flags, of })
  }
  const limit = yield* readInteger("--limit", flags.limit)
  const places = yield* readInteger("--places", flags.places)
  const { mirror, options, status, where } = yield* openQuestion(flags)
  const answer = yield* answerOf(status, mirror.top({ of, limit, places, where }, options))
  const { basis, gap, json } = covered(answer, filterText(where))
  yield* printAnswer(flags, status, {
    json: { ...answer.value, ...json },
    rows: answer.value.top,
    columns: [
      ...valueColumns(of),
      ["reports", ({ reports }) => reports],
      ["records", ({ records }) => records],
      ["places", ({ places }) => places],
      ["robocalls_yes", ({ robocalls }) => robocalls.yes],
      ["robocalls_no", ({ robocalls }) => robocalls.no],
      ["robocalls_unknown", ({ robocalls }) => robocalls.unknown],
      ["first_filed", ({ first }) => first],
      ["last_filed", ({ last }) => last]
    ],
    text: (width) => topText(answer.value, of, width),
    basis,
    gap
  })
}, Effect.scoped)
