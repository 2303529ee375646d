import type { CombinedText } from "./Combinations.ts"
import { hexOfWord } from "./recordId.ts"
import { momentText } from "./moment.ts"
import { isOddPhone, oddPhonePosition, phoneDigits, phoneValue } from "./phoneNumber.ts"
import type { Column, PackedRows } from "./rows.ts"
import type { TextPool } from "./TextPool.ts"

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

/**
 * Where a row has what. Numbers of more than 32 bits take two columns, of which the second is empty in most data: it has
 * what is beyond 32 bits.
 */
export const place = {
  id: 0,
  phone: 4,
  created: 5,
  violation: 6,
  isOddId: 7,
  beyondPhone: 8,
  beyondCreated: 9,
  beyondViolation: 10,
  consumer: 11,
  call: 12
} as const

/** How many columns a row has, and how many of them come first and have a whole word. */
export const rowWidth = 13
export const wholeWords = 7

const beyondWord = 2 ** 32

/** Numbers below 2^53, each counted from the smallest, in two columns. */
export class LongColumn {
  readonly #low: Column
  readonly #high: Column
  readonly #smallest: number

  constructor(low: Column, high: Column, smallest: number) {
    this.#low = low
    this.#high = high
    this.#smallest = smallest
  }

  at(ordinal: number): number {
    return this.#smallest + this.#low.at(ordinal) + this.#high.at(ordinal) * beyondWord
  }
}

/** The texts that the codes of a row stand for. */
export interface ComplaintTexts {
  /** Of each code of a consumer: city, state and area code go together in all but a few records. */
  readonly city: CombinedText
  readonly state: CombinedText
  readonly areaCode: CombinedText
  /** Of each code of a call. */
  readonly subject: CombinedText
  readonly robocall: CombinedText
}

/** The first moment of each kind, from which the others are counted. */
export interface EarliestMoments {
  readonly created: number
  readonly violation: number
}

/** Every value of every complaint, by its ordinal. */
export class ComplaintColumns {
  readonly size: number
  readonly rows: PackedRows
  readonly texts: ComplaintTexts
  readonly idWords: readonly [Column, Column, Column, Column]
  /** 1 where the id is a text of the pool, at the position that the first two words of the id are. */
  readonly isOddId: Column
  readonly phone: LongColumn
  readonly created: LongColumn
  readonly violation: LongColumn
  readonly consumer: Column
  readonly call: Column
  readonly earliest: EarliestMoments
  /** Ids and phone numbers that are no numbers. */
  readonly pool: TextPool

  constructor(size: number, rows: PackedRows, earliest: EarliestMoments, texts: ComplaintTexts, pool: TextPool) {
    this.size = size
    this.texts = texts
    this.earliest = earliest
    this.idWords = [
      rows.column(place.id),
      rows.column(place.id + 1),
      rows.column(place.id + 2),
      rows.column(place.id + 3)
    ]
    this.isOddId = rows.column(place.isOddId)
    const long = (low: number, high: number, smallest: number) =>
      new LongColumn(rows.column(low), rows.column(high), smallest)
    this.phone = long(place.phone, place.beyondPhone, 0)
    this.created = long(place.created, place.beyondCreated, earliest.created)
    this.violation = long(place.violation, place.beyondViolation, earliest.violation)
    this.consumer = rows.column(place.consumer)
    this.call = rows.column(place.call)
    this.pool = pool
    this.rows = rows
  }

  id(ordinal: number): string {
    const [first, second, third, fourth] = this.idWords
    if (this.isOddId.at(ordinal) === 1) return this.pool.text(first.at(ordinal) + second.at(ordinal) * beyondWord)
    return [first, second, third, fourth].map((word) => hexOfWord(word.at(ordinal))).join("")
  }

  phoneNumber(ordinal: number): string {
    const code = this.phone.at(ordinal)
    if (isOddPhone(code)) return this.pool.text(oddPhonePosition(code))
    const digits = phoneDigits(code)
    return digits === 0 ? "" : String(phoneValue(code, digits)).padStart(digits, "0")
  }

  values(ordinal: number): ComplaintValues {
    const { areaCode, city, robocall, state, subject } = this.texts
    const [consumer, call] = [this.consumer.at(ordinal), this.call.at(ordinal)]
    return {
      id: this.id(ordinal),
      companyPhoneNumber: this.phoneNumber(ordinal),
      createdDate: momentText(this.created.at(ordinal)),
      violationDate: momentText(this.violation.at(ordinal)),
      consumerCity: textOf(city, consumer),
      consumerState: textOf(state, consumer),
      consumerAreaCode: textOf(areaCode, consumer),
      subject: textOf(subject, call),
      recordedMessageOrRobocall: textOf(robocall, call)
    }
  }
}

const textOf = ({ codes, dictionary }: CombinedText, combination: number): string =>
  dictionary.text(codes[combination] ?? 0)
