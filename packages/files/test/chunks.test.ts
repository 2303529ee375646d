import { Readable } from "node:stream"
import { finished } from "node:stream/promises"
import { RecordFileError } from "@public-records/files/RecordFileError"
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

const city = 'Cañon, "东京" 😀\r\n€ \u2028\u2029\u0085'
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

describe("the start of a record file", () => {
  const line = `${record("a")}\n`

  const parts = (content: Buffer, size: number) =>
    Array.from({ length: Math.ceil(content.length / size) }, (_, index) =>
      content.subarray(index * size, (index + 1) * size)
    )

  /** A stream that ends as soon as its last bytes are read, and others that end later. */
  const streams = [
    ["at once", (content: Buffer) => Readable.from(content, { objectMode: false })],
    ["in chunks of 7 bytes", (content: Buffer) => arriving(parts(content, 7))],
    ["in chunks of 4096 bytes", (content: Buffer) => arriving(parts(content, 4096))]
  ] as const

  for (const [how, streamOf] of streams) {
    it.each([0, 1, 4095, 4096, 4097, 8192])(`is read ${how} if the file has %i bytes`, async (length) => {
      const content = Buffer.alloc(length, "\n")
      content.write(line)
      const marked = Buffer.concat([Buffer.from("\uFEFF"), content])
      for (const bytes of [content, marked]) {
        const { read, sink } = collectingSink()
        let count = 0
        await readRecords(streamOf(bytes), "x.ndjson", sink, (more) => (count += more))
        assert.strictEqual(count, length)
        if (length < Buffer.byteLength(line)) assert.isEmpty(read.complaints)
        else assert.deepInclude(read.complaints[0], { id: "a", consumerCity: city })
      }
    })
  }
})

describe("a record file that cannot be read to its end", () => {
  const start = `${record("a")}\n`.repeat(50)
  const starts: ReadonlyArray<readonly [name: string, start: string]> = [
    ["day.csv", `${header}\n${`${row}\n`.repeat(100)}`],
    ["lines.ndjson", start],
    ["list.json", `[${start.replaceAll("\n", ",")}`],
    ["short.csv", `${header}\n${row}\n`]
  ]

  it.each(starts)("is an error: %s", async (name, text) => {
    const chunks = [Buffer.from(text)]
    const file = new Readable({
      read() {
        const chunk = chunks.shift()
        if (chunk === undefined) this.destroy(new Error("the disk is broken"))
        else this.push(chunk)
      }
    })
    const error = await readRecords(file, name, collectingSink().sink).catch((cause: unknown) => cause)
    assert.include(String(error), "the disk is broken")
  })

  it("is not read further than a problem that stops its sink", async () => {
    let problems = 0
    const stop = (): never => {
      problems += 1
      throw new RecordFileError({ message: "too many problems" })
    }
    const file = arriving(
      [`${header}\n${`${row}\n`.repeat(100)}`, "1,2\n", "3\n", "4\n"].map((text) => Buffer.from(text))
    )
    const sink = { ...collectingSink().sink, addInvalid: stop }
    const error = await readRecords(file, "day.csv", sink).catch((cause: unknown) => cause)
    assert.include(String(error), "too many problems")
    await finished(file.resume())
    assert.strictEqual(problems, 1)
  })
})
