import { Readable } from "node:stream"
import { readRecords } from "@public-records/files/readRecordFile"
import { assert, describe, it } from "@effect/vitest"
import { collectingSink, header, row } from "./recordFiles.ts"

/** Returns a stream whose next chunk arrives only after the previous one was read, as in a slow pipe. */
const arriving = (chunks: ReadonlyArray<Uint8Array>): Readable => {
  const left = [...chunks]
  return new Readable({
    highWaterMark: 1,
    read() {
      setImmediate(() => this.push(left.shift() ?? null))
    }
  })
}

/** Reads a file that arrives in these chunks. */
const readChunks = async (name: string, chunks: ReadonlyArray<Uint8Array>) => {
  const { read, sink } = collectingSink()
  let bytes = 0
  await readRecords(arriving(chunks), name, sink, (more) => (bytes += more))
  return { read, bytes }
}

const city = 'Cañon, "东京" 😀\r\n€'
const quoted = row.replace("Cleveland", `"${city.replaceAll('"', '""')}"`)
const record = (id: string) =>
  JSON.stringify({
    type: "dnc_complaint",
    id,
    attributes: {
      "created-date": "2021-07-07 10:00:00",
      "violation-date": "2021-07-07 10:00:00",
      "consumer-city": city
    }
  })

const files: ReadonlyArray<readonly [name: string, text: string]> = [
  ["crlf.csv", [header, row, quoted, row, ""].join("\r\n")],
  ["lf.csv", [header, row, quoted, row, ""].join("\n")],
  ["mark.csv", `\uFEFF${[header, quoted, row].join("\n")}`],
  ["lines.ndjson", `${record("a")}\n${record("b")}\r\n\n${record("c")}\n`],
  ["mark.ndjson", `\uFEFF${record("a")}\n${record("b")}`],
  ["list.json", `\uFEFF[${record("a")},\n${record("b")}]`]
]

describe("a record file that arrives in chunks", () => {
  it.each(files)("is read as if it came at once, wherever it is split: %s", async (name, text) => {
    const content = Buffer.from(text)
    const whole = await readChunks(name, [content])
    assert.deepStrictEqual(whole.read.invalid, [])
    const cities = [...whole.read.rows, ...whole.read.complaints].map(({ consumerCity }) => consumerCity)
    assert.include(cities, city)
    assert.strictEqual(whole.bytes, content.length - (text.startsWith("\uFEFF") ? 3 : 0))
    for (let at = 1; at < content.length; at++) {
      const split = await readChunks(name, [content.subarray(0, at), content.subarray(at)])
      assert.deepStrictEqual(split.read, whole.read, `${at}`)
    }
  })

  it.each(files)("is read byte by byte: %s", async (name, text) => {
    const content = Buffer.from(text)
    const whole = await readChunks(name, [content])
    const bytes = Array.from(content, (_, at) => content.subarray(at, at + 1))
    assert.deepStrictEqual((await readChunks(name, bytes)).read, whole.read)
  })
})
