import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { brotliDecompressSync } from "node:zlib"
import papaparse from "papaparse"
import { temporaryFolder } from "../processes.ts"

/** The columns of the daily file, in its order. */
export const columns = ["phone", "created", "violation", "city", "state", "area", "subject", "robocall"] as const

/** A complaint as a row of the daily file. */
export type Row = Readonly<Record<(typeof columns)[number], string>>

/** Parses the text of a daily file. */
export const parse = (csv: string): ReadonlyArray<Row> =>
  papaparse.parse<Row>(csv, {
    header: true,
    skipEmptyLines: true,
    transformHeader: (_, index) => columns[index] ?? ""
  }).data

/** Reads a file in the format of the daily file. */
export const readRows = (file: string): ReadonlyArray<Row> => parse(readFileSync(file, "utf8"))

/** The bundled daily file, compressed. */
export const bundledDay = new URL(
  "../data/DNC_Complaint_Numbers_2021-07-08.csv.br",
  import.meta.resolve("@public-records/server")
)

const day = 86_400_000
const daysBefore = (dateTime: string, days: number): string =>
  new Date(Date.parse(`${dateTime}Z`) - days * day).toISOString().slice(0, 19).replace("T", " ")

/** Writes complaints in the format of the daily file: the bundled day, then the same day again one day earlier each. */
export const writeComplaints = (count: number): string => {
  const csv = brotliDecompressSync(readFileSync(bundledDay)).toString()
  const rows = parse(csv)
  const file = join(temporaryFolder(), `complaints-${count}.csv`)
  writeFileSync(file, csv.slice(0, csv.indexOf("\n") + 1))
  for (let written = 0; written < count; written += rows.length) {
    const days = written / rows.length
    const shifted = rows.slice(0, count - written).map((row) =>
      Object.assign({}, row, {
        created: daysBefore(row.created, days),
        violation: daysBefore(row.violation, days)
      })
    )
    const lines = papaparse.unparse(shifted, { columns: [...columns], header: false, newline: "\r\n" })
    writeFileSync(file, `${lines}\r\n`, { flag: "a" })
  }
  return file
}
