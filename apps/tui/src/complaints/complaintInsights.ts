import { type Complaint, subjectLabel } from "@public-records/core"
import { DateTime, Option } from "effect"
import type { FormValues } from "../form/FormModel.ts"
import type { ChartDefinition, InsightDefinition } from "../insights/Chart.ts"
import { numberLabel } from "./complaintColumns.ts"

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0"))
const mostDays = 400

/** Returns every day from the first to the last, or an empty list if they are more than 400. */
const daysBetween = (days: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [first, last] = [days.reduce((a, b) => (a < b ? a : b), "9"), days.reduce((a, b) => (a > b ? a : b), "")]
  const start = DateTime.make(`${first}T00:00:00Z`)
  if (Option.isNone(start)) return []
  const all: Array<string> = []
  for (let day = 0; day < mostDays; day++) {
    const next = DateTime.formatIsoDateUtc(DateTime.add(start.value, { days: day }))
    if (next > last) return all
    all.push(next)
  }
  return []
}

/** Returns the form with another filter, if the service combines it with the dates. */
const narrowed = (values: FormValues, narrow: FormValues): FormValues | undefined =>
  values["when"] === "any" || values["when"] === "created-between" ? { ...values, ...narrow } : undefined

const perHour: ChartDefinition<Complaint> = {
  name: "hours",
  title: "PER HOUR OF THE DAY",
  shape: "columns",
  order: "key",
  keyOf: ({ createdDate }) => createdDate.slice(11, 13),
  labelOf: (key) => `${key}:00`,
  fill: (keys) => (keys.length === 0 ? [] : hours)
}

const perDay: ChartDefinition<Complaint> = {
  name: "days",
  title: "PER DAY",
  shape: "columns",
  order: "key",
  keyOf: ({ createdDate }) => createdDate.slice(0, 10),
  labelOf: (key) => key,
  fill: daysBetween,
  formForSlice: (key, values) => ({ ...values, when: "created-on", on: key, narrow: "nothing" })
}

const subjects: ChartDefinition<Complaint> = {
  name: "subjects",
  title: "SUBJECTS",
  shape: "bars",
  order: "count",
  keyOf: ({ subject }) => subject ?? "",
  labelOf: subjectLabel
}

const numbers: ChartDefinition<Complaint> = {
  name: "numbers",
  title: "NUMBERS",
  shape: "bars",
  order: "count",
  keyOf: ({ companyPhoneNumber }) => companyPhoneNumber ?? "",
  labelOf: numberLabel
}

const byState: ChartDefinition<Complaint> = {
  name: "states",
  title: "STATES",
  shape: "tiles",
  order: "count",
  keyOf: ({ consumerState }) => consumerState ?? "",
  labelOf: (key) => key,
  formForSlice: (key, values) => (key === "" ? undefined : narrowed(values, { narrow: "state", state: key, city: "" }))
}

const robocalls: ChartDefinition<Complaint> = {
  name: "robocalls",
  title: "ROBOCALLS",
  shape: "bars",
  order: "count",
  keyOf: ({ isRobocall }) => (isRobocall === null ? "" : isRobocall ? "yes" : "no"),
  labelOf: (key) => key,
  formForSlice: (key, values) =>
    key === "" ? undefined : narrowed(values, { narrow: "robocall", robocall: key === "yes" ? "true" : "false" })
}

/** The charts of complaints. */
export const complaintInsights: InsightDefinition<Complaint> = {
  charts: [perHour, perDay, subjects, numbers, byState, robocalls],
  timeOf: ({ createdDate }) => createdDate.slice(0, 16),
  grid: [
    [0, 1],
    [2, 3],
    [4, 5]
  ],
  part: { name: "robocalls", isIn: ({ isRobocall }) => isRobocall }
}
