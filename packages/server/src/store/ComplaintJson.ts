import { type ComplaintColumns, place } from "./ComplaintColumns.ts"
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
    const { isOddId, phone } = this.#columns
    const link = this.#linkOn(origin)
    for (const ordinal of ordinals) {
      if (isOddId.at(ordinal) === 1 || isOddPhone(phone.at(ordinal))) this.#writeOdd(ordinal, origin)
      else this.#writeRow(ordinal, link)
    }
    if (ordinals.length > 0) pageWriter.end -= 1
  }

  /** A record with texts that are in no dictionary: a thousandth of the real ones. */
  #writeOdd(ordinal: number, origin: string): void {
    pageWriter.text(`${JSON.stringify(recordOf(this.#columns, ordinal, origin))},`)
  }

  #writeRow(ordinal: number, link: Fragments): void {
    pageWriter.reserve(this.#longest + link.longest)
    const { call, consumer, created, phone, rows, violation } = this.#columns
    const { words } = rows
    const row = ordinal * rows.width
    const { view } = pageWriter
    const idAt = pageWriter.end + toId.length
    let at = writePiece(view, pageWriter.end, pieces, throughPhone)
    writeHex(view, idAt, words[row + place.id] ?? 0)
    writeHex(view, idAt + 8, words[row + place.id + 1] ?? 0)
    writeHex(view, idAt + 16, words[row + place.id + 2] ?? 0)
    writeHex(view, idAt + 24, words[row + place.id + 3] ?? 0)
    const code = phone.at(ordinal)
    const digits = phoneDigits(code)
    at = writeDecimals(view, at, phoneValue(code, digits), digits)
    const createdAt = at + afterPhone.length
    at = writePiece(view, at, pieces, moments)
    writeMoment(view, createdAt, created.at(ordinal))
    writeMoment(view, createdAt + afterCreated.length, violation.at(ordinal))
    at = writePiece(view, at, this.#consumers, consumer.at(ordinal))
    at = writePiece(view, at, this.#calls, call.at(ordinal))
    at = writePiece(view, at, link, 0)
    for (let offset = 0; offset < noId.length; offset += 8) {
      view.setFloat64(at + offset, view.getFloat64(idAt + offset, true), true)
    }
    pageWriter.end = writePiece(view, at + noId.length, pieces, throughComma)
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
