import type { Dictionary } from "./Dictionary.ts"
import { hexOfWord } from "./recordId.ts"
import { momentText } from "./moment.ts"
import { oddPhonePosition, phoneDigits, phoneValue } from "./phoneNumber.ts"
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

/** Where a row has what; numbers of more than 32 bits take two columns, the lower bits first. */
export const place = {
  id: 0,
  isOddId: 4,
  phone: 5,
  created: 7,
  violation: 9,
  city: 11,
  state: 12,
  areaCode: 13,
  subject: 14,
  robocall: 15
} as const

/** How many columns a row has. */
export const rowWidth = 16

const beyondWord = 2 ** 32

/** Numbers below 2^53, each counted from the smallest, in two columns. */
export class LongColumn {
  readonly #low: Column
  readonly #high: Column
  readonly #smallest: number

  constructor(rows: PackedRows, first: number, smallest: number) {
    this.#low = rows.column(first)
    this.#high = rows.column(first + 1)
    this.#smallest = smallest
  }

  at(ordinal: number): number {
    return this.#smallest + this.#low.at(ordinal) + this.#high.at(ordinal) * beyondWord
  }
}

/** The texts that codes stand for. */
export interface ComplaintDictionaries {
  readonly city: Dictionary
  readonly state: Dictionary
  readonly areaCode: Dictionary
  readonly subject: Dictionary
  readonly robocall: Dictionary
}

/** Every value of every complaint, by its ordinal. */
export class ComplaintColumns {
  readonly size: number
  readonly dictionaries: ComplaintDictionaries
  readonly idWords: readonly [Column, Column, Column, Column]
  /** 1 where the id is a text of the pool, at the position that the first two words of the id are. */
  readonly isOddId: Column
  readonly phone: LongColumn
  readonly created: LongColumn
  readonly violation: LongColumn
  readonly city: Column
  readonly state: Column
  readonly areaCode: Column
  readonly subject: Column
  readonly robocall: Column
  readonly #pool: TextPool

  constructor(
    size: number,
    rows: PackedRows,
    smallest: { readonly created: number; readonly violation: number },
    dictionaries: ComplaintDictionaries,
    pool: TextPool
  ) {
    this.size = size
    this.dictionaries = dictionaries
    this.idWords = [
      rows.column(place.id),
      rows.column(place.id + 1),
      rows.column(place.id + 2),
      rows.column(place.id + 3)
    ]
    this.isOddId = rows.column(place.isOddId)
    this.phone = new LongColumn(rows, place.phone, 0)
    this.created = new LongColumn(rows, place.created, smallest.created)
    this.violation = new LongColumn(rows, place.violation, smallest.violation)
    this.city = rows.column(place.city)
    this.state = rows.column(place.state)
    this.areaCode = rows.column(place.areaCode)
    this.subject = rows.column(place.subject)
    this.robocall = rows.column(place.robocall)
    this.#pool = pool
  }

  id(ordinal: number): string {
    const [first, second, third, fourth] = this.idWords
    if (this.isOddId.at(ordinal) === 1) return this.#pool.text(first.at(ordinal) + second.at(ordinal) * beyondWord)
    return [first, second, third, fourth].map((word) => hexOfWord(word.at(ordinal))).join("")
  }

  phoneNumber(ordinal: number): string {
    const code = this.phone.at(ordinal)
    const position = oddPhonePosition(code)
    if (position !== undefined) return this.#pool.text(position)
    const digits = phoneDigits(code)
    return digits === 0 ? "" : String(phoneValue(code, digits)).padStart(digits, "0")
  }

  values(ordinal: number): ComplaintValues {
    const { areaCode, city, robocall, state, subject } = this.dictionaries
    return {
      id: this.id(ordinal),
      companyPhoneNumber: this.phoneNumber(ordinal),
      createdDate: momentText(this.created.at(ordinal)),
      violationDate: momentText(this.violation.at(ordinal)),
      consumerCity: city.text(this.city.at(ordinal)),
      consumerState: state.text(this.state.at(ordinal)),
      consumerAreaCode: areaCode.text(this.areaCode.at(ordinal)),
      subject: subject.text(this.subject.at(ordinal)),
      recordedMessageOrRobocall: robocall.text(this.robocall.at(ordinal))
    }
  }
}
