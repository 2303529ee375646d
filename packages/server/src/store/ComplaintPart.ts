import { allBetween, calledBetween, listed, type Selection } from "./Selection.ts"
import { type ComplaintColumns, type ComplaintValues } from "./ComplaintColumns.ts"
import { digestOf, mixed, readHexId, wordsOfId } from "./recordId.ts"
import type { CombinedText } from "./Combinations.ts"
import { CallOrder } from "./CallOrder.ts"
import type { Column } from "./rows.ts"
import { ComplaintJson } from "./ComplaintJson.ts"
import type { Dictionary } from "./Dictionary.ts"
import { firstIndex } from "./search.ts"
import type { RecordTable } from "./RecordTable.ts"
import { momentOf } from "./moment.ts"
import { Postings } from "./Postings.ts"

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

/** A condition that an index answers: its records, and whether one record is among them. */
interface Narrowing {
  readonly ordinals: Uint32Array
  readonly holds: (ordinal: number) => boolean
}

/** The records of each value of something that a column's codes stand for. */
class CodeIndex {
  readonly #column: Column
  readonly #valueOf: Uint32Array
  readonly #postings: Postings

  /** With `valueOf`, the value of each code. */
  constructor(records: number, column: Column, valueOf: Uint32Array, values: number) {
    this.#column = column
    this.#valueOf = valueOf
    this.#postings = new Postings(records, values, (ordinal) => valueOf[column.at(ordinal)] ?? 0)
  }

  narrowing(value: number | undefined): Narrowing {
    return {
      ordinals: this.#postings.list(value),
      holds: (ordinal) => this.#valueOf[this.#column.at(ordinal)] === value
    }
  }
}

/** The records of each text, case aside. */
class TextIndex {
  readonly #dictionary: Dictionary
  readonly #index: CodeIndex

  constructor(records: number, column: Column, { codes, dictionary }: CombinedText) {
    const { foldedCodeOf, foldedSize } = dictionary
    this.#dictionary = dictionary
    this.#index = new CodeIndex(
      records,
      column,
      codes.map((code) => foldedCodeOf[code] ?? 0),
      foldedSize
    )
  }

  narrowing(text: string): Narrowing {
    return this.#index.narrowing(this.#dictionary.foldedCode(text))
  }
}

/** The records of each pair of state and city that occurs, case aside. */
class PlaceIndex {
  readonly #state: Dictionary
  readonly #city: Dictionary
  readonly #places = new Map<number, number>()
  readonly #index: CodeIndex

  constructor({ consumer, size, texts: { city, state } }: ComplaintColumns) {
    this.#state = state.dictionary
    this.#city = city.dictionary
    const placeOf = state.codes.map((stateCode, combination) => {
      const place = this.#placeOf(
        state.dictionary.foldedCodeOf[stateCode] ?? 0,
        city.dictionary.foldedCodeOf[city.codes[combination] ?? 0] ?? 0
      )
      const known = this.#places.get(place) ?? this.#places.size
      this.#places.set(place, known)
      return known
    })
    this.#index = new CodeIndex(size, consumer, placeOf, this.#places.size)
  }

  narrowing(stateName: string, cityName: string): Narrowing {
    const [state, city] = [this.#state.foldedCode(stateName), this.#city.foldedCode(cityName)]
    const isKnown = state !== undefined && city !== undefined
    return this.#index.narrowing(isKnown ? this.#places.get(this.#placeOf(state, city)) : undefined)
  }

  #placeOf(stateCode: number, cityCode: number): number {
    return stateCode * this.#city.foldedSize + cityCode
  }
}

/**
 * Complaints that were loaded together: columns in the order of creation, and for each documented filter the ordinals that meet it.
 *
 * **Gotchas** an ordinal is a position in the order of `created-date`, ties by id; so a stretch of creation dates is a
 * stretch of ordinals, and every list of ordinals is already sorted.
 *
 * **Source** decisions 10 and 11.
 */
export class ComplaintPart {
  readonly #columns: ComplaintColumns
  readonly #json: ComplaintJson
  readonly #ids: RecordTable
  readonly #byState: TextIndex
  readonly #byAreaCode: TextIndex
  readonly #byRobocall: TextIndex
  readonly #byPlace: PlaceIndex
  readonly #calls: CallOrder
  // No documented request names a city alone, so its index is built when it is first asked for.
  #byCity: TextIndex | undefined

  constructor(columns: ComplaintColumns, ids: RecordTable) {
    const { call, consumer, size, texts, violation } = columns
    this.#columns = columns
    this.#json = new ComplaintJson(columns)
    this.#ids = ids
    this.#byState = new TextIndex(size, consumer, texts.state)
    this.#byAreaCode = new TextIndex(size, consumer, texts.areaCode)
    this.#byRobocall = new TextIndex(size, call, texts.robocall)
    this.#byPlace = new PlaceIndex(columns)
    this.#calls = new CallOrder(size, (ordinal) => violation.at(ordinal))
  }

  get size(): number {
    return this.#columns.size
  }

  /** The ordinal of the record with an id. */
  ordinalOf(id: string): number | undefined {
    const columns = this.#columns
    const words = new Uint32Array(wordsOfId)
    if (readHexId(id, words)) {
      const [first = 0, second = 0, third = 0, fourth = 0] = words
      return this.#ids.find(
        mixed(first, second, third, fourth),
        (ordinal) =>
          columns.idWords.every((word, place) => word.at(ordinal) === words[place]) && columns.isOddId.at(ordinal) === 0
      )
    }
    return this.#ids.find(digestOf(id), (ordinal) => columns.isOddId.at(ordinal) === 1 && columns.id(ordinal) === id)
  }

  /** Writes records as JSON, with commas between them; their links stand on `origin`. */
  write(ordinals: ReadonlyArray<number>, origin: string): void {
    this.#json.write(ordinals, origin)
  }

  /** One record as plain values. */
  values(ordinal: number): ComplaintValues {
    return this.#columns.values(ordinal)
  }

  /** The records that meet every condition. */
  select(conditions: ComplaintConditions): Selection {
    const { created, size } = this.#columns
    const { created: interval, violation } = conditions
    const from = interval && momentOf(interval.from)
    const to = interval && momentOf(interval.to)
    const start = from === undefined ? 0 : firstIndex(size, (ordinal) => created.at(ordinal) >= from)
    const end = to === undefined ? size : firstIndex(size, (ordinal) => created.at(ordinal) > to)
    const narrowings = this.#narrowings(conditions)
    const [narrowest, ...others] = narrowings.toSorted((a, b) => a.ordinals.length - b.ordinals.length)
    if (narrowest === undefined) {
      if (violation === undefined) return allBetween(start, end)
      const stretch = this.#calls.between(momentOf(violation.from), momentOf(violation.to))
      return calledBetween(this.#calls, stretch, start, end)
    }
    const tests = [
      ...others.map(({ holds }) => holds),
      ...(violation === undefined ? [] : [this.#wasCalled(violation)])
    ]
    const ordinals = within(narrowest.ordinals, start, end)
    return listed(tests.length === 0 ? ordinals : ordinals.filter((ordinal) => tests.every((holds) => holds(ordinal))))
  }

  #wasCalled({ from, to }: CivilInterval): Narrowing["holds"] {
    const { violation } = this.#columns
    const [earliest, latest] = [momentOf(from), momentOf(to)]
    return (ordinal) => {
      const moment = violation.at(ordinal)
      return moment >= earliest && moment <= latest
    }
  }

  #narrowings({ areaCode, city, isRobocall, state }: ComplaintConditions): ReadonlyArray<Narrowing> {
    const found: Array<Narrowing> = []
    if (state !== undefined && city !== undefined) found.push(this.#byPlace.narrowing(state, city))
    else if (state !== undefined) found.push(this.#byState.narrowing(state))
    else if (city !== undefined) found.push(this.#cityIndex().narrowing(city))
    if (areaCode !== undefined) found.push(this.#byAreaCode.narrowing(areaCode))
    if (isRobocall !== undefined) found.push(this.#byRobocall.narrowing(isRobocall ? "Y" : "N"))
    return found
  }

  #cityIndex(): TextIndex {
    const { consumer, size, texts } = this.#columns
    this.#byCity ??= new TextIndex(size, consumer, texts.city)
    return this.#byCity
  }
}

/** The part of an ascending list that lies in `[start, end)`. */
const within = (ordinals: Uint32Array, start: number, end: number): Uint32Array => {
  const first = firstIndex(ordinals.length, (place) => (ordinals[place] ?? 0) >= start)
  return ordinals.subarray(
    first,
    Math.max(
      first,
      firstIndex(ordinals.length, (place) => (ordinals[place] ?? 0) >= end)
    )
  )
}
