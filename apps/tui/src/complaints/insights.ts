import { type Complaint, subjectLabel } from "@public-records/core"
import { problemOfNumber } from "@public-records/mirror"
import type { FormValues } from "../form/FormModel.ts"
import type { InsightDefinition } from "../insights/counting.ts"
import { numberLabel } from "./columns.ts"
import { daysFrom } from "./form.ts"

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0"))
const maxDays = 400

/** Returns all days from the first to the last, or an empty array for more than 400 days. */
const daysBetween = (first: string, last: string): ReadonlyArray<string> => {
  const days: Array<string> = []
  for (let day = first; day <= last; day = daysFrom(day, 1)) {
    if (days.length === maxDays) return []
    days.push(day)
  }
  return days
}

/** Returns the form with a filter, or `undefined` if the service cannot combine it with the dates. */
const narrowed = (values: FormValues, narrow: FormValues): FormValues | undefined =>
  values["when"] === "any" || values["when"] === "created-between" ? { ...values, ...narrow } : undefined

const problems = { placeholder: "placeholders", "not a number": "not numbers" } as const

/** Returns why a number is not listed: the rule of `public-records top numbers`. */
const omittedNumber = (number: string): string | undefined => {
  const problem = number === "" ? undefined : problemOfNumber(number)
  return number === "" ? "without a number" : problem && problems[problem]
}

export const complaintInsights: InsightDefinition<Complaint> = {
  charts: [
    {
      name: "hours",
      title: "PER HOUR OF THE DAY",
      by: "hour",
      shape: "columns",
      keyOf: ({ createdDate }) => createdDate.slice(11, 13),
      labelOf: (key) => `${key}:00`,
      fill: () => hours
    },
    {
      name: "days",
      title: "PER DAY",
      by: "day",
      shape: "columns",
      keyOf: ({ createdDate }) => createdDate.slice(0, 10),
      fill: daysBetween,
      formForSlice: (key, values) => ({ ...values, when: "created-on", on: key, narrow: "nothing" })
    },
    {
      name: "subjects",
      title: "SUBJECTS",
      by: "subject",
      shape: "bars",
      keyOf: ({ subject }) => subject ?? "",
      labelOf: subjectLabel
    },
    {
      name: "numbers",
      title: "NUMBERS",
      by: "number",
      shape: "bars",
      keyOf: ({ companyPhoneNumber }) => companyPhoneNumber ?? "",
      labelOf: numberLabel,
      omits: omittedNumber
    },
    {
      name: "states",
      title: "STATES",
      by: "state",
      shape: "tiles",
      keyOf: ({ consumerState }) => consumerState ?? "",
      formForSlice: (key, values) =>
        key === "" ? undefined : narrowed(values, { narrow: "state", state: key, city: "" })
    },
    {
      name: "robocalls",
      title: "ROBOCALLS",
      by: "robocall",
      shape: "bars",
      keyOf: ({ isRobocall }) => (isRobocall === null ? "" : isRobocall ? "yes" : "no"),
      formForSlice: (key, values) =>
        key === "" ? undefined : narrowed(values, { narrow: "robocall", robocall: key === "yes" ? "true" : "false" })
    }
  ],
  timeOf: ({ createdDate }) => createdDate.slice(0, 16),
  part: { name: "robocalls", isIn: ({ isRobocall }) => isRobocall }
}
