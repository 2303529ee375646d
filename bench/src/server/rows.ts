import { readFileSync } from "node:fs"
import papaparse from "papaparse"

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
