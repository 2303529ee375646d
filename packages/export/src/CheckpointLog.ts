import { type MetRecords } from "@public-records/core"
import { Effect, Option, type Scope } from "effect"
import { type FileHandle } from "node:fs/promises"
import { crc32 } from "node:zlib"
import {
  type CheckpointLine,
  type FinishedLine,
  lineText,
  metOf,
  type Opening,
  type PageLine,
  readLine,
  rejectedText
} from "./Checkpoint.ts"
import { type ExportFailure } from "./ExportFailure.ts"
import { type GrowingFile, growingFile, onDisk, wholeLines } from "./files.ts"

/** What an export that was cut off left behind, as far as it can be trusted. */
export interface LeftBehind {
  readonly opening: Opening
  /** The last page whose records are all there; nothing before the first one. */
  readonly page: PageLine | undefined
  /** The records that were met, in the order of the pages. */
  readonly met: ReadonlyArray<MetRecords>
  /** The finished file, which may have its name by now. */
  readonly finished: FinishedLine | undefined
  /** Where the line of that page ends, or the opening. */
  readonly length: number
}

/** Reads a file of records beside the lines that tell how long it should be, and what its CRC-32 is. */
class RecordsProof {
  readonly #records: FileHandle
  #length = 0
  #crc = 0

  constructor(records: FileHandle) {
    this.#records = records
  }

  /** Whether the file is as it was when the page was written. */
  async holds({ bytes, crc }: PageLine): Promise<boolean> {
    if (bytes < this.#length) return false
    const more = Buffer.alloc(bytes - this.#length)
    const { bytesRead } = await this.#records.read(more, 0, more.length, this.#length)
    if (bytesRead < more.length) return false
    this.#crc = crc32(more, this.#crc)
    this.#length = bytes
    return this.#crc === crc
  }
}

/** What core remembers at most; what was met before that is of no use. */
const mostMetBytes = 16 * 2_000_000

/** The records met last, as many as core remembers. */
class LastMet {
  readonly #met: Array<MetRecords> = []
  #bytes = 0
  #first = 0

  add(met: MetRecords): void {
    this.#met.push(met)
    this.#bytes += met.withId.length + met.withoutId.length
    for (let oldest = this.#met[this.#first]; oldest !== undefined && this.#bytes > mostMetBytes;) {
      this.#bytes -= oldest.withId.length + oldest.withoutId.length
      oldest = this.#met[++this.#first]
    }
  }

  get all(): ReadonlyArray<MetRecords> {
    return this.#met.slice(this.#first)
  }
}

/**
 * Reads a checkpoint up to the first line that was torn, or whose records are not there.
 *
 * **Fails with** `Unwritable` where the files cannot be read. A checkpoint without a whole first line is none.
 */
export const readCheckpoint = (
  path: string,
  records: FileHandle
): Effect.Effect<LeftBehind | undefined, ExportFailure> =>
  onDisk(path, async () => {
    const proof = new RecordsProof(records)
    const met = new LastMet()
    let left: LeftBehind | undefined
    let isWhole = true
    for await (const { text, end } of wholeLines(path)) {
      const line = Option.getOrUndefined(readLine(text))
      if (line === undefined || (left === undefined) !== (line._tag === "Opening")) break
      if (line._tag === "Opening") left = { opening: line, page: undefined, met: [], finished: undefined, length: end }
      else if (left !== undefined && line._tag === "Finished") left = { ...left, finished: line }
      else if (left !== undefined && line._tag === "Page") {
        isWhole &&= await proof.holds(line)
        if (!isWhole) continue
        met.add(metOf(line.met))
        left = { ...left, page: line, length: end }
      }
    }
    return left === undefined ? undefined : { ...left, met: met.all }
  })

/** The rejected records of all pages of a checkpoint, as lines. */
export async function* rejectedLines(path: string): AsyncGenerator<string> {
  for await (const { text } of wholeLines(path)) {
    const line = Option.getOrUndefined(readLine(text))
    if (line?._tag === "Page") yield* line.rejected.map(rejectedText)
  }
}

/** A checkpoint that is being written. */
export interface CheckpointLog {
  readonly file: GrowingFile
  /** Adds a line. **Gotchas** one that fails half way is cut off when the checkpoint is read again. */
  readonly add: (line: CheckpointLine) => Effect.Effect<void, ExportFailure>
}

/** Opens a checkpoint to go on writing it after its first `length` bytes; the rest is cut off. */
export const checkpointLog = Effect.fnUntraced(function* (
  path: string,
  length: number
): Effect.fn.Return<CheckpointLog, ExportFailure, Scope.Scope> {
  const file = yield* growingFile(path)
  yield* file.truncate(length)
  let end = length
  return {
    file,
    add: (line) =>
      Effect.suspend(() => {
        const bytes = Buffer.from(lineText(line), "utf8")
        return Effect.map(file.writeAt(bytes, end), () => {
          end += bytes.length
        })
      })
  }
})
