import { Effect, Option, type Scope } from "effect"
import { createHash, type Hash } from "node:crypto"
import { type FileHandle } from "node:fs/promises"
import { crc32 } from "node:zlib"
import {
  type CheckpointLine,
  type FinishedLine,
  lineText,
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
  /** The ids of the records that were seen last, in their order. */
  readonly seen: ReadonlyArray<string>
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

/** As many ids as a walk remembers. */
const maxSeen = 200_000

const newState = (opening: Opening, hash: Hash, length: number): SavedState => ({
  opening,
  page: undefined,
  hash,
  seen: [],
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
    let seen: Array<string> = []
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
        seen.push(...line.seen)
        if (seen.length > 2 * maxSeen) seen = seen.slice(-maxSeen)
        saved = { ...saved, page: line, length: end }
      }
    }
    return saved === undefined ? undefined : { ...saved, seen: seen.slice(-maxSeen) }
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
