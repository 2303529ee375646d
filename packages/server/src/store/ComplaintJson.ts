import { type ComplaintColumns, place, rowWidth } from "./ComplaintColumns.ts"
import { isOddPhone, phoneDigits, phoneValue } from "./phoneNumber.ts"
import { pageWriter, writeDecimals, writeHex, writeMoment, writePiece } from "./PageWriter.ts"
import { combinedMembers } from "./Combinations.ts"
import { Fragments } from "./Fragments.ts"

const noId = "0".repeat(32)
const noMoment = "0000-00-00 00:00:00"

const toId = '{"type":"dnc_complaint","id":"'
const afterId = '","attributes":{"company-phone-number":"'
const afterPhone = '","created-date":"'
const afterCreated = `${noMoment}","violation-date":"`

/** The pieces that every record has. They are templates, with zeros for the digits that are written over them. */
const pieces = new Fragments([`${toId}${noId}${afterId}`, `${afterPhone}${afterCreated}${noMoment}"`, '"}},'])
const throughPhone = 0
const moments = 1
const throughComma = 2

const longestNumber = 11

/** Writes complaints as the wire has them, from pieces that are encoded already. */
export class ComplaintJson {
  readonly #columns: ComplaintColumns
  readonly #consumers: Fragments
  readonly #calls: Fragments
  /** Bytes of the longest record, its link aside. */
  readonly #longest: number
  readonly #row = new Uint32Array(rowWidth)
  #origin: string | undefined
  #link = new Fragments([])

  constructor(columns: ComplaintColumns) {
    this.#columns = columns
    const { areaCode, city, robocall, state, subject } = columns.texts
    this.#consumers = combinedMembers({
      "consumer-city": city,
      "consumer-state": state,
      "consumer-area-code": areaCode
    })
    this.#calls = combinedMembers({ subject, "recorded-message-or-robocall": robocall })
    this.#longest =
      pieces.bytes.byteLength + longestNumber + noId.length + this.#consumers.longest + this.#calls.longest
  }

  /** Writes records with commas between them; their links stand on `origin`. */
  write(ordinals: ReadonlyArray<number>, origin: string): void {
    const link = this.#linkOn(origin)
    for (const ordinal of ordinals) {
      this.#columns.read(ordinal, this.#row)
      if (this.#row[place.isOddId] === 1 || isOddPhone(this.#phone())) this.#writeOdd(ordinal, origin)
      else this.#writeRow(link)
    }
    if (ordinals.length > 0) pageWriter.end -= 1
  }

  /** A record with texts that are in no dictionary: a thousandth of the real ones. */
  #writeOdd(ordinal: number, origin: string): void {
    pageWriter.text(`${JSON.stringify(recordOf(this.#columns, ordinal, origin))},`)
  }

  #writeRow(link: Fragments): void {
    pageWriter.reserve(this.#longest + link.longest)
    const row = this.#row
    const { view } = pageWriter
    const idAt = pageWriter.end + toId.length
    let at = writePiece(view, pageWriter.end, pieces, throughPhone)
    for (let word = 0; word < 4; word++) writeHex(view, idAt + 8 * word, row[place.id + word] ?? 0)
    const phone = this.#phone()
    const digits = phoneDigits(phone)
    at = writeDecimals(view, at, phoneValue(phone, digits), digits)
    const createdAt = at + afterPhone.length
    at = writePiece(view, at, pieces, moments)
    writeMoment(view, createdAt, this.#columns.created.of(row))
    writeMoment(view, createdAt + afterCreated.length, this.#columns.violation.of(row))
    at = writePiece(view, at, this.#consumers, row[place.consumer] ?? 0)
    at = writePiece(view, at, this.#calls, row[place.call] ?? 0)
    at = writePiece(view, at, link, 0)
    for (let word = 0; word < 4; word++) writeHex(view, at + 8 * word, row[place.id + word] ?? 0)
    pageWriter.end = writePiece(view, at + noId.length, pieces, throughComma)
  }

  #phone(): number {
    return (this.#row[place.phone] ?? 0) + (this.#row[place.phone + 1] ?? 0) * 2 ** 32
  }

  #linkOn(origin: string): Fragments {
    if (origin !== this.#origin) {
      const self = JSON.stringify(linkTo(origin, "")).slice(0, -1)
      this.#link = new Fragments([`},"relationships":[],"meta":[],"links":{"self":${self}`])
      this.#origin = origin
    }
    return this.#link
  }
}

const linkTo = (origin: string, id: string): string =>
  `${origin}/v0/dnc-complaints/${encodeURIComponent(id.toWellFormed())}`

const recordOf = (columns: ComplaintColumns, ordinal: number, origin: string): unknown => {
  const values = columns.values(ordinal)
  return {
    type: "dnc_complaint",
    id: values.id,
    attributes: {
      "company-phone-number": values.companyPhoneNumber,
      "created-date": values.createdDate,
      "violation-date": values.violationDate,
      "consumer-city": values.consumerCity,
      "consumer-state": values.consumerState,
      "consumer-area-code": values.consumerAreaCode,
      subject: values.subject,
      "recorded-message-or-robocall": values.recordedMessageOrRobocall
    },
    relationships: [],
    meta: [],
    links: { self: linkTo(origin, values.id) }
  }
}
