import type { Notice } from "@public-records/core"
import type { FormValues } from "../form/FormModel.ts"
import type { ChartDefinition, InsightDefinition } from "../insights/Chart.ts"

const mostYears = 200

const yearsBetween = (years: ReadonlyArray<string>): ReadonlyArray<string> => {
  const numbers = years.map(Number).filter(Number.isInteger)
  const first = Math.min(...numbers)
  const count = Math.max(...numbers) - first + 1
  return numbers.length === 0 || count > mostYears
    ? []
    : Array.from({ length: count }, (_, place) => String(first + place).padStart(4, "0"))
}

/** Returns the form filtered by a party. Titles name both parties. */
const titleContains = (party: string, values: FormValues): FormValues | undefined =>
  party === "" ? undefined : { ...values, "by-title": "contains", title: party }

const perYear: ChartDefinition<Notice> = {
  name: "years",
  title: "PER YEAR",
  shape: "columns",
  order: "key",
  keyOf: ({ date }) => date.slice(0, 4),
  labelOf: (key) => key,
  fill: yearsBetween
}

const perMonth: ChartDefinition<Notice> = {
  name: "months",
  title: "PER MONTH OF THE YEAR",
  shape: "columns",
  order: "key",
  keyOf: ({ date }) => date.slice(5, 7),
  labelOf: (key) => `month ${key}`,
  fill: (keys) =>
    keys.length === 0 ? [] : Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, "0"))
}

const acquiring: ChartDefinition<Notice> = {
  name: "acquiring",
  title: "ACQUIRING PARTIES",
  shape: "bars",
  order: "count",
  keyOf: ({ acquiringParty }) => acquiringParty ?? "",
  labelOf: (key) => key,
  formForSlice: titleContains
}

const acquired: ChartDefinition<Notice> = {
  name: "acquired",
  title: "ACQUIRED PARTIES",
  shape: "bars",
  order: "count",
  keyOf: ({ acquiredParty }) => acquiredParty ?? "",
  labelOf: (key) => key,
  formForSlice: titleContains
}

/** The charts of notices. */
export const noticeInsights: InsightDefinition<Notice> = {
  charts: [perYear, perMonth, acquiring, acquired],
  // Not the creation of the record: thousands of older notices were imported in one night of 2013.
  timeOf: ({ date }) => date,
  grid: [
    [0, 1],
    [2, 3]
  ]
}
