import type { ComplaintColumns } from "./ComplaintColumns.ts"
import { Fragments } from "./Fragments.ts"
import { momentsPerYear } from "./moment.ts"
import { oddPhonePosition, phoneDigits, phoneValue } from "./phoneNumber.ts"
import { pageWriter } from "./PageWriter.ts"

const noId = "0".repeat(32)
const noMoment = "0000-00-00 00:00:00"

const toId = '{"type":"dnc_complaint","id":"'
const afterId = '","attributes":{"company-phone-number":"'
const afterPhone = '","created-date":"'
const afterCreated = `${noMoment}","violation-date":"`
const end = '"}}'

/** The pieces that every record has. */
const pieces = new Fragments([`${toId}${noId}${afterId}`, `${afterPhone}${afterCreated}${noMoment}"`, end])
const throughPhone = 0
const moments = 1
const atEnd = 2

const longestNumber = 11

/**
 * Writes complaints as the wire has them, from pieces that are encoded already.
 *
 * **Gotchas** the pieces stand as templates with zeros where digits go; the digits are written over them.
 */
export class ComplaintJson {
  readonly #columns: ComplaintColumns
  readonly #longestRest: number
  #origin = ""
  #link = new Fragments([])

  constructor(columns: ComplaintColumns) {
    this.#columns = columns
    const { areaCode, city, robocall, state, subject } = columns.dictionaries
    this.#longestRest = [city, state, areaCode, subject, robocall]
      .map(({ members }) => members.longest)
      .reduce((sum, length) => sum + length, pieces.bytes.byteLength)
  }

  /** Writes one record; its link stands on `origin`. */
  write(ordinal: number, origin: string): void {
    const link = this.#linkOn(origin)
    if (this.#columns.isOddId.at(ordinal) === 1) return this.#writeOdd(ordinal, link)
    pageWriter.reserve(this.#longestRest + link.longest + longestNumber + 2 * noId.length)
    const idAt = pageWriter.place + toId.length
    pageWriter.fragment(pieces, throughPhone)
    const [first, second, third, fourth] = this.#columns.idWords
    pageWriter.hexAt(idAt, first.at(ordinal))
    pageWriter.hexAt(idAt + 8, second.at(ordinal))
    pageWriter.hexAt(idAt + 16, third.at(ordinal))
    pageWriter.hexAt(idAt + 24, fourth.at(ordinal))
    this.#writeRest(ordinal, link)
    pageWriter.repeat(idAt, noId.length)
    pageWriter.fragment(pieces, atEnd)
  }

  /** One record as text. */
  text(ordinal: number, origin: string): string {
    pageWriter.begin()
    this.write(ordinal, origin)
    return Buffer.from(pageWriter.finish()).toString()
  }

  #writeOdd(ordinal: number, link: Fragments): void {
    const id = this.#columns.id(ordinal)
    pageWriter.text(toId + JSON.stringify(id).slice(1, -1) + afterId)
    pageWriter.reserve(this.#longestRest + link.longest + longestNumber)
    this.#writeRest(ordinal, link)
    pageWriter.text(encodeURIComponent(id.toWellFormed()) + end)
  }

  /** From the telephone number to the beginning of the link's last segment, which is the id. */
  #writeRest(ordinal: number, link: Fragments): void {
    const { areaCode, city, created, dictionaries, robocall, state, subject, violation } = this.#columns
    this.#writePhone(ordinal, link)
    const createdAt = pageWriter.place + afterPhone.length
    pageWriter.fragment(pieces, moments)
    writeMoment(createdAt, created.at(ordinal))
    writeMoment(createdAt + afterCreated.length, violation.at(ordinal))
    pageWriter.fragment(dictionaries.city.members, city.at(ordinal))
    pageWriter.fragment(dictionaries.state.members, state.at(ordinal))
    pageWriter.fragment(dictionaries.areaCode.members, areaCode.at(ordinal))
    pageWriter.fragment(dictionaries.subject.members, subject.at(ordinal))
    pageWriter.fragment(dictionaries.robocall.members, robocall.at(ordinal))
    pageWriter.fragment(link, 0)
  }

  #writePhone(ordinal: number, link: Fragments): void {
    const code = this.#columns.phone.at(ordinal)
    if (oddPhonePosition(code) === undefined) {
      const digits = phoneDigits(code)
      pageWriter.digits(phoneValue(code, digits), digits)
    } else {
      pageWriter.text(JSON.stringify(this.#columns.phoneNumber(ordinal)).slice(1, -1))
      pageWriter.reserve(this.#longestRest + link.longest + noId.length)
    }
  }

  #linkOn(origin: string): Fragments {
    if (origin !== this.#origin) {
      const self = JSON.stringify(`${origin}/v0/dnc-complaints/`).slice(0, -1)
      this.#link = new Fragments([`},"relationships":[],"meta":[],"links":{"self":${self}`])
      this.#origin = origin
    }
    return this.#link
  }
}

/** Over the zeros of `0000-00-00 00:00:00`. */
const writeMoment = (at: number, moment: number): void => {
  const year = Math.floor(moment / momentsPerYear)
  const rest = moment % momentsPerYear
  const century = Math.floor(year / 100)
  pageWriter.decimalsAt(at, century)
  pageWriter.decimalsAt(at + 2, year - century * 100)
  pageWriter.decimalsAt(at + 5, rest >>> 22)
  pageWriter.decimalsAt(at + 8, (rest >>> 17) & 31)
  pageWriter.decimalsAt(at + 11, (rest >>> 12) & 31)
  pageWriter.decimalsAt(at + 14, (rest >>> 6) & 63)
  pageWriter.decimalsAt(at + 17, rest & 63)
}
