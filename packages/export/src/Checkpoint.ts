import { Bookmark, type RejectedRecord } from "@public-records/core"
import { Option, Schema } from "effect"
import { crc32 } from "node:zlib"

/** The version of the checkpoint's form that this program writes and can resume. */
export const checkpointForm = 2

/** The export that a checkpoint belongs to. */
export const Identity = Schema.Struct({
  /** The version of the checkpoint's form. Another one is read only as far as this. */
  form: Schema.Int,
  collection: Schema.String,
  /** The question, as it is sent. */
  query: Schema.String,
  format: Schema.String,
  spreadsheetSafe: Schema.Boolean,
  /** After how many records the export stops; nothing where it goes to the end. */
  max: Schema.NullOr(Schema.Int)
})
export interface Identity extends Schema.Schema.Type<typeof Identity> {}

const Opening = Schema.Struct({
  identity: Identity,
  source: Schema.String,
  startedAt: Schema.String
})
export interface Opening extends Schema.Schema.Type<typeof Opening> {}

const Total = Schema.OptionFromNullOr(Schema.Int)

const Counts = {
  /** How many records are in the file. */
  written: Schema.Int,
  report: Schema.Struct({
    records: Schema.Int,
    requests: Schema.Int,
    duplicates: Schema.Int,
    rejected: Schema.Int,
    claimedTotal: Total,
    agrees: Schema.OptionFromNullOr(Schema.Boolean),
    forgotten: Schema.Int
  })
}

const PageLine = Schema.Struct({
  ...Counts,
  /** The length of the records' file after the page, and the CRC-32 of all of it. */
  bytes: Schema.Int,
  crc: Schema.Int,
  /** The ids of the page's new records. */
  seen: Schema.Array(Schema.String),
  rejected: Schema.Array(Schema.Struct({ reason: Schema.String, raw: Schema.Unknown })),
  bookmark: Bookmark
})
export interface PageLine extends Schema.Schema.Type<typeof PageLine> {}

const FinishedLine = Schema.Struct({
  ...Counts,
  bytes: Schema.Int,
  sha256: Schema.String,
  endedAt: Schema.String
})
export interface FinishedLine extends Schema.Schema.Type<typeof FinishedLine> {}

const Line = Schema.Union([
  Schema.TaggedStruct("Opening", Opening.fields),
  Schema.TaggedStruct("Page", PageLine.fields),
  Schema.TaggedStruct("Finished", FinishedLine.fields)
])

/** A line of a checkpoint. */
export type CheckpointLine = typeof Line.Type

const LineJson = Schema.fromJsonString(Schema.toCodecJson(Line))
const toJson = Schema.encodeSync(LineJson)
const fromJson = Schema.decodeOption(LineJson)

const crcDigits = 8
const crcText = (json: string): string => crc32(json).toString(16).padStart(crcDigits, "0")

/** A line as it is written: its CRC-32, so that one that was torn is known, and JSON. */
export const lineText = (line: CheckpointLine): string => {
  const json = toJson(line)
  return `${crcText(json)} ${json}\n`
}

/** Reads a line without its end; nothing where it was torn, or is none. */
export const readLine = (text: string): Option.Option<CheckpointLine> => {
  const json = text.slice(crcDigits + 1)
  return text.slice(0, crcDigits) === crcText(json) ? fromJson(json) : Option.none()
}

/** A rejected record as a line of `FILE.rejected.ndjson`. */
export const rejectedText = ({ raw, reason }: RejectedRecord): string => `${JSON.stringify({ reason, raw })}\n`
