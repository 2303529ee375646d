import { allBetween, calledBetween, listed, type Selection } from "./Selection.ts"
import {
  ComplaintColumns,
  type ComplaintTexts,
  type ComplaintValues,
  type EarliestMoments,
  wholeWords
} from "./ComplaintColumns.ts"
import type { CombinedText } from "./Combinations.ts"
import { digestOf, mixed, readHexId, wordsOfId } from "./recordId.ts"
import { ComplaintIndexes, type Narrowing } from "./ComplaintIndexes.ts"
import { ComplaintJson } from "./ComplaintJson.ts"
import { firstIndex } from "./search.ts"
import { Dictionary } from "./Dictionary.ts"
import { PackedRows } from "./rows.ts"
import { RecordTable } from "./RecordTable.ts"
import { momentOf } from "./moment.ts"
import { TextPool } from "./TextPool.ts"

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

/** The texts of a column, each once, and of each combination the code of the one that it has. */
interface TextState {
  readonly texts: ReadonlyArray<string>
  readonly codes: Uint32Array
}

/** All that a part is made of, as numbers and texts: what can be kept in a file. */
export interface ComplaintPartState {
  readonly size: number
  readonly earliest: EarliestMoments
  readonly maxima: ReadonlyArray<number>
  readonly words: Uint32Array
  readonly texts: Readonly<Record<keyof ComplaintTexts, TextState>>
  readonly pool: ReadonlyArray<Buffer>
  readonly ids: Uint32Array
}

/** With as many complaints, an index is built before a request would notice. */
const soonIndexed = 100_000

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
  readonly #indexes: ComplaintIndexes

  constructor(columns: ComplaintColumns, ids: RecordTable) {
    this.#columns = columns
    this.#json = new ComplaintJson(columns)
    this.#ids = ids
    this.#indexes = new ComplaintIndexes(columns)
    if (columns.size > soonIndexed) this.#indexes.buildAll()
  }

  /** The part of a state: nothing is read, sorted or compared again. */
  static of({ earliest, ids, maxima, pool, size, texts, words }: ComplaintPartState): ComplaintPart {
    const text = ({ codes, texts: values }: TextState): CombinedText => ({ dictionary: new Dictionary(values), codes })
    const { areaCode, city, robocall, state, subject } = texts
    const columns = new ComplaintColumns(
      size,
      new PackedRows(size, maxima, wholeWords, words),
      earliest,
      {
        city: text(city),
        state: text(state),
        areaCode: text(areaCode),
        subject: text(subject),
        robocall: text(robocall)
      },
      new TextPool(pool)
    )
    return new ComplaintPart(columns, new RecordTable(ids))
  }

  /** All that the part is made of. */
  get state(): ComplaintPartState {
    const { earliest, pool, rows, size, texts } = this.#columns
    const state = ({ codes, dictionary }: CombinedText): TextState => ({ texts: dictionary.texts, codes })
    return {
      size,
      earliest,
      maxima: rows.maxima,
      words: rows.words,
      texts: {
        city: state(texts.city),
        state: state(texts.state),
        areaCode: state(texts.areaCode),
        subject: state(texts.subject),
        robocall: state(texts.robocall)
      },
      pool: pool.chunks,
      ids: this.#ids.places
    }
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
    return this.#ids.find(digestOf(id), (ordinal) => columns.id(ordinal) === id)
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
      const { calls } = this.#indexes
      return calledBetween(calls, calls.between(momentOf(violation.from), momentOf(violation.to)), start, end)
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
    if (state !== undefined && city !== undefined) found.push(this.#indexes.byPlace.narrowing(state, city))
    else if (state !== undefined) found.push(this.#indexes.byState.narrowing(state))
    else if (city !== undefined) found.push(this.#indexes.byCity.narrowing(city))
    if (areaCode !== undefined) found.push(this.#indexes.byAreaCode.narrowing(areaCode))
    if (isRobocall !== undefined) found.push(this.#indexes.byRobocall.narrowing(isRobocall ? "Y" : "N"))
    return found
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
