import { Bookmark, type RejectedRecord } from "@public-records/core"
import { Effect, Option, Schema, type Scope } from "effect"
import { type FileHandle } from "node:fs/promises"
import { crc32 } from "node:zlib"
import { type ExportFailure } from "./ExportFailure.ts"
import { type AppendOnlyFile, appendOnlyFile, completeLines, withFileErrors } from "./files.ts"

/** The version of the checkpoint format that this program writes and can resume. */
export const checkpointVersion = 4

/** The export that a checkpoint belongs to. */
const Identity = Schema.Struct({
  version: Schema.Literal(checkpointVersion),
  collection: Schema.String,
  /** The query's parameters. */
  query: Schema.String,
  format: Schema.String,
  spreadsheetSafe: Schema.Boolean,
  /** The number of records after which the export ends, or `null` if there is no limit. */
  max: Schema.NullOr(Schema.Int)
})
export interface Identity extends Schema.Schema.Type<typeof Identity> {}

const Header = Schema.TaggedStruct("Header", {
  identity: Identity,
  source: Schema.String,
  startedAt: Schema.String
})

const counts = {
  /** Number of records written to the file. */
  written: Schema.Int,
  report: Schema.Struct({
    records: Schema.Int,
    requests: Schema.Int,
    duplicates: Schema.Int,
    rejected: Schema.Int,
    claimedTotal: Schema.NullOr(Schema.Int),
    agrees: Schema.NullOr(Schema.Boolean)
  })
}

const Page = Schema.TaggedStruct("Page", {
  ...counts,
  /** The length of the file of records after the page, and the CRC-32 of its content. */
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

const Line = Schema.Union([Header, Page, Finished])
type Line = typeof Line.Type

const LineJson = Schema.toCodecJson(Line)
const toText = Schema.encodeSync(Schema.fromJsonString(LineJson))
const fromText = Schema.decodeOption(Schema.fromJsonString(Schema.Unknown))
const fromJson = Schema.decodeUnknownOption(LineJson)

/** Parses a line. Returns `Unknown` if another version of this program wrote it, and `undefined` if it is damaged. */
const decodeLine = (text: string): Line | { readonly _tag: "Unknown" } | undefined => {
  const json = fromText(text)
  return Option.isNone(json) ? undefined : Option.getOrElse(fromJson(json.value), () => ({ _tag: "Unknown" }))
}

/** The state that an interrupted export saved, up to the first damaged line or record. */
export interface SavedState {
  readonly header: typeof Header.Type
  /** The last page whose records are all in the file, or `undefined` if there is no such page. */
  readonly page: typeof Page.Type | undefined
  /** The ids of all records up to that page. */
  readonly seen: ReadonlyArray<string>
  /** The digest of the finished file, which may have been renamed already. */
  readonly finished: Finished | undefined
  /** The position after the line of that page, or after the header. */
  readonly length: number
}

/** Whether the bytes that a page added to the file are there. */
const hasPage = async (
  file: FileHandle,
  { bytes, crc }: typeof Page.Type,
  before: { readonly bytes: number; readonly crc: number }
): Promise<boolean> => {
  if (bytes < before.bytes) return false
  const page = Buffer.alloc(bytes - before.bytes)
  const { bytesRead } = await file.read(page, 0, page.length, before.bytes)
  // Stryker disable next-line ConditionalExpression: the CRC-32 of a page that was not read completely differs
  return bytesRead === page.length && crc32(page, before.crc) === crc
}

/**
 * Reads a checkpoint up to the first line that is damaged, or whose records are not in the file. Returns `undefined` if the
 * first line is damaged.
 *
 * **Fails with** `WriteFailed` if the files cannot be read.
 */
export const readCheckpoint = (
  path: string,
  records: FileHandle
): Effect.Effect<SavedState | "another version" | undefined, ExportFailure> =>
  withFileErrors(path, async () => {
    const seen: Array<string> = []
    let saved: SavedState | undefined
    let isIntact = true
    for await (const { text, end } of completeLines(path)) {
      const line = decodeLine(text)
      if (saved === undefined) {
        if (line?._tag === "Unknown") return "another version"
        if (line?._tag !== "Header") return undefined
        saved = { header: line, page: undefined, seen, finished: undefined, length: end }
      } else if (line?._tag === "Finished") {
        saved = { ...saved, finished: line }
      } else if (line?._tag !== "Page") {
        break
      } else if (isIntact) {
        isIntact = await hasPage(records, line, saved.page ?? { bytes: 0, crc: 0 })
        if (!isIntact) continue
        seen.push(...line.seen)
        saved = { ...saved, page: line, length: end }
      }
    }
    return saved
  })

const rejectedText = ({ raw, reason }: RejectedRecord): string => `${JSON.stringify({ reason, raw })}\n`

/** Reads the rejected records of a checkpoint, as lines of `FILE.rejected.ndjson`. */
export async function* rejectedLines(path: string): AsyncGenerator<string> {
  for await (const { text } of completeLines(path)) {
    const line = decodeLine(text)
    if (line?._tag === "Page") yield* line.rejected.map(rejectedText)
  }
}

/** A checkpoint that is being written. */
export interface CheckpointLog {
  readonly file: AppendOnlyFile
  /** Appends a line. **Gotchas** `readCheckpoint` ignores a line that was written incompletely. */
  readonly add: (line: Line) => Effect.Effect<void, ExportFailure>
}

/** Opens a checkpoint to append after its first `length` bytes. Discards the rest. */
export const checkpointLog = Effect.fnUntraced(function* (
  path: string,
  length: number
): Effect.fn.Return<CheckpointLog, ExportFailure, Scope.Scope> {
  const file = yield* appendOnlyFile(path)
  yield* file.truncate(length)
  let end = length
  const add = Effect.fnUntraced(function* (line: Line) {
    const bytes = Buffer.from(`${toText(line)}\n`)
    yield* file.writeAt(bytes, end)
    end += bytes.length
  })
  return { file, add }
})
