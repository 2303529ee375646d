import { type MeasuredDay } from "../src/dataset/measuredDay.ts"
import { lagBinOf, quarterHourOf } from "../src/dataset/callTimes.ts"

/** A row of a daily file, by the names of its header. */
export type DailyRow = Readonly<Record<string, string>>

const dayMillis = 86_400_000

const at = (row: DailyRow, column: string): string => row[column] ?? ""

/** Counts values: `count value`, the most frequent first, joined by `|`. */
const tally = (values: ReadonlyArray<string | number>): string => {
  const counts = new Map<string, number>()
  for (const value of values.map(String)) {
    if (value.includes("|")) throw new Error(`"${value}" has the sign that parts the values of a tally.`)
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return Array.from(counts)
    .toSorted(([left, m], [right, n]) => n - m || (left < right ? -1 : 1))
    .map(([value, count]) => `${count} ${value}`)
    .join("|")
}

const secondOf = (moment: string): number =>
  Number(moment.slice(11, 13)) * 3_600 + Number(moment.slice(14, 16)) * 60 + Number(moment.slice(17))

const dayOf = (moment: string): number => Date.parse(`${moment.slice(0, 10)}T00:00:00Z`) / dayMillis

/** When a complaint was made and when its call came, as the generator needs them. */
const timesOf = (row: DailyRow) => {
  const created = at(row, "Created_Date")
  const violation = at(row, "Violation_Date")
  const daysBack = dayOf(created) - dayOf(violation)
  const otherKind = daysBack === 0 ? "sameDay" : "otherDay"
  return {
    kind: violation.endsWith(" 00:00:00") ? "noTime" : otherKind,
    hour: Number(created.slice(11, 13)),
    quarterHour: quarterHourOf(secondOf(created)),
    daysBack,
    callQuarterHour: quarterHourOf(secondOf(violation)),
    lagBin: lagBinOf(Math.floor((secondOf(created) - secondOf(violation)) / 60))
  }
}

/** A number's form: each digit a `#`, but a leading 0 or 1, which no number of the United States has. */
const formOf = (number: string): string => number.replaceAll(/(?!^[01])\d/g, "#")

const measureTimes = (rows: ReadonlyArray<DailyRow>) => {
  const times = rows.map(timesOf)
  const hours = Array.from({ length: 24 }, (_, hour) => times.filter((time) => time.hour === hour))
  const ofKind = (kind: string) => times.filter((time) => time.kind === kind)
  return {
    createdQuarterHours: tally(times.map(({ quarterHour }) => quarterHour)),
    callKinds: hours.map((hour) => tally(hour.map(({ kind }) => kind))),
    sameDayLags: Array.from({ length: 96 }, (_, quarter) =>
      tally(
        ofKind("sameDay")
          .filter(({ quarterHour }) => quarterHour === quarter)
          .map(({ lagBin }) => lagBin)
      )
    ),
    otherDaysBack: tally(ofKind("otherDay").map(({ daysBack }) => daysBack)),
    otherDayQuarterHours: tally(ofKind("otherDay").map(({ callQuarterHour }) => callQuarterHour)),
    noTimeDaysBack: tally(ofKind("noTime").map(({ daysBack }) => daysBack))
  }
}

/** Measures the complaints of one day. */
export const measureDay = (rows: ReadonlyArray<DailyRow>): MeasuredDay => {
  const numbers = rows.map((row) => at(row, "Company_Phone_Number")).filter((number) => number !== "")
  const states = Array.from(new Set(rows.map((row) => at(row, "Consumer_State")))).toSorted()
  return {
    complaints: rows.length,
    numbers: numbers.length,
    distinctNumbers: new Set(numbers).size,
    numberForms: tally(rows.map((row) => formOf(at(row, "Company_Phone_Number")))),
    calls: tally(rows.map((row) => `${at(row, "Recorded_Message_Or_Robocall")},${at(row, "Subject")}`)),
    ...measureTimes(rows),
    places: Object.fromEntries(
      states.map((state) => [
        state,
        tally(
          rows
            .filter((row) => at(row, "Consumer_State") === state)
            .map((row) => `${at(row, "Consumer_Area_Code")} ${at(row, "Consumer_City")}`)
        )
      ])
    )
  }
}
