import { Result } from "effect"
import { endOfValue, linesBefore, skipSpace } from "./jsonText.ts"
import { maxRecordBytes, type RecordReader } from "./RecordReader.ts"

/** Told of each record of a document, with its number from 1. */
export type OnJsonRecord = (record: unknown, number: number) => void

/**
 * Told once where a document is none, with the line where it or its record begins to be none, and the number of that
 * record; no more is read of it.
 */
export type OnNoJson = (place: string, reason: string) => void

const noJson = "this is not JSON"
const cutShort = "the file ends here, in the middle of its JSON; it was cut short"
const tooLong = `this is one value of more than ${maxRecordBytes / 1_048_576} MiB, and no record has as much`

/** The value of a JSON text. The parser's message may quote the file, and is not for showing. */
export const parsedJson = (text: string): Result.Result<unknown, unknown> => Result.try((): unknown => JSON.parse(text))

/** A record has ten members; a document that has more, and no `data` among them, is something else. */
const maxMembers = 64
const noList = "this document has no list of records under data"

/** What is to come next: within the document, its list of records, or behind both. */
type Expected = "document" | "name" | "nameOrEnd" | "colon" | "value" | "comma" | "element" | "elementOrEnd" | "end"

/** One step further: how many bytes it took; -1 where it needs more of them, nothing where they are no JSON. */
type Step = number | undefined

/**
 * Cuts the records out of a JSON document and parses each by itself: an answer with `data`, a bare array, or one record.
 *
 * **Gotchas** a document of 10 GB takes the memory of its longest record. General streaming parsers (@streamparser/json,
 * stream-json) do as much, and take three and ten times as long, because they build each value from tokens.
 */
export class JsonRecords implements RecordReader {
  readonly #onRecord: OnJsonRecord
  readonly #onNoJson: OnNoJson
  #expected: Expected = "document"
  #isList = false
  #isObject = false
  #hasData = false
  #isOver = false
  #name: unknown
  #members: Array<readonly [string, unknown]> = []
  #records = 0
  #line = 1

  constructor(onRecord: OnJsonRecord, onNoJson: OnNoJson) {
    this.#onRecord = onRecord
    this.#onNoJson = onNoJson
  }

  take(bytes: Buffer, isEnd: boolean): number {
    let at = 0
    while (!this.#isOver) {
      at = skipSpace(bytes, at)
      if (at === bytes.length) break
      const step = this.#step(bytes, at, isEnd)
      if (step === undefined) {
        this.#fail(this.#line + linesBefore(bytes, at), noJson)
      } else if (step === -1) {
        if (bytes.length - at > maxRecordBytes) this.#fail(this.#line + linesBefore(bytes, at), tooLong)
        break
      } else {
        at += step
      }
    }
    if (isEnd && !this.#isOver) this.#finish(bytes)
    const read = this.#isOver ? bytes.length : at
    this.#line += linesBefore(bytes, read)
    return read
  }

  #finish(bytes: Buffer): void {
    if (this.#expected !== "end") {
      this.#fail(this.#line + linesBefore(bytes, bytes.toString("latin1").trimEnd().length), cutShort)
    }
  }

  #fail(line: number, reason: string): void {
    this.#isOver = true
    this.#onNoJson(this.#isList ? `line ${line}, record ${this.#records + 1}` : `line ${line}`, reason)
  }

  #step(bytes: Buffer, at: number, isEnd: boolean): Step {
    const character = String.fromCharCode(bytes[at] ?? 0)
    switch (this.#expected) {
      case "document":
        return this.#open(bytes, at, character, isEnd)
      case "element":
      case "elementOrEnd":
        if (character === "]" && this.#expected === "elementOrEnd") return this.#close()
        return this.#value(bytes, at, isEnd, (record) => this.#record(record))
      case "name":
      case "nameOrEnd":
        if (character === "}" && this.#expected === "nameOrEnd") return this.#close()
        return character === '"' ? this.#value(bytes, at, isEnd, (name) => this.#named(name)) : undefined
      case "colon":
        return character === ":" ? this.#expect("value") : undefined
      case "value":
        if (character === "[" && this.#name === "data" && !this.#hasData) return this.#openList()
        return this.#value(bytes, at, isEnd, (value) => this.#member(value))
      case "comma":
        if (character === ",") return this.#expect(this.#isList ? "element" : "name")
        return character === (this.#isList ? "]" : "}") ? this.#close() : undefined
      case "end":
        return undefined
    }
  }

  #expect(next: Expected): number {
    this.#expected = next
    return 1
  }

  #open(bytes: Buffer, at: number, character: string, isEnd: boolean): Step {
    if (character === "[") return this.#openList()
    if (character !== "{") return this.#value(bytes, at, isEnd, (value) => this.#only(value))
    this.#isObject = true
    return this.#expect("nameOrEnd")
  }

  #openList(): number {
    this.#isList = true
    this.#hasData = true
    return this.#expect("elementOrEnd")
  }

  // The end of the list, or of the object around it.
  #close(): number {
    if (this.#isList && this.#isObject) {
      this.#isList = false
      return this.#expect("comma")
    }
    if (!this.#hasData) this.#record(Object.fromEntries(this.#members))
    return this.#expect("end")
  }

  #value(bytes: Buffer, at: number, isEnd: boolean, use: (value: unknown) => void): Step {
    const end = endOfValue(bytes, at, isEnd)
    if (end === -1) return -1
    const parsed = parsedJson(bytes.toString("utf8", at, end))
    if (Result.isSuccess(parsed)) use(parsed.success)
    else this.#fail(this.#line + linesBefore(bytes, at), noJson)
    return end - at
  }

  #record(record: unknown): void {
    this.#records += 1
    this.#expected = "comma"
    this.#onRecord(record, this.#records)
  }

  #named(name: unknown): void {
    this.#name = name
    this.#expected = "colon"
  }

  // The members of a document that has `data` say nothing about records; without it the document is a record itself.
  #member(value: unknown): void {
    if (!this.#hasData) this.#members.push([String(this.#name), value])
    this.#expected = "comma"
    if (this.#members.length > maxMembers) this.#fail(1, noList)
  }

  #only(value: unknown): void {
    this.#record(value)
    this.#expected = "end"
  }
}
