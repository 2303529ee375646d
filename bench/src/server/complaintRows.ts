import { createWriteStream, readFileSync } from "node:fs"
import { once } from "node:events"
import { finished } from "node:stream/promises"
import { brotliDecompressSync } from "node:zlib"

/** The columns of the daily file, in its order. */
export const columns = ["phone", "created", "violation", "city", "state", "area", "subject", "robocall"] as const

/** A complaint as a row of the daily file. */
export type ComplaintRow = Readonly<Record<(typeof columns)[number], string>>

const field = /,(?:"((?:[^"]|"")*)"|([^,]*))/g

const rowOf = (line: string): ComplaintRow => {
  // With a comma in front of every field, no match is empty, and `matchAll` skips none.
  const fields = Array.from(
    `,${line}`.matchAll(field),
    ([, quoted, bare = ""]) => quoted?.replaceAll('""', '"') ?? bare
  )
  const [phone = "", created = "", violation = "", city = "", state = "", area = "", subject = "", robocall = ""] =
    fields
  return { phone, created, violation, city, state, area, subject, robocall }
}

/** Yields the rows of a text in the format of the daily file, without its header. */
export function* rowsOf(csv: string): Generator<ComplaintRow> {
  for (let start = csv.indexOf("\n") + 1; start < csv.length;) {
    const end = csv.indexOf("\r\n", start)
    yield rowOf(csv.slice(start, end))
    start = end + 2
  }
}

const cell = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const day = 86_400_000

const daysBefore = (dateTime: string, days: number): string =>
  new Date(Date.parse(`${dateTime}Z`) - days * day).toISOString().slice(0, 19).replace("T", " ")

/** The number of complaints in the bundled daily file. */
export const bundledComplaints = 14_034

/** Writes complaints in the format of the daily file: the bundled day, then the same day again one day earlier each. */
export const writeComplaints = async (path: string, count: number): Promise<void> => {
  const bundled = new URL(
    "../data/DNC_Complaint_Numbers_2021-07-08.csv.br",
    import.meta.resolve("@public-records/server")
  )
  const csv = brotliDecompressSync(readFileSync(bundled)).toString()
  const rows = Array.from(rowsOf(csv))
  const file = createWriteStream(path)
  file.write(csv.slice(0, csv.indexOf("\n") + 1))
  for (let written = 0; written < count; written += rows.length) {
    const days = written / rows.length
    const lines = rows.slice(0, count - written).map((row) => {
      const created = daysBefore(row.created, days)
      const shifted = { ...row, created, violation: daysBefore(row.violation, days) }
      return `${columns.map((column) => cell(shifted[column])).join(",")}\r\n`
    })
    if (!file.write(lines.join(""))) await once(file, "drain")
  }
  file.end()
  await finished(file)
}
