import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliDecompressSync } from "node:zlib"
import {
  type DayRange,
  type ImportedDay,
  type ImportEvent,
  type ImportOptions,
  Mirror,
  type MirrorError
} from "@public-records/mirror"
import type { ComplaintRow } from "@public-records/files/PlainComplaint"
import { RowIds } from "@public-records/files/RowIds"
import { Context, Effect, Layer, Stream } from "effect"
import { prepareRecords } from "../src/importing/importDay.ts"
import { dayOf } from "../src/store/civil.ts"
import { MirrorFile } from "../src/store/MirrorFile.ts"
import { writeDay } from "../src/store/writeDay.ts"

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "mirror-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
)

export const header =
  "Company_Phone_Number,Created_Date,Violation_Date,Consumer_City,Consumer_State,Consumer_Area_Code,Subject,Recorded_Message_Or_Robocall"

/** The cells of a row of a daily file. */
export interface Cells {
  readonly number?: string
  readonly created?: string
  readonly called?: string
  readonly city?: string
  readonly state?: string
  readonly area?: string
  readonly subject?: string
  readonly robocall?: string
}

export const row = ({
  area = "216",
  called = "2021-07-06 09:00:00",
  city = "Cleveland",
  created = "2021-07-07 10:00:00",
  number = "2165550100",
  robocall = "Y",
  state = "Ohio",
  subject = "Other"
}: Cells = {}): string => [number, created, called, city, state, area, subject, robocall].join()

/** Returns the text of a daily file. */
export const daily = (...rows: ReadonlyArray<string>): string => `${[header, ...rows].join("\r\n")}\r\n`

/** The name of the daily file that has the complaints of 7 July 2021. */
export const july7 = "DNC_Complaint_Numbers_2021-07-08.csv"

/** The name of the daily file that has the complaints of 13 to 15 December 2019. */
export const monday = "dnc_complaint_numbers_2019-12-16_0.csv"

const realDays: Readonly<Record<string, URL>> = {
  [july7]: new URL("../../server/data/DNC_Complaint_Numbers_2021-07-08.csv.br", import.meta.url),
  [monday]: new URL("../../files/test/data/DNC_Complaint_Numbers_2019-12-16.csv.br", import.meta.url)
}

/** Writes a real daily file, or its first rows, into a folder. Returns its path. */
export const writeRealDay = Effect.fnUntraced(function* (
  folder: string,
  name = july7,
  rows = Number.POSITIVE_INFINITY
) {
  const path = join(folder, name)
  const packed = yield* Effect.promise(() => readFile(realDays[name] ?? ""))
  const lines = brotliDecompressSync(packed).toString().split("\r\n")
  yield* Effect.promise(() => writeFile(path, lines.slice(0, rows + 1).join("\r\n")))
  return path
})

/** A mirror, a temporary folder, and functions that import texts as files. `file` is in the folder. */
const makeFilledBy = Effect.fnUntraced(function* (layerOf: (file: string) => Layer.Layer<Mirror, MirrorError>) {
  const folder = yield* temporaryFolder
  const file = join(folder, "mirror.duckdb")
  const mirror = Context.get(yield* Layer.build(layerOf(file)), Mirror)
  const importPaths = (paths: ReadonlyArray<string>, options?: ImportOptions) =>
    Effect.map(Stream.runCollect(mirror.importFiles(paths, options)), withoutReading)
  return {
    folder,
    file,
    mirror,
    importPaths,
    /** Imports a text as a file of that name. */
    importText: Effect.fnUntraced(function* (name: string, text: string | Uint8Array, options?: ImportOptions) {
      const path = join(folder, name)
      yield* Effect.promise(() => writeFile(path, text))
      return yield* importPaths([path], options)
    })
  }
})

/** A mirror in a temporary folder. */
export const makeMirror = makeFilledBy((file) => Mirror.layer({ file, access: "write" }))

/** A mirror in memory. */
export const makeMemoryMirror = makeFilledBy(() => Layer.fresh(Mirror.layerInMemory))

const complaintOf = (cells: Cells): ComplaintRow => {
  const [number = "", created = "", called = "", city = "", state = "", area = "", subject = "", robocall = ""] =
    row(cells).split(",")
  return {
    companyPhoneNumber: number,
    createdDate: created,
    violationDate: called,
    consumerCity: city,
    consumerState: state,
    consumerAreaCode: area,
    subject,
    recordedMessageOrRobocall: robocall
  }
}

/** Stores complaints, those of a range as complete days, all in one transaction. An import needs one for each day. */
export const storeDays = Effect.fnUntraced(function* (file: string, all: ReadonlyArray<Cells>, { from, to }: DayRange) {
  const ids = new RowIds()
  const complaints = all.map(complaintOf).map((complaint) => Object.assign({ id: ids.next(complaint) }, complaint))
  const byDay = Map.groupBy(complaints, ({ createdDate }) => dayOf(createdDate))
  const days = new Set([
    ...byDay.keys(),
    ...Array.from({ length: dayOf(to) - dayOf(from) + 1 }, (_, n) => dayOf(from) + n)
  ])
  const entry = {
    state: "complete",
    why: "",
    source: "file",
    origin: "rows.csv",
    key: "",
    claimed: null
  } as const
  const opened = yield* MirrorFile.open(file, "write")
  yield* opened.write((db) =>
    Effect.forEach(days, (day) => {
      const { calls, digest } = prepareRecords(byDay.get(day) ?? [])
      const isWithin = dayOf(from) <= day && day <= dayOf(to)
      const completeness = isWithin
        ? ({ state: "complete", why: "" } as const)
        : ({ state: "partial", why: "a test" } as const)
      return writeDay(db, day, calls, { ...entry, ...completeness, digest, fetchedAt: "2021-07-10T12:00:00.000Z" })
    })
  )
}, Effect.scoped)

const withoutReading = (events: ReadonlyArray<ImportEvent>) => events.filter(({ _tag }) => _tag !== "Reading")

export const daysIn = (events: ReadonlyArray<ImportEvent>): ReadonlyArray<ImportedDay> =>
  events.filter((event) => event._tag === "Day")

/** Returns the members of the days that most tests are about. */
export const outcomes = (events: ReadonlyArray<ImportEvent>) =>
  daysIn(events).map(
    ({ setAside, day, outcome, records, state }) => `${day} ${state} ${outcome} ${records}+${setAside}`
  )

export const reportIn = (events: ReadonlyArray<ImportEvent>) => events.find((event) => event._tag === "Report")
