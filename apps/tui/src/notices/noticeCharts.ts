import type { Notice, NoticeQuery } from "@public-records/core"
import type { CountNoticesQuery, NoticeCounts } from "@public-records/mirror"
import { Effect } from "effect"
import type { FormValues } from "../form/FormModel.ts"
import type { InsightDefinition, KeyCount, Question } from "../insights/Chart.ts"

const months = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, "0"))
const maxYears = 200

const yearsBetween = (keys: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [first, last] = [keys[0], keys.at(-1)]
  const count = Number(last) - Number(first) + 1
  if (count > maxYears) return []
  return Array.from({ length: count }, (_, position) => String(Number(first) + position).padStart(4, "0"))
}

const slicesOf = ({ counts, withoutValue }: NoticeCounts): ReadonlyArray<KeyCount> => [
  ...counts.map(({ first, last, notices, value }) => ({ key: value, count: notices, first, last })),
  ...(withoutValue === 0 ? [] : [{ key: "", count: withoutValue }])
]

const countBy =
  (by: CountNoticesQuery["by"]): Question<NoticeQuery, ReadonlyArray<KeyCount>> =>
  (mirror, where) =>
    Effect.map(mirror.countNotices({ by, where }), slicesOf)

/** Narrows a form to the notices of a party. */
const narrowTo =
  (field: "acquiringParty" | "acquiredParty") =>
  (party: string, values: FormValues): FormValues | undefined =>
    party === "" ? undefined : { ...values, [field]: party }

export const noticeInsights: InsightDefinition<NoticeQuery, Notice> = {
  charts: [
    {
      name: "years",
      title: "PER YEAR",
      by: "year",
      shape: "columns",
      count: countBy("year"),
      fill: yearsBetween,
      narrow: (year, values) =>
        year === "" ? undefined : { ...values, dateFrom: `${year}-01-01`, dateTo: `${year}-12-31` }
    },
    {
      name: "months",
      title: "PER MONTH OF THE YEAR",
      by: "",
      shape: "columns",
      count: countBy("month"),
      labelOf: (key) => `month ${key}`,
      fill: () => months
    },
    {
      name: "acquiring",
      title: "ACQUIRING PARTIES",
      by: "acquiring party",
      shape: "bars",
      count: countBy("acquiring-parties"),
      narrow: narrowTo("acquiringParty")
    },
    {
      name: "acquired",
      title: "ACQUIRED PARTIES",
      by: "acquired party",
      shape: "bars",
      count: countBy("acquired-parties"),
      narrow: narrowTo("acquiredParty")
    }
  ],
  countAll: (mirror, where) =>
    Effect.map(mirror.countNotices({ by: "year", where }), (counts) => {
      const reports = slicesOf(counts).reduce((sum, { count }) => sum + count, 0)
      return { counts: { reports, records: reports }, days: "" }
    }),
  loaded: (notices) => ({ notices }),
  partName: "",
  // Not the creation of the record: thousands of older notices were imported on one night in 2013.
  timeName: "dated"
}
