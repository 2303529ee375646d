import { ArrivingRows, PackedRows } from "./rows.ts"
import { CombinationBuilder } from "./Combinations.ts"
import { ComplaintColumns, type ComplaintValues, place, rowWidth, wholeWords } from "./ComplaintColumns.ts"
import { digestOf, hexOfWord, mixed, readHexId, wordsOfId } from "./recordId.ts"
import { oddPhoneCode, phoneCode } from "./phoneNumber.ts"
import { compareText } from "./search.ts"
import { ComplaintPart } from "./ComplaintPart.ts"
import { DictionaryBuilder } from "./Dictionary.ts"
import { RecordTable } from "./RecordTable.ts"
import { momentOf } from "./moment.ts"
import { sortedOrder } from "./sortedOrder.ts"
import { TextPool } from "./TextPool.ts"

const beyondWord = 2 ** 32

/** The first and the last moment of a column. */
class Span {
  earliest = Number.POSITIVE_INFINITY
  latest = 0

  get length(): number {
    return this.latest - this.earliest
  }

  include(moment: number): void {
    this.earliest = Math.min(this.earliest, moment)
    this.latest = Math.max(this.latest, moment)
  }
}

/** Collects complaints in any order; `build` sorts and indexes them, and uses the builder up. */
export class ComplaintPartBuilder {
  readonly #rows = new ArrivingRows(rowWidth)
  readonly #row = new Uint32Array(rowWidth)
  readonly #idWords = new Uint32Array(wordsOfId)
  readonly #pool = new TextPool()
  readonly #ids = new RecordTable()
  readonly #city = new DictionaryBuilder()
  readonly #state = new DictionaryBuilder()
  readonly #areaCode = new DictionaryBuilder()
  readonly #subject = new DictionaryBuilder()
  readonly #robocall = new DictionaryBuilder()
  readonly #consumers = new CombinationBuilder()
  readonly #calls = new CombinationBuilder()
  readonly #created = new Span()
  readonly #violations = new Span()

  get size(): number {
    return this.#rows.size
  }

  /** Whether a complaint with this id was added. */
  has(id: string): boolean {
    return this.#find(id, readHexId(id, this.#idWords)) !== undefined
  }

  /** Adds a complaint; false where one with its id was added before. */
  add(complaint: ComplaintValues): boolean {
    const isHex = readHexId(complaint.id, this.#idWords)
    if (this.#find(complaint.id, isHex) !== undefined) return false
    const created = momentOf(complaint.createdDate)
    const violation = momentOf(complaint.violationDate)
    this.#created.include(created)
    this.#violations.include(violation)
    this.#setId(complaint.id, isHex)
    const phone = complaint.companyPhoneNumber
    this.#setLong(place.phone, place.beyondPhone, phoneCode(phone) ?? oddPhoneCode(this.#pool.add(phone)))
    this.#setLong(place.created, place.beyondCreated, created)
    this.#setLong(place.violation, place.beyondViolation, violation)
    this.#row[place.consumer] = this.#consumers.code(
      this.#city.code(complaint.consumerCity),
      this.#state.code(complaint.consumerState),
      this.#areaCode.code(complaint.consumerAreaCode)
    )
    this.#row[place.call] = this.#calls.code(
      this.#subject.code(complaint.subject),
      this.#robocall.code(complaint.recordedMessageOrRobocall),
      0
    )
    this.#rows.add(this.#row)
    const arrival = this.size - 1
    this.#ids.add(this.#lookFor(arrival), arrival, (other) => this.#lookFor(other))
    return true
  }

  build(): ComplaintPart {
    const order = this.#order()
    const earliest = { created: this.#created.earliest, violation: this.#violations.earliest }
    const rows = this.#packed(order)
    const ordinals = new Uint32Array(order.length)
    for (let ordinal = 0; ordinal < order.length; ordinal++) ordinals[order[ordinal] ?? 0] = ordinal
    this.#ids.renumber(ordinals)
    const [cities, states, areaCodes] = this.#consumers.build()
    const [subjects, robocalls] = this.#calls.build()
    const texts = {
      city: { dictionary: this.#city.build(), codes: cities },
      state: { dictionary: this.#state.build(), codes: states },
      areaCode: { dictionary: this.#areaCode.build(), codes: areaCodes },
      subject: { dictionary: this.#subject.build(), codes: subjects },
      robocall: { dictionary: this.#robocall.build(), codes: robocalls }
    }
    const columns = new ComplaintColumns(order.length, rows, earliest, texts, this.#pool)
    // What arrived is not needed while the indexes are built.
    this.#rows.clear()
    return new ComplaintPart(columns, this.#ids)
  }

  #find(id: string, isHex: boolean): number | undefined {
    if (!isHex) {
      return this.#ids.find(digestOf(id), (arrival) => this.#idOf(arrival) === id)
    }
    const [first = 0, second = 0, third = 0, fourth = 0] = this.#idWords
    return this.#ids.find(
      mixed(first, second, third, fourth),
      (arrival) =>
        this.#rows.at(arrival, place.id) === first &&
        this.#rows.at(arrival, place.id + 1) === second &&
        this.#rows.at(arrival, place.id + 2) === third &&
        this.#rows.at(arrival, place.id + 3) === fourth &&
        !this.#isOdd(arrival)
    )
  }

  #setId(id: string, isHex: boolean): void {
    this.#row[place.isOddId] = isHex ? 0 : 1
    if (isHex) this.#row.set(this.#idWords, place.id)
    else this.#setLong(place.id, place.id + 1, this.#pool.add(id))
  }

  #setLong(low: number, high: number, value: number): void {
    this.#row[low] = value % beyondWord
    this.#row[high] = Math.floor(value / beyondWord)
  }

  #long(arrival: number, low: number, high: number): number {
    return this.#rows.at(arrival, low) + this.#rows.at(arrival, high) * beyondWord
  }

  #isOdd(arrival: number): boolean {
    return this.#rows.at(arrival, place.isOddId) === 1
  }

  #idOf(arrival: number): string {
    if (this.#isOdd(arrival)) return this.#pool.text(this.#long(arrival, place.id, place.id + 1))
    return [0, 1, 2, 3].map((word) => hexOfWord(this.#rows.at(arrival, place.id + word))).join("")
  }

  /** Where the table of ids is looked at for a record. */
  #lookFor(arrival: number): number {
    if (this.#isOdd(arrival)) return digestOf(this.#idOf(arrival))
    const word = (n: number) => this.#rows.at(arrival, place.id + n)
    return mixed(word(0), word(1), word(2), word(3))
  }

  /** By text; words of digits order as their text does. */
  #compareIds(left: number, right: number): number {
    if (this.#isOdd(left) || this.#isOdd(right)) return compareText(this.#idOf(left), this.#idOf(right))
    for (let word = place.id; word < place.id + wordsOfId; word++) {
      const difference = this.#rows.at(left, word) - this.#rows.at(right, word)
      if (difference !== 0) return difference
    }
    return 0
  }

  /** The arrivals by creation date, ties by id. */
  #order(): Uint32Array {
    const { earliest } = this.#created
    const created = (arrival: number) => this.#long(arrival, place.created, place.beyondCreated) - earliest
    const order = sortedOrder(this.size, [
      (arrival) => created(arrival) % beyondWord,
      (arrival) => Math.floor(created(arrival) / beyondWord)
    ])
    const byId = (left: number, right: number) => this.#compareIds(left, right)
    for (let start = 0; start < order.length;) {
      const moment = created(order[start] ?? 0)
      let end = start + 1
      while (end < order.length && created(order[end] ?? 0) === moment) end += 1
      if (end - start > 1) order.subarray(start, end).sort(byId)
      start = end
    }
    return order
  }

  /** The rows in an order, with moments counted from the earliest. */
  #packed(order: Uint32Array): PackedRows {
    const row = this.#row
    const maxima = Array.from(this.#rows.maxima)
    const longs = [
      { low: place.created, high: place.beyondCreated, span: this.#created },
      { low: place.violation, high: place.beyondViolation, span: this.#violations }
    ] as const
    for (const { high, span } of longs) maxima[high] = Math.max(0, Math.floor(span.length / beyondWord))
    const packed = new PackedRows(order.length, maxima, wholeWords)
    for (let ordinal = 0; ordinal < order.length; ordinal++) {
      this.#rows.read(order[ordinal] ?? 0, row)
      for (const { high, low, span } of longs) {
        this.#setLong(low, high, (row[low] ?? 0) + (row[high] ?? 0) * beyondWord - span.earliest)
      }
      packed.write(ordinal, row)
    }
    return packed
  }
}
