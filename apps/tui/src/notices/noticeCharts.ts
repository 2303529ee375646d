import { noticesBasis } from "@public-records/answers/basis"
import type { Slice } from "@public-records/answers/charts/Chart"
import { noticeChart } from "@public-records/answers/charts/noticeChart"
import type { Notice, NoticeQuery } from "@public-records/core"
import type { CountNoticesQuery } from "@public-records/mirror"
import { Effect } from "effect"
import type { FormValues } from "../form/FormModel.ts"
import type { ChartDefinition, InsightDefinition } from "../insights/Chart.ts"

const countBy =
  (by: CountNoticesQuery["by"]): ChartDefinition<NoticeQuery>["ask"] =>
  (mirror, where) =>
    Effect.map(mirror.countNotices({ by, where }), (counts) => () => noticeChart(by, counts))

/** Returns the filter of a slice for the notices of a party. */
const ofParty =
  (field: "acquiringParty" | "acquiredParty") =>
  ({ key }: Slice): FormValues | undefined =>
    key === "" ? undefined : { [field]: key }

export const noticeInsights: InsightDefinition<NoticeQuery, Notice> = {
  charts: [
    {
      name: "years",
      by: "year",
      shape: "columns",
      ask: countBy("year"),
      where: ({ key }) => (key === "" ? undefined : { dateFrom: `${key}-01-01`, dateTo: `${key}-12-31` })
    },
    { name: "months", by: "month", shape: "columns", ask: countBy("month") },
    {
      name: "acquiring",
      by: "acquiring party",
      shape: "bars",
      ask: countBy("acquiring-parties"),
      where: ofParty("acquiringParty")
    },
    {
      name: "acquired",
      by: "acquired party",
      shape: "bars",
      ask: countBy("acquired-parties"),
      where: ofParty("acquiredParty")
    }
  ],
  countAll: (mirror, where) =>
    Effect.map(mirror.countNotices({ by: "year", where }), (counts) => {
      const { total } = noticeChart("year", counts)
      return { counts: { reports: total, records: total }, basis: noticesBasis(counts) }
    }),
  loaded: (notices) => ({ notices })
}
