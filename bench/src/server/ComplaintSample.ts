import { type Complaint } from "@public-records/core"
import { Option } from "effect"
import { byFrequency } from "./drawing.ts"
import { type ComplaintFilters } from "./Question.ts"
import { complaintPage, spreadOffsets } from "./readPages.ts"
import { type ServerProcess } from "./ServerProcess.ts"

/** A filter, and how many complaints meet it. */
export interface Matching {
  readonly filters: ComplaintFilters
  readonly total: number
}

/** Values that a data set holds, to ask for. */
export interface ComplaintSample {
  readonly total: number
  readonly ids: ReadonlyArray<string>
  /** Sorted; two of them are the ends of a range that holds about as large a share of all complaints. */
  readonly createdMoments: ReadonlyArray<string>
  readonly violationMoments: ReadonlyArray<string>
  readonly createdDates: ReadonlyArray<Matching>
  readonly violationDates: ReadonlyArray<Matching>
  readonly states: ReadonlyArray<Matching>
  readonly cities: ReadonlyArray<Matching>
  readonly areaCodes: ReadonlyArray<Matching>
  readonly robocalls: ReadonlyArray<Matching>
}

const pages = 80
const mostOfEach = 40
const wholePage = 50

const totalOf = async (server: ServerProcess, filters: ComplaintFilters): Promise<number> => {
  const page = await complaintPage(server, { about: "complaints", filters, order: "DESC", offset: 0, limit: 1 })
  return Option.getOrElse(page.total, () => 0)
}

const recordsOf = async (server: ServerProcess, total: number): Promise<ReadonlyArray<Complaint>> => {
  const records: Array<Complaint> = []
  for (const offset of spreadOffsets(total, pages, wholePage)) {
    const stretch = { order: "DESC", offset, limit: wholePage } as const
    records.push(...(await complaintPage(server, { about: "complaints", filters: {}, ...stretch })).records)
  }
  return records
}

/** Ids of complaints from all over the list. */
export const sampleIds = async (server: ServerProcess): Promise<ReadonlyArray<string>> =>
  (await recordsOf(server, await totalOf(server, {}))).map(({ id }) => id)

const dayOf = (moment: string): string => moment.slice(0, 10)

const isAreaCode = (text: string | null): text is string => text !== null && /^\d{3}$/.test(text)

const texts = (values: ReadonlyArray<string | null>): ReadonlyArray<string> =>
  byFrequency(values.filter((value) => value !== null))

/** A state with a city, as one text. */
const placeOf = ({ consumerState, consumerCity }: Complaint): string | null =>
  consumerState === null || consumerCity === null ? null : `${consumerState}\n${consumerCity}`

/** Reads pages from all over the list, and asks how many complaints there are for the values that occur most often. */
export const sampleComplaints = async (server: ServerProcess): Promise<ComplaintSample> => {
  const total = await totalOf(server, {})
  const records = await recordsOf(server, total)
  const matching = async (
    values: ReadonlyArray<string>,
    filtersOf: (value: string) => ComplaintFilters
  ): Promise<ReadonlyArray<Matching>> => {
    const found: Array<Matching> = []
    for (const value of values.slice(0, mostOfEach)) {
      const filters = filtersOf(value)
      found.push({ filters, total: await totalOf(server, filters) })
    }
    return found.toSorted((a, b) => b.total - a.total)
  }
  return {
    total,
    ids: records.map(({ id }) => id),
    createdMoments: records.map(({ createdDate }) => createdDate).toSorted(),
    violationMoments: records.map(({ violationDate }) => violationDate).toSorted(),
    createdDates: await matching(texts(records.map((record) => dayOf(record.createdDate))), (day) => ({
      created_date: day
    })),
    violationDates: await matching(texts(records.map((record) => dayOf(record.violationDate))), (day) => ({
      violation_date: day
    })),
    states: await matching(texts(records.map((record) => record.consumerState)), (state) => ({ state })),
    cities: await matching(texts(records.map(placeOf)), (place) => {
      const [state = "", city = ""] = place.split("\n")
      return { state, city }
    }),
    areaCodes: await matching(
      byFrequency(records.map((record) => record.consumerAreaCode).filter(isAreaCode)),
      (code) => ({ area_code: code })
    ),
    robocalls: await matching(["true", "false"], (value) => ({ is_robocall: value }))
  }
}
