import { type MetRecords } from "@public-records/core"
import { Effect, Option, type Scope } from "effect"
import { createHash, type Hash } from "node:crypto"
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
import { type AppendOnlyFile, appendOnlyFile, completeLines, onDisk } from "./files.ts"

/** What an interrupted export saved, up to the first line or record that is not intact. */
export interface SavedState {
  readonly opening: Opening
  /** The last page whose records are all there, or `undefined` if none is. */
  readonly page: PageLine | undefined
  /** The SHA-256 of the records up to the end of that page, to be continued. */
  readonly hash: Hash
  /** The records that were seen, in the order of the pages. */
  readonly met: ReadonlyArray<MetRecords>
  /** The finished file, which may have been renamed already. */
  readonly finished: FinishedLine | undefined
  /** The position after the line of that page, or after the opening. */
  readonly length: number
}

/** Compares a file of records with the pages of a checkpoint, each of which has the file's length and CRC-32 after it. */
class RecordsVerifier {
  readonly #records: FileHandle
  #length = 0
  #crc = 0
  readonly hash = createHash("sha256")

  constructor(records: FileHandle) {
    this.#records = records
  }

  /** Whether the file holds the records of this page. **Gotchas** call it once for each page, in order. */
  async matches({ bytes, crc }: PageLine): Promise<boolean> {
    if (bytes < this.#length) return false
    const page = Buffer.alloc(bytes - this.#length)
    const { bytesRead } = await this.#records.read(page, 0, page.length, this.#length)
    if (bytesRead < page.length) return false
    this.#crc = crc32(page, this.#crc)
    this.#length = bytes
    if (this.#crc !== crc) return false
    this.hash.update(page)
    return true
  }
}

/** The number of digests that core remembers, in bytes. Older ones are of no use. */
const maxDigestBytes = 16 * 2_000_000

/** The records seen last, as many as core remembers. */
class LastMet {
  readonly #met: Array<MetRecords> = []
  #bytes = 0
  #first = 0

  add(met: MetRecords): void {
    this.#met.push(met)
    this.#bytes += met.withId.length + met.withoutId.length
    for (let oldest = this.#met[this.#first]; oldest !== undefined && this.#bytes > maxDigestBytes;) {
      this.#bytes -= oldest.withId.length + oldest.withoutId.length
      oldest = this.#met[++this.#first]
    }
  }

  get all(): ReadonlyArray<MetRecords> {
    return this.#met.slice(this.#first)
  }
}

const newState = (opening: Opening, hash: Hash, length: number): SavedState => ({
  opening,
  page: undefined,
  hash,
  met: [],
  finished: undefined,
  length
})

/**
 * Reads a checkpoint up to the first line that is incomplete, or whose records are not in the file. Returns `undefined` if its
 * first line is not complete.
 *
 * **Fails with** `Unwritable` if the files cannot be read.
 */
export const readCheckpoint = (
  path: string,
  records: FileHandle
): Effect.Effect<SavedState | undefined, ExportFailure> =>
  onDisk(path, async () => {
    const verifier = new RecordsVerifier(records)
    const met = new LastMet()
    let saved: SavedState | undefined
    let isIntact = true
    for await (const { text, end } of completeLines(path)) {
      const line = Option.getOrUndefined(readLine(text))
      if (line === undefined || (saved === undefined) !== (line._tag === "Opening")) break
      if (line._tag === "Opening") saved = newState(line, verifier.hash, end)
      else if (saved !== undefined && line._tag === "Finished") saved = { ...saved, finished: line }
      else if (saved !== undefined && line._tag === "Page") {
        isIntact &&= await verifier.matches(line)
        if (!isIntact) continue
        met.add(metOf(line.met))
        saved = { ...saved, page: line, length: end }
      }
    }
    return saved === undefined ? undefined : { ...saved, met: met.all }
  })

/** The rejected records of all pages of a checkpoint, as lines. */
export async function* rejectedLines(path: string): AsyncGenerator<string> {
  for await (const { text } of completeLines(path)) {
    const line = Option.getOrUndefined(readLine(text))
    if (line?._tag === "Page") yield* line.rejected.map(rejectedText)
  }
}

/** A checkpoint that is being written. */
export interface CheckpointLog {
  readonly file: AppendOnlyFile
  /** Adds a line. **Gotchas** reading the checkpoint ignores a line that was not written completely. */
  readonly add: (line: CheckpointLine) => Effect.Effect<void, ExportFailure>
}

/** Opens a checkpoint to write after its first `length` bytes. The rest is discarded. */
export const checkpointLog = Effect.fnUntraced(function* (
  path: string,
  length: number
): Effect.fn.Return<CheckpointLog, ExportFailure, Scope.Scope> {
  const file = yield* appendOnlyFile(path)
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
