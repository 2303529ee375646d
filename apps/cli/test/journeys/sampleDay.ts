/** Facts about the bundled day, counted from the FTC's file independently of the program. */
import { readFileSync } from "node:fs"
import { brotliDecompressSync } from "node:zlib"

/** The fields of a line of the file. */
export interface Complaint {
  readonly number: string
  readonly created: string
  readonly called: string
  readonly city: string
  readonly state: string
  readonly areaCode: string
  readonly subject: string
  readonly robocall: string
}

const file = new URL("../../../../packages/server/data/DNC_Complaint_Numbers_2021-07-08.csv.br", import.meta.url)

const cells = (line: string): ReadonlyArray<string> =>
  Array.from(line.matchAll(/(?:"([^"]*)"|([^,]*))(?:,|$)/g), ([, quoted, bare]) => quoted ?? bare ?? "")

/** The text of the file. */
export const dailyFile: string = brotliDecompressSync(readFileSync(file)).toString("utf8")

/** Every complaint of the day, newest first. */
export const complaints: ReadonlyArray<Complaint> = dailyFile
  .split("\r\n")
  .slice(1)
  .filter((line) => line !== "")
  .map((line) => {
    const [number = "", created = "", called = "", city = "", state = "", areaCode = "", subject = "", robocall = ""] =
      cells(line)
    return { number, created, called, city, state, areaCode, subject, robocall }
  })
  .toSorted((one, other) => (one.created < other.created ? 1 : -1))

/** Leaves out complaints that are equal to another one, as charts do. */
export const distinct = (some: ReadonlyArray<Complaint>): ReadonlyArray<Complaint> => [
  ...new Map(some.map((complaint) => [JSON.stringify(complaint), complaint])).values()
]

/** Formats the length of a list: `14,034`. */
export const count = (things: ReadonlyArray<unknown>): string => things.length.toLocaleString("en-US")

/** Formats a share: `61 %`. */
export const percent = (part: ReadonlyArray<unknown>, whole: ReadonlyArray<unknown>): string =>
  `${Math.round((100 * part.length) / whole.length)} %`

/** Formats a telephone number: `(623) 323-2035`. */
export const written = (number: string): string => number.replace(/^(\d{3})(\d{3})(\d{4})$/, "($1) $2-$3")

/** Replaces the double spaces in a subject with single ones. */
export const label = (subject: string): string => subject.replaceAll(/ +/g, " ")

/** Counts each value, most frequent first. */
export const tally = (values: ReadonlyArray<string>): ReadonlyArray<readonly [value: string, times: number]> =>
  Array.from(
    Map.groupBy(values, (value) => value),
    ([value, { length }]) => [value, length] as const
  ).toSorted(([, one], [, other]) => other - one)
