import type { Result } from "effect"
import { parsedJson } from "./JsonRecords.ts"
import { maxRecordBytes, type RecordReader } from "./RecordReader.ts"

const lineFeed = 0x0a

/** Told of each line, from 1, and of its JSON; a failure where it has none. */
export type OnJsonLine = (line: number, record: Result.Result<unknown, unknown>) => void

/** Reads NDJSON: one record for each line; empty lines are none. */
export class JsonLines implements RecordReader {
  readonly #onLine: OnJsonLine
  readonly #onEndlessLine: (line: number) => void
  #line = 1

  constructor(onLine: OnJsonLine, onEndlessLine: (line: number) => void) {
    this.#onLine = onLine
    this.#onEndlessLine = onEndlessLine
  }

  take(bytes: Buffer, isEnd: boolean): number {
    let start = 0
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, start)) {
      this.#read(bytes, start, end)
      start = end + 1
    }
    if (isEnd) this.#read(bytes, start, bytes.length)
    else if (bytes.length - start > maxRecordBytes) this.#onEndlessLine(this.#line)
    else return start
    return bytes.length
  }

  #read(bytes: Buffer, start: number, end: number): void {
    const text = bytes.toString("utf8", start, end)
    if (text.trim() !== "") this.#onLine(this.#line, parsedJson(text))
    this.#line += 1
  }
}
