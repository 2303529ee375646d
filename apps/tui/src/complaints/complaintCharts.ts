import { type Complaint, subjectLabel } from "@public-records/core"
import { problemOfNumber } from "@public-records/mirror"
import { daysFrom } from "../form/filterForm.ts"
import { type FormValues, valueOf } from "../form/FormModel.ts"
import type { InsightDefinition } from "../insights/counting.ts"
import { numberLabel } from "./complaintColumns.ts"

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0"))
const maxDays = 400

/** A call at exactly midnight has no known time. */
const hourOfCall = (violationDate: string): string =>
  violationDate.endsWith("00:00:00") ? "" : violationDate.slice(11, 13)

/** The key of days without a complaint between two days that have some. */
const gapBetween = (day: string, next: string): ReadonlyArray<string> => {
  const [from, to] = [daysFrom(day, 1), daysFrom(next, -1)]
  if (from >= next) return []
  return [from === to ? from : `${from} to ${to}`]
}

/** Returns all days from the first to the last. For more than 400 days, days without a complaint have one key for each gap. */
const filledDays = (keys: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [first = "", last = ""] = [keys[0], keys.at(-1)]
  const days: Array<string> = []
  for (let day = first; day <= last; day = daysFrom(day, 1)) {
    if (days.length === maxDays) return keys.slice(1).flatMap((next, index) => gapBetween(keys[index] ?? next, next))
    days.push(day)
  }
  return days
}

const isDay = (key: string): boolean => key.length === "YYYY-MM-DD".length

/** Narrows a form to the key of a slice. Without a key, there is no such filter. */
const narrowTo =
  (field: string) =>
  (key: string, values: FormValues): FormValues | undefined =>
    key === "" ? undefined : { ...values, [field]: key }

/** Narrows a form to a day. Stays within the times of the filter. */
const narrowToDay = (day: string, values: FormValues): FormValues | undefined => {
  if (!isDay(day)) return undefined
  const end = (name: string): string => {
    const text = valueOf(values, name)
    return text.startsWith(day) ? text : day
  }
  return { ...values, createdFrom: end("createdFrom"), createdTo: end("createdTo"), days: "" }
}

const robocallOf: Readonly<Record<string, string>> = { yes: "true", no: "false", "": "unknown" }

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
      title: "PER HOUR OF FILING",
      by: "hour",
      shape: "columns",
      keyOf: ({ createdDate }) => createdDate.slice(11, 13),
      labelOf: (key) => `${key}:00`,
      fill: () => hours,
      narrow: (key, values) => (key === "" ? undefined : { ...values, hour: String(Number(key)) }),
      beside: { name: "called in this hour", keyOf: ({ violationDate }) => hourOfCall(violationDate) }
    },
    {
      name: "days",
      title: "PER DAY OF FILING",
      by: "day",
      shape: "columns",
      keyOf: ({ createdDate }) => createdDate.slice(0, 10),
      labelOf: (key) => (isDay(key) ? key : `${key} (none)`),
      fill: filledDays,
      narrow: narrowToDay
    },
    {
      name: "subjects",
      title: "SUBJECTS",
      by: "subject",
      shape: "bars",
      keyOf: ({ subject }) => subject ?? "",
      labelOf: subjectLabel,
      narrow: narrowTo("subject")
    },
    {
      name: "numbers",
      title: "NUMBERS",
      by: "number",
      shape: "bars",
      keyOf: ({ companyPhoneNumber }) => companyPhoneNumber ?? "",
      labelOf: numberLabel,
      omits: omittedNumber,
      narrow: narrowTo("number")
    },
    {
      name: "states",
      title: "STATES",
      by: "state",
      shape: "tiles",
      keyOf: ({ consumerState }) => consumerState ?? "",
      narrow: narrowTo("state")
    },
    {
      name: "robocalls",
      title: "ROBOCALLS",
      by: "robocall",
      shape: "bars",
      keyOf: ({ isRobocall }) => (isRobocall === null ? "" : isRobocall ? "yes" : "no"),
      narrow: (key, values) => ({ ...values, robocall: robocallOf[key] ?? "" })
    }
  ],
  timeOf: ({ createdDate }) => createdDate.slice(0, 16),
  timeName: "filed",
  part: { name: "robocalls", isIn: ({ isRobocall }) => isRobocall }
}
