import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import type { PageWindow } from "../requests/PageWindow.ts"
import type { Order, Page } from "./Page.ts"
import { RecentSelections } from "./RecentSelections.ts"
import { foldName } from "@public-records/files/names"
import { compareText, foldCase } from "@public-records/files/text"

/** A range of civil date-times, both ends included. */
export interface CivilInterval {
  readonly from: string
  readonly to: string
}

const filterFields = ["consumerState", "consumerCity", "consumerAreaCode", "recordedMessageOrRobocall"] as const

/** The fields with an exact-match filter. Case is ignored. */
type FilterField = (typeof filterFields)[number]

/** The conditions of a request. All of them must hold. */
export interface ComplaintConditions {
  readonly created?: CivilInterval | undefined
  readonly violation?: CivilInterval | undefined
  readonly values?: Readonly<Partial<Record<FilterField, string | undefined>>>
  /** Whether cities are compared as names, without accents, apostrophes and stops. */
  readonly foldsNames?: boolean
}

/** The complaints of a data set, in memory or elsewhere. The iteration goes from the oldest to the newest. */
export type Complaints = Pick<ComplaintStore, "get" | "newest" | "page" | "size" | typeof Symbol.iterator>

/** Positions of complaints in the order of creation, ascending. */
type Positions = Uint32Array

const byCreation = (left: PlainComplaint, right: PlainComplaint): number =>
  compareText(left.createdDate, right.createdDate) || compareText(left.id, right.id)

/** Converts a civil date-time to milliseconds, because comparing numbers is much faster than comparing strings. */
const timeOf = (dateTime: string): number => Date.parse(`${dateTime.replace(" ", "T")}Z`)

/** Returns the positions that are in both arrays. It is fastest if the first array is the shorter one. */
const intersect = (positions: Positions, others: Positions): Positions => {
  let index = 0
  return positions.filter((position) => {
    while ((others[index] ?? position) < position) index += 1
    return others[index] === position
  })
}

/** Returns the first index at which `isPast` holds, by binary search. It must hold for all later positions, too. */
const findFirst = (positions: Positions, isPast: (position: number) => boolean): number => {
  let [low, high] = [0, positions.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isPast(positions[middle] ?? 0)) high = middle
    else low = middle + 1
  }
  return low
}

/** Returns the time of each complaint's call and the positions sorted by these times. */
const sortByViolation = (complaints: ReadonlyArray<PlainComplaint>) => {
  const times = Float64Array.from(complaints, ({ violationDate }) => timeOf(violationDate))
  const positions = Uint32Array.from(complaints.keys())
  return { times, positions: positions.toSorted((left, right) => (times[left] ?? 0) - (times[right] ?? 0)) }
}

/**
 * Complaints in the order of creation, ties by id.
 *
 * Each filter value has a sorted array of positions, and filters are combined by intersecting their arrays. A range of created
 * dates is a slice of such an array, found by binary search.
 */
export class ComplaintStore {
  readonly #oldestFirst: ReadonlyArray<PlainComplaint>
  readonly #all: Positions
  readonly #indexes = new Map<string, ReadonlyMap<string, Positions>>()
  readonly #selections = new RecentSelections<Positions>()
  // Both are built on first use, so that they do not delay the start.
  #byId: ReadonlyMap<string, PlainComplaint> | undefined
  #byViolation: ReturnType<typeof sortByViolation> | undefined

  /** Accepts complaints in any order. Their ids must differ. */
  constructor(complaints: ReadonlyArray<PlainComplaint>) {
    this.#oldestFirst = complaints.toSorted(byCreation)
    this.#all = Uint32Array.from(this.#oldestFirst.keys())
  }

  get size(): number {
    return this.#oldestFirst.length
  }

  get newest(): PlainComplaint | undefined {
    return this.#oldestFirst.at(-1)
  }

  /** Returns the complaint with an id, or `undefined` if the id is unknown. */
  get(id: string): PlainComplaint | undefined {
    this.#byId ??= new Map(this.#oldestFirst.map((complaint) => [complaint.id, complaint]))
    return this.#byId.get(id)
  }

  /** Iterates over all complaints, oldest first. */
  [Symbol.iterator](): Iterator<PlainComplaint> {
    return this.#oldestFirst.values()
  }

  /** Returns a page of the complaints that meet all conditions. */
  page(conditions: ComplaintConditions, order: Order, { limit, offset }: PageWindow): Page<PlainComplaint> {
    const positions = this.#selections.getOrMake(JSON.stringify(conditions), () => this.#select(conditions))
    const start = order === "ASC" ? offset : positions.length - offset - limit
    const window = positions.subarray(Math.max(0, start), Math.max(0, start + limit))
    const records = Array.from(window).flatMap((position) => this.#oldestFirst[position] ?? [])
    return { records: order === "ASC" ? records : records.toReversed(), total: positions.length }
  }

  #select({ created, foldsNames = false, values = {}, violation }: ComplaintConditions): Positions {
    const matches = filterFields.flatMap((field) => {
      const value = values[field]
      const fold = foldsNames && field === "consumerCity" ? foldName : foldCase
      return value === undefined ? [] : [this.#index(field, fold).get(fold(value)) ?? new Uint32Array()]
    })
    if (violation !== undefined) matches.push(this.#calledWithin(violation))
    const [shortest = this.#all, ...others] = matches.toSorted((left, right) => left.length - right.length)
    const first = created === undefined ? shortest : this.#createdWithin(shortest, created)
    return others.reduce(intersect, first)
  }

  /** Returns the part of an array whose complaints were created within an interval. */
  #createdWithin(positions: Positions, { from, to }: CivilInterval): Positions {
    const createdAt = (position: number) => this.#oldestFirst[position]?.createdDate ?? ""
    const start = findFirst(positions, (position) => createdAt(position) >= from)
    const end = findFirst(positions, (position) => createdAt(position) > to)
    return positions.subarray(start, Math.max(start, end))
  }

  /** Returns the positions of complaints about calls within an interval. */
  #calledWithin({ from, to }: CivilInterval): Positions {
    const { positions, times } = (this.#byViolation ??= sortByViolation(this.#oldestFirst))
    const [earliest, latest] = [timeOf(from), timeOf(to)]
    const start = findFirst(positions, (position) => (times[position] ?? 0) >= earliest)
    const end = findFirst(positions, (position) => (times[position] ?? 0) > latest)
    return positions.subarray(start, Math.max(start, end)).toSorted()
  }

  /** Returns the positions for each folded value of a field. Builds them on first use. */
  #index(field: FilterField, fold: (value: string) => string): ReadonlyMap<string, Positions> {
    const name = `${field} ${fold.name}`
    const known = this.#indexes.get(name)
    if (known !== undefined) return known
    const groups = Map.groupBy(this.#all, (position) => fold(this.#oldestFirst[position]?.[field] ?? ""))
    const index = new Map(Array.from(groups, ([value, positions]) => [value, Uint32Array.from(positions)]))
    this.#indexes.set(name, index)
    return index
  }
}
