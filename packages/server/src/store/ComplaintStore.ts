import { compareText, firstIndex } from "./search.ts"
import { type DictionaryColumn, DictionaryColumnBuilder } from "./DictionaryColumn.ts"
import { momentOf, momentText } from "./moment.ts"
import { Postings } from "./Postings.ts"

/** One complaint, with its values as the wire has them. */
export interface ComplaintValues {
  readonly id: string
  readonly companyPhoneNumber: string
  readonly createdDate: string
  readonly violationDate: string
  readonly consumerCity: string
  readonly consumerState: string
  readonly consumerAreaCode: string
  readonly subject: string
  readonly recordedMessageOrRobocall: string
}

/** A stretch of civil date-times, both ends included. */
export interface CivilInterval {
  readonly from: string
  readonly to: string
}

/** What a request asks for; every condition given must hold. */
export interface ComplaintConditions {
  readonly created?: CivilInterval | undefined
  readonly violation?: CivilInterval | undefined
  readonly state?: string | undefined
  readonly city?: string | undefined
  readonly areaCode?: string | undefined
  readonly isRobocall?: boolean | undefined
}

/** Newest first, or its exact reverse. */
export type Order = "ASC" | "DESC"

/** The records that meet a request's conditions, oldest first; reading from any offset costs the same. */
export class Selection {
  readonly total: number
  readonly #start: number
  readonly #ordinals: Uint32Array | undefined

  /** Without `ordinals`, the records from `start` on. */
  constructor(ordinals: Uint32Array | undefined, start: number, end: number) {
    this.#ordinals = ordinals
    this.#start = start
    this.total = Math.max(0, end - start)
  }

  #at(index: number): number {
    return this.#ordinals === undefined ? this.#start + index : (this.#ordinals[this.#start + index] ?? 0)
  }

  /** The ordinals of one page. */
  page(order: Order, offset: number, limit: number): ReadonlyArray<number> {
    const length = Math.max(0, Math.min(limit, this.total - offset))
    return Array.from({ length }, (_, n) => this.#at(order === "ASC" ? offset + n : this.total - 1 - offset - n))
  }
}

interface ComplaintColumns {
  readonly ids: ReadonlyArray<string>
  readonly phones: ReadonlyArray<string>
  readonly created: Float64Array
  readonly violation: Float64Array
  readonly city: DictionaryColumn
  readonly state: DictionaryColumn
  readonly areaCode: DictionaryColumn
  readonly subject: DictionaryColumn
  readonly robocall: DictionaryColumn
}

/** A condition that an index answers: its records, and whether one record is among them. */
interface Narrowing {
  readonly ordinals: Uint32Array
  readonly holds: (ordinal: number) => boolean
}

const maxKeptRanges = 32

/**
 * Complaints in memory: columns in the order of creation, and for each documented filter the ordinals that meet it.
 *
 * **Gotchas** an ordinal is a position in the order of `created-date`, ties by id; so a stretch of creation dates is a
 * stretch of ordinals, and every list of ordinals is already sorted.
 *
 * **Source** decisions 10 and 11.
 */
export class ComplaintStore {
  readonly #columns: ComplaintColumns
  readonly #byState: Postings
  readonly #byAreaCode: Postings
  readonly #byRobocall: Postings
  // These take longest to build and are not needed by every program, so each is built when it is first asked for.
  #ordinalOfId: ReadonlyMap<string, number> | undefined
  #byCity: Postings | undefined
  #byPlace: { readonly codes: ReadonlyMap<number, number>; readonly postings: Postings } | undefined
  #byViolation: Uint32Array | undefined
  readonly #keptRanges = new Map<string, Uint32Array>()

  constructor(columns: ComplaintColumns) {
    const { areaCode, robocall, state } = columns
    this.#columns = columns
    this.#byState = Postings.of(state.foldedColumn(), state.foldedSize)
    this.#byAreaCode = Postings.of(areaCode.foldedColumn(), areaCode.foldedSize)
    this.#byRobocall = Postings.of(robocall.foldedColumn(), robocall.foldedSize)
  }

  get size(): number {
    return this.#columns.ids.length
  }

  /** The ordinal of the record with an id. */
  ordinalOf(id: string): number | undefined {
    this.#ordinalOfId ??= new Map(this.#columns.ids.map((known, ordinal) => [known, ordinal]))
    return this.#ordinalOfId.get(id)
  }

  /** One record as JSON text; its link stands on `origin`. */
  json(ordinal: number, origin: string): string {
    const { areaCode, city, created, ids, phones, robocall, state, subject, violation } = this.#columns
    const id = ids[ordinal] ?? ""
    const link = JSON.stringify(`${origin}/v0/dnc-complaints/${encodeURIComponent(id)}`)
    return (
      `{"type":"dnc_complaint","id":${JSON.stringify(id)},"attributes":{` +
      `"company-phone-number":${JSON.stringify(phones[ordinal])},` +
      `"created-date":"${momentText(created[ordinal] ?? 0)}",` +
      `"violation-date":"${momentText(violation[ordinal] ?? 0)}",` +
      `"consumer-city":${city.json(ordinal)},"consumer-state":${state.json(ordinal)},` +
      `"consumer-area-code":${areaCode.json(ordinal)},"subject":${subject.json(ordinal)},` +
      `"recorded-message-or-robocall":${robocall.json(ordinal)}},` +
      `"relationships":[],"meta":[],"links":{"self":${link}}}`
    )
  }

  /** One record as plain values. */
  values(ordinal: number): ComplaintValues {
    const { areaCode, city, created, ids, phones, robocall, state, subject, violation } = this.#columns
    return {
      id: ids[ordinal] ?? "",
      companyPhoneNumber: phones[ordinal] ?? "",
      createdDate: momentText(created[ordinal] ?? 0),
      violationDate: momentText(violation[ordinal] ?? 0),
      consumerCity: city.text(ordinal),
      consumerState: state.text(ordinal),
      consumerAreaCode: areaCode.text(ordinal),
      subject: subject.text(ordinal),
      recordedMessageOrRobocall: robocall.text(ordinal)
    }
  }

  /** The records that meet every condition. */
  select(conditions: ComplaintConditions): Selection {
    const { created } = this.#columns
    const stretch = conditions.created && {
      from: momentOf(conditions.created.from),
      to: momentOf(conditions.created.to)
    }
    const first = stretch ? firstIndex(created.length, (index) => (created[index] ?? 0) >= stretch.from) : 0
    const end = stretch ? firstIndex(created.length, (index) => (created[index] ?? 0) > stretch.to) : created.length
    const narrowings = this.#narrowings(conditions).toSorted((a, b) => a.ordinals.length - b.ordinals.length)
    const [narrowest, ...others] = narrowings
    if (narrowest === undefined) return new Selection(undefined, first, end)
    const ordinals =
      others.length === 0
        ? narrowest.ordinals
        : narrowest.ordinals.filter((ordinal) => others.every((other) => other.holds(ordinal)))
    return new Selection(
      ordinals,
      firstIndex(ordinals.length, (index) => (ordinals[index] ?? 0) >= first),
      firstIndex(ordinals.length, (index) => (ordinals[index] ?? 0) >= end)
    )
  }

  #narrowings(conditions: ComplaintConditions): ReadonlyArray<Narrowing> {
    const found: Array<Narrowing> = []
    const { areaCode, city, robocall, state } = this.#columns
    if (conditions.state !== undefined && conditions.city !== undefined) {
      found.push(this.#place(conditions.state, conditions.city))
    } else if (conditions.state !== undefined) {
      found.push(narrowing(state, this.#byState, conditions.state))
    } else if (conditions.city !== undefined) {
      this.#byCity ??= Postings.of(city.foldedColumn(), city.foldedSize)
      found.push(narrowing(city, this.#byCity, conditions.city))
    }
    if (conditions.areaCode !== undefined) found.push(narrowing(areaCode, this.#byAreaCode, conditions.areaCode))
    if (conditions.isRobocall !== undefined) {
      found.push(narrowing(robocall, this.#byRobocall, conditions.isRobocall ? "Y" : "N"))
    }
    if (conditions.violation !== undefined) found.push(this.#violated(conditions.violation))
    return found
  }

  #place(stateName: string, cityName: string): Narrowing {
    const { city, state } = this.#columns
    this.#byPlace ??= placesOf(state, city)
    const stateCode = state.foldedCode(stateName)
    const cityCode = city.foldedCode(cityName)
    const isKnown = stateCode !== undefined && cityCode !== undefined
    const place = isKnown ? this.#byPlace.codes.get(stateCode * city.foldedSize + cityCode) : undefined
    return {
      ordinals: this.#byPlace.postings.list(place),
      holds: (ordinal) => state.foldedCodeAt(ordinal) === stateCode && city.foldedCodeAt(ordinal) === cityCode
    }
  }

  #violated(interval: CivilInterval): Narrowing {
    const { violation } = this.#columns
    const from = momentOf(interval.from)
    const to = momentOf(interval.to)
    return {
      ordinals: this.#violationOrdinals(from, to),
      holds: (ordinal) => (violation[ordinal] ?? 0) >= from && (violation[ordinal] ?? 0) <= to
    }
  }

  // A stretch of calls lies together in the order of calls and has to be put in the order of creation. The last few
  // are kept, because whoever asks for a stretch pages through it.
  #violationOrdinals(from: number, to: number): Uint32Array {
    const key = `${from}/${to}`
    const kept = this.#keptRanges.get(key)
    if (kept !== undefined) return kept
    const { violation } = this.#columns
    this.#byViolation ??= Uint32Array.from(violation, (_, ordinal) => ordinal).toSorted(
      (left, right) => (violation[left] ?? 0) - (violation[right] ?? 0)
    )
    const byViolation = this.#byViolation
    const at = (index: number) => violation[byViolation[index] ?? 0] ?? 0
    const first = firstIndex(byViolation.length, (index) => at(index) >= from)
    const end = firstIndex(byViolation.length, (index) => at(index) > to)
    const ordinals = byViolation.subarray(first, Math.max(first, end)).toSorted()
    const oldest = this.#keptRanges.keys().next()
    if (this.#keptRanges.size >= maxKeptRanges && oldest.done !== true) this.#keptRanges.delete(oldest.value)
    this.#keptRanges.set(key, ordinals)
    return ordinals
  }
}

const narrowing = (column: DictionaryColumn, postings: Postings, text: string): Narrowing => {
  const code = column.foldedCode(text)
  return { ordinals: postings.list(code), holds: (ordinal) => column.foldedCodeAt(ordinal) === code }
}

/** The postings of each pair of state and city that occurs. */
const placesOf = (state: DictionaryColumn, city: DictionaryColumn) => {
  const codes = new Map<number, number>()
  const column = state.codes.map((_, ordinal) => {
    const place = state.foldedCodeAt(ordinal) * city.foldedSize + city.foldedCodeAt(ordinal)
    const code = codes.get(place) ?? codes.size
    if (code === codes.size) codes.set(place, code)
    return code
  })
  return { codes, postings: Postings.of(column, codes.size) }
}

/** Collects complaints, each with an id of its own, in any order; `build` sorts and indexes them. */
export class ComplaintStoreBuilder {
  readonly #ids: Array<string> = []
  readonly #phones: Array<string> = []
  readonly #created: Array<number> = []
  readonly #violation: Array<number> = []
  readonly #city = new DictionaryColumnBuilder()
  readonly #state = new DictionaryColumnBuilder()
  readonly #areaCode = new DictionaryColumnBuilder()
  readonly #subject = new DictionaryColumnBuilder()
  readonly #robocall = new DictionaryColumnBuilder()

  add(complaint: ComplaintValues): void {
    this.#ids.push(complaint.id)
    this.#phones.push(complaint.companyPhoneNumber)
    this.#created.push(momentOf(complaint.createdDate))
    this.#violation.push(momentOf(complaint.violationDate))
    this.#city.add(complaint.consumerCity)
    this.#state.add(complaint.consumerState)
    this.#areaCode.add(complaint.consumerAreaCode)
    this.#subject.add(complaint.subject)
    this.#robocall.add(complaint.recordedMessageOrRobocall)
  }

  addAll(store: ComplaintStore): void {
    for (let ordinal = 0; ordinal < store.size; ordinal++) this.add(store.values(ordinal))
  }

  build(): ComplaintStore {
    const order = Uint32Array.from(this.#ids, (_, arrival) => arrival).toSorted(
      (left, right) =>
        (this.#created[left] ?? 0) - (this.#created[right] ?? 0) ||
        compareText(this.#ids[left] ?? "", this.#ids[right] ?? "")
    )
    const inOrder = (texts: ReadonlyArray<string>) => Array.from(order, (arrival) => texts[arrival] ?? "")
    return new ComplaintStore({
      ids: inOrder(this.#ids),
      phones: inOrder(this.#phones),
      created: Float64Array.from(order, (arrival) => this.#created[arrival] ?? 0),
      violation: Float64Array.from(order, (arrival) => this.#violation[arrival] ?? 0),
      city: this.#city.build(order),
      state: this.#state.build(order),
      areaCode: this.#areaCode.build(order),
      subject: this.#subject.build(order),
      robocall: this.#robocall.build(order)
    })
  }
}
