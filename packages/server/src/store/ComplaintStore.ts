import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { Effect } from "effect"
import type { PageWindow } from "../requests/PageWindow.ts"
import type { Order, Page } from "./Page.ts"
import { RecentSelections } from "./RecentSelections.ts"
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
}

/** The complaints of a data set, in memory or elsewhere. */
export interface Complaints {
  /** Returns a page of the complaints that meet all conditions. */
  readonly page: (
    conditions: ComplaintConditions,
    order: Order,
    window: PageWindow
  ) => Effect.Effect<Page<PlainComplaint>>
  /** Returns the complaint with an id, or `undefined` if the id is unknown. */
  readonly get: (id: string) => Effect.Effect<PlainComplaint | undefined>
  /** All complaints, oldest first. */
  readonly all: Effect.Effect<ReadonlyArray<PlainComplaint>>
}

const byCreation = (left: PlainComplaint, right: PlainComplaint): number =>
  compareText(left.createdDate, right.createdDate) || compareText(left.id, right.id)

const isWithin = (interval: CivilInterval | undefined, moment: string): boolean =>
  interval === undefined || (moment >= interval.from && moment <= interval.to)

/** Returns the index of the first complaint whose created date passes a test that all later ones pass, too. */
const firstIndex = (oldestFirst: ReadonlyArray<PlainComplaint>, test: (created: string) => boolean): number => {
  let [low, high] = [0, oldestFirst.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (test(oldestFirst[middle]?.createdDate ?? "")) high = middle
    else low = middle + 1
  }
  return low
}

const createdWithin = (
  oldestFirst: ReadonlyArray<PlainComplaint>,
  { from, to }: CivilInterval
): ReadonlyArray<PlainComplaint> =>
  oldestFirst.slice(
    firstIndex(oldestFirst, (created) => created >= from),
    firstIndex(oldestFirst, (created) => created > to)
  )

/** Returns a test of all conditions of a request, except the one on the created date. */
const testOf = ({ values = {}, violation }: ComplaintConditions) => {
  const tests = filterFields.flatMap((field) => {
    const value = values[field]
    if (value === undefined) return []
    const wanted = foldCase(value)
    return [(complaint: PlainComplaint): boolean => foldCase(complaint[field]) === wanted]
  })
  return (complaint: PlainComplaint): boolean =>
    isWithin(violation, complaint.violationDate) && tests.every((test) => test(complaint))
}

/** Complaints in the order of creation, ties by id. Recent selections are cached, because clients request one page after another. */
export class ComplaintStore implements Complaints {
  readonly all: Effect.Effect<ReadonlyArray<PlainComplaint>>
  readonly size: number
  readonly #oldestFirst: ReadonlyArray<PlainComplaint>
  readonly #selections = new RecentSelections<ReadonlyArray<PlainComplaint>>()
  // Built on first use, so that it does not delay the start.
  #byId: ReadonlyMap<string, PlainComplaint> | undefined

  /** Accepts complaints in any order. Their ids must differ. */
  constructor(complaints: ReadonlyArray<PlainComplaint>) {
    this.#oldestFirst = complaints.toSorted(byCreation)
    this.size = complaints.length
    this.all = Effect.succeed(this.#oldestFirst)
  }

  get(id: string): Effect.Effect<PlainComplaint | undefined> {
    this.#byId ??= new Map(this.#oldestFirst.map((complaint) => [complaint.id, complaint]))
    return Effect.succeed(this.#byId.get(id))
  }

  page(conditions: ComplaintConditions, order: Order, window: PageWindow): Effect.Effect<Page<PlainComplaint>> {
    return Effect.sync(() => this.#page(conditions, order, window))
  }

  #page(conditions: ComplaintConditions, order: Order, { limit, offset }: PageWindow): Page<PlainComplaint> {
    const { created } = conditions
    const selection = this.#selections.getOrMake(JSON.stringify(conditions), () => {
      const candidates = created === undefined ? this.#oldestFirst : createdWithin(this.#oldestFirst, created)
      return candidates.filter(testOf(conditions))
    })
    const { length: total } = selection
    if (order === "ASC") return { records: selection.slice(offset, offset + limit), total }
    const end = Math.max(0, total - offset)
    return { records: selection.slice(Math.max(0, end - limit), end).toReversed(), total }
  }
}
