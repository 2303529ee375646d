import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { brotliDecompressSync } from "node:zlib"
import { CivilDate } from "@public-records/core"
import papaparse from "papaparse"

/** The columns of the daily file, in its order. */
export const columns = ["number", "created", "called", "city", "state", "area", "subject", "robocall"] as const
type Row = Readonly<Record<(typeof columns)[number], string>>

/** The bundled daily file, compressed. */
const bundledDay = new URL(
  "../data/DNC_Complaint_Numbers_2021-07-08.csv.br",
  import.meta.resolve("@public-records/server")
)
const { data } = papaparse.parse<Row>(brotliDecompressSync(readFileSync(bundledDay)).toString(), {
  header: true,
  skipEmptyLines: true,
  transformHeader: (_, index) => columns[index] ?? ""
})

const dayMillis = 86_400_000
const bundledDate = Date.parse("2021-07-07")

/** A row of the bundled day. The date of the call is in days before the date of creation. */
const rows = data.map(({ area, called, city, created, number, robocall, state, subject }) => ({
  number,
  createdAt: created.slice(10),
  daysBefore: (bundledDate - Date.parse(called.slice(0, 10))) / dayMillis,
  calledAt: called.slice(10),
  city,
  state,
  area,
  subject,
  robocall
}))

/** The number of complaints of each generated day. */
export const rowsPerDay = rows.length

/** Returns the number that takes the place of another one: one of eight numbers calls for 20 days, the others for one day. */
const numberOn = (number: string, day: number): string => {
  if (!/^[2-9]\d{9}$/.test(number)) return number
  const seed = Number(number) | 0
  const period = seed % 8 === 0 ? Math.floor(day / 20) : day
  const mixed = Math.imul(seed ^ Math.imul(period + 1, 0x9e3779b1), 0x85ebca6b)
  return number.slice(0, 3) + String(2_000_000 + (((mixed ^ (mixed >>> 15)) >>> 0) % 8_000_000))
}

/** Returns the telephone numbers of a generated day. */
export const numbersOn = (day: number): ReadonlyArray<string> => rows.map(({ number }) => numberOn(number, day))

/** The date of a generated day. The first one is the oldest. */
export const dateOfDay = (day: number): CivilDate =>
  CivilDate.make(new Date(bundledDate + day * dayMillis).toISOString().slice(0, 10))

/** Returns the cells of a generated day: the bundled day with another date and other telephone numbers. */
export const rowsOf = (day: number): Array<Array<string>> => {
  const [date, dates] = [dateOfDay(day), new Map<number, string>()]
  return rows.map(({ area, calledAt, city, createdAt, daysBefore, number, robocall, state, subject }) => {
    const called = dates.get(daysBefore) ?? dateOfDay(day - daysBefore)
    dates.set(daysBefore, called)
    return [numberOn(number, day), date + createdAt, called + calledAt, city, state, area, subject, robocall]
  })
}

const header =
  "Company_Phone_Number,Created_Date,Violation_Date,Consumer_City,Consumer_State,Consumer_Area_Code,Subject,Recorded_Message_Or_Robocall\r\n"

/** Writes the daily file of a generated day, with other telephone numbers. Returns its path. */
export const writeDay = (folder: string, day: number): string => {
  const path = join(folder, `complaints ${dateOfDay(day)}.csv`)
  writeFileSync(path, header + papaparse.unparse(rowsOf(day), { newline: "\r\n" }) + "\r\n")
  return path
}
