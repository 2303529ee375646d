import type { Notice } from "@public-records/core"
import type { FormValues } from "../form/FormModel.ts"
import type { InsightDefinition } from "../insights/counting.ts"

const months = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, "0"))
const maxYears = 200

const yearsBetween = (keys: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [first, last] = [keys[0], keys.at(-1)]
  const count = Number(last) - Number(first) + 1
  if (count > maxYears) return []
  return Array.from({ length: count }, (_, position) => String(Number(first) + position).padStart(4, "0"))
}

/** Narrows a form to the notices of a party. */
const narrowTo =
  (field: "acquiringParty" | "acquiredParty") =>
  (party: string, values: FormValues): FormValues | undefined =>
    party === "" ? undefined : { ...values, [field]: party }

export const noticeInsights: InsightDefinition<Notice> = {
  charts: [
    {
      name: "years",
      title: "PER YEAR",
      by: "year",
      shape: "columns",
      keyOf: ({ date }) => date.slice(0, 4),
      fill: yearsBetween
    },
    {
      name: "months",
      title: "PER MONTH OF THE YEAR",
      by: "",
      shape: "columns",
      keyOf: ({ date }) => date.slice(5, 7),
      labelOf: (key) => `month ${key}`,
      fill: () => months
    },
    {
      name: "acquiring",
      title: "ACQUIRING PARTIES",
      by: "acquiring party",
      shape: "bars",
      keyOf: ({ acquiringParty }) => acquiringParty ?? "",
      narrow: narrowTo("acquiringParty")
    },
    {
      name: "acquired",
      title: "ACQUIRED PARTIES",
      by: "acquired party",
      shape: "bars",
      keyOf: ({ acquiredParty }) => acquiredParty ?? "",
      narrow: narrowTo("acquiredParty")
    }
  ],
  // Not the creation of the record: thousands of older notices were imported on one night in 2013.
  timeOf: ({ date }) => date,
  timeName: "dated"
}
