import { Bookmark, type RejectedRecord } from "@public-records/core"
import { Effect, Option, Schema, type Scope } from "effect"
import { createHash, type Hash } from "node:crypto"
import { type FileHandle } from "node:fs/promises"
import { crc32 } from "node:zlib"
import { type ExportFailure } from "./ExportFailure.ts"
import { type AppendOnlyFile, appendOnlyFile, completeLines, onDisk } from "./files.ts"

/** The version of the checkpoint's form that this program writes and can resume. */
export const checkpointForm = 2

/** The export that a checkpoint belongs to. */
const Identity = Schema.Struct({
  /** The version of the checkpoint's form. */
  form: Schema.Int,
  collection: Schema.String,
  /** The query's parameters. */
  query: Schema.String,
  format: Schema.String,
  spreadsheetSafe: Schema.Boolean,
  /** The number of records after which the export ends, or `null` if there is no limit. */
  max: Schema.NullOr(Schema.Int)
})
export interface Identity extends Schema.Schema.Type<typeof Identity> {}

const Opening = Schema.TaggedStruct("Opening", {
  identity: Identity,
  source: Schema.String,
  startedAt: Schema.String
})

const counts = {
  /** Number of records in the file. */
  written: Schema.Int,
  report: Schema.Struct({
    records: Schema.Int,
    requests: Schema.Int,
    duplicates: Schema.Int,
    rejected: Schema.Int,
    claimedTotal: Schema.OptionFromNullOr(Schema.Int),
    agrees: Schema.OptionFromNullOr(Schema.Boolean),
    forgotten: Schema.Int
  })
}

const Page = Schema.TaggedStruct("Page", {
  ...counts,
  /** The length of the records' file after the page, and the CRC-32 of all of it. */
  bytes: Schema.Int,
  crc: Schema.Int,
  /** The ids of the page's new records. */
  seen: Schema.Array(Schema.String),
  rejected: Schema.Array(Schema.Struct({ reason: Schema.String, raw: Schema.Unknown })),
  bookmark: Bookmark
})

const Finished = Schema.TaggedStruct("Finished", {
  ...counts,
  bytes: Schema.Int,
  sha256: Schema.String,
  endedAt: Schema.String
})
export interface Finished extends Schema.Schema.Type<typeof Finished> {}

const Line = Schema.Union([Opening, Page, Finished])
type Line = typeof Line.Type

const LineJson = Schema.fromJsonString(Schema.toCodecJson(Line))
const toJson = Schema.encodeSync(LineJson)
const fromJson = Schema.decodeOption(LineJson)

/** Puts the CRC-32 of a line before it. */
const withCrc = (json: string): string => `${crc32(json).toString(16).padStart(8, "0")} ${json}`

/** Reads a line. Returns `undefined` if it was not written completely. */
const readLine = (text: string): Line | undefined => {
  const json = text.slice(text.indexOf(" ") + 1)
  return withCrc(json) === text ? Option.getOrUndefined(fromJson(json)) : undefined
}

/** The state that an interrupted export saved, up to the first line or record that is not intact. */
export interface SavedState {
  readonly opening: typeof Opening.Type
  /** The last page whose records are all there, or `undefined` if none is. */
  readonly page: typeof Page.Type | undefined
  /** The SHA-256 of the records up to the end of that page, to be continued. */
  readonly hash: Hash
  /** The ids of the records that were seen last, in their order. */
  readonly seen: ReadonlyArray<string>
  /** The finished file, which may have been renamed already. */
  readonly finished: Finished | undefined
  /** The position after the line of that page, or after the opening. */
  readonly length: number
}

/** Reads the part of a file that a page wrote. Returns `undefined` if the file does not contain it. */
const bytesOfPage = async (
  file: FileHandle,
  { bytes, crc }: typeof Page.Type,
  before: { readonly bytes: number; readonly crc: number }
): Promise<Buffer | undefined> => {
  if (bytes < before.bytes) return undefined
  const page = Buffer.alloc(bytes - before.bytes)
  const { bytesRead } = await file.read(page, 0, page.length, before.bytes)
  return bytesRead === page.length && crc32(page, before.crc) === crc ? page : undefined
}

/** The number of ids that a walk remembers. */
const maxSeen = 200_000

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
    const hash = createHash("sha256")
    let seen: Array<string> = []
    let saved: SavedState | undefined
    let isIntact = true
    for await (const { text, end } of completeLines(path)) {
      const line = readLine(text)
      if (saved === undefined) {
        if (line?._tag !== "Opening") return undefined
        saved = { opening: line, page: undefined, hash, seen, finished: undefined, length: end }
      } else if (line?._tag === "Finished") {
        saved = { ...saved, finished: line }
      } else if (line?._tag !== "Page") {
        break
      } else if (isIntact) {
        const bytes = await bytesOfPage(records, line, saved.page ?? { bytes: 0, crc: 0 })
        isIntact = bytes !== undefined
        if (bytes === undefined) continue
        hash.update(bytes)
        seen.push(...line.seen)
        if (seen.length > 2 * maxSeen) seen = seen.slice(-maxSeen)
        saved = { ...saved, page: line, length: end }
      }
    }
    return saved === undefined ? undefined : { ...saved, seen: seen.slice(-maxSeen) }
  })

const rejectedText = ({ raw, reason }: RejectedRecord): string => `${JSON.stringify({ reason, raw })}\n`

/** Reads the rejected records of all pages of a checkpoint, as lines of `FILE.rejected.ndjson`. */
export async function* rejectedLines(path: string): AsyncGenerator<string> {
  for await (const { text } of completeLines(path)) {
    const line = readLine(text)
    if (line?._tag === "Page") yield* line.rejected.map(rejectedText)
  }
}

/** A checkpoint that is being written. */
export interface CheckpointLog {
  readonly file: AppendOnlyFile
  /** Adds a line. **Gotchas** reading the checkpoint ignores a line that was not written completely. */
  readonly add: (line: Line) => Effect.Effect<void, ExportFailure>
}

/** Opens a checkpoint to write after its first `length` bytes. The rest is discarded. */
export const checkpointLog = Effect.fnUntraced(function* (
  path: string,
  length: number
): Effect.fn.Return<CheckpointLog, ExportFailure, Scope.Scope> {
  const file = yield* appendOnlyFile(path)
  yield* file.truncate(length)
  let end = length
  const add = Effect.fnUntraced(function* (line: Line) {
    const bytes = Buffer.from(`${withCrc(toJson(line))}\n`, "utf8")
    yield* file.writeAt(bytes, end)
    end += bytes.length
  })
  return { file, add }
})
