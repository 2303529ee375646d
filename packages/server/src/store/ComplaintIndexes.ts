import { CallOrder } from "./CallOrder.ts"
import type { CombinedText } from "./Combinations.ts"
import type { Column } from "./rows.ts"
import type { ComplaintColumns } from "./ComplaintColumns.ts"
import type { Dictionary } from "./Dictionary.ts"
import { Postings } from "./Postings.ts"

/** A condition that an index answers: its records, and whether one record is among them. */
export interface Narrowing {
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

/** For each documented filter the ordinals that meet it; each index is built when it is first asked for. */
export class ComplaintIndexes {
  readonly #columns: ComplaintColumns
  #byState: TextIndex | undefined
  #byAreaCode: TextIndex | undefined
  #byRobocall: TextIndex | undefined
  #byPlace: PlaceIndex | undefined
  #byCity: TextIndex | undefined
  #calls: CallOrder | undefined

  constructor(columns: ComplaintColumns) {
    this.#columns = columns
  }

  /** Builds those that documented requests need; none of them names a city alone. */
  buildAll(): void {
    for (const index of ["byState", "byAreaCode", "byRobocall", "byPlace", "calls"] as const) void this[index]
  }

  get byState(): TextIndex {
    const { consumer, size, texts } = this.#columns
    return (this.#byState ??= new TextIndex(size, consumer, texts.state))
  }

  get byAreaCode(): TextIndex {
    const { consumer, size, texts } = this.#columns
    return (this.#byAreaCode ??= new TextIndex(size, consumer, texts.areaCode))
  }

  get byRobocall(): TextIndex {
    const { call, size, texts } = this.#columns
    return (this.#byRobocall ??= new TextIndex(size, call, texts.robocall))
  }

  get byPlace(): PlaceIndex {
    return (this.#byPlace ??= new PlaceIndex(this.#columns))
  }

  get byCity(): TextIndex {
    const { consumer, size, texts } = this.#columns
    return (this.#byCity ??= new TextIndex(size, consumer, texts.city))
  }

  get calls(): CallOrder {
    const { size, violation } = this.#columns
    return (this.#calls ??= new CallOrder(size, (ordinal) => violation.at(ordinal)))
  }
}
