import { basisOf } from "@public-records/answers/basis"
import { trendChart } from "@public-records/answers/charts/trendChart"
import { rankingChart } from "@public-records/answers/rankingAnswer"
import type { Complaint, ComplaintQuery } from "@public-records/core"
import type { Dimension } from "@public-records/mirror"
import { Effect } from "effect"
import type { ChartDefinition, InsightDefinition } from "../insights/Chart.ts"

const maxNumbers = 100

type Ask = ChartDefinition<ComplaintQuery>["ask"]

/** Asks for complaints by a dimension, with robocalls as the part of each slice. */
const trend =
  (by: Dimension): Ask =>
  (mirror, where) =>
    Effect.map(mirror.trends({ by, split: "robocall", where }), ({ coverage, value }) => {
      const chart = trendChart(value, coverage)
      return () => chart
    })

const numbers: Ask = (mirror, where) =>
  Effect.map(
    mirror.top({ of: "numbers", limit: maxNumbers, where }),
    ({ value }) =>
      (total) =>
        rankingChart(value, "numbers", total)
  )

export const complaintInsights: InsightDefinition<ComplaintQuery, Complaint> = {
  charts: [
    { name: "hours", by: "hour", shape: "columns", ask: trend("hour") },
    { name: "days", by: "day", shape: "columns", ask: trend("day") },
    { name: "subjects", by: "subject", shape: "bars", ask: trend("subject") },
    { name: "numbers", by: "number", shape: "bars", ask: numbers },
    { name: "states", by: "state", shape: "tiles", ask: trend("state") },
    { name: "robocalls", by: "robocalls:", shape: "bars", ask: trend("robocall") }
  ],
  countAll: (mirror, where) =>
    Effect.map(mirror.count(where), ({ coverage, value }) => ({ counts: value, basis: basisOf(coverage) })),
  loaded: (complaints) => ({ complaints })
}
