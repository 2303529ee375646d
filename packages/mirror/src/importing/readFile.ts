import { createHash } from "node:crypto"
import { dirname } from "node:path"
import { Readable } from "node:stream"
import type { FileFacts } from "@public-records/files/FileFacts"
import type { ComplaintRow, PlainComplaint } from "@public-records/files/PlainComplaint"
import type { PlainNotice } from "@public-records/files/PlainNotice"
import { RecordFileError } from "@public-records/files/RecordFileError"
import { onFile, readRecordFile, readRecords } from "@public-records/files/readRecordFile"
import { subjectOf } from "@public-records/files/standardInput"
import type { RecordSink, SkippedLine } from "@public-records/files/RecordSink"
import { rowDigest, RowIds, rowText } from "@public-records/files/RowIds"
import { Effect } from "effect"
import { hasLostDigits } from "../numbers/telephoneNumber.ts"
import { dayOf } from "../store/civil.ts"
import { Engine } from "../store/Engine.ts"
import { parquetReader } from "./readParquet.ts"
import type { StoreNames } from "../store/Store.ts"
import { RowsByDay } from "./RowsByDay.ts"

/** The maximum number of invalid rows or records of a file that are stored. The others are only counted. */
const maxStored = 10_000

/** The records of a file, the complaints by day of creation. */
export class FileContents implements RecordSink {
  readonly notices: Array<PlainNotice> = []
  /** The first rows or records that cannot be imported. */
  readonly rejected: Array<{ readonly reason: string; readonly raw: string; readonly place: string }> = []
  /** The number of rows or records that cannot be imported. */
  invalid = 0
  /** Where the file ends, if it ends within a row. */
  cutOffAt: string | undefined
  readonly #hash = createHash("sha256")
  /** The numbers of lines that are no records. */
  readonly skipped = new Map<SkippedLine, number>()
  /** The number of complaints whose robocall is neither yes nor no. */
  unknownRobocalls = 0
  /** Whether the records have ids of the service. */
  hasIds = false
  complaints = 0
  /** The numbers that have lost digits, and the first of them. */
  rounded = { count: 0, example: "" }
  readonly #complaints: RowsByDay<PlainComplaint>

  /** Many rows are moved to a folder. */
  constructor(folder: string) {
    this.#complaints = new RowsByDay(folder)
  }

  readonly addComplaint = (complaint: PlainComplaint): void => {
    this.hasIds = true
    this.#hash.update(rowText(complaint))
    this.#add(complaint)
  }

  /** Rows of daily files have no id. Until the complaints of a day are numbered, equal rows have the same. */
  readonly addRow = (row: ComplaintRow): void => this.#add({ id: rowDigest(row), ...row })

  #add(row: PlainComplaint): void {
    this.complaints += 1
    if (!/^[YN]?$/.test(row.recordedMessageOrRobocall)) this.unknownRobocalls += 1
    if (hasLostDigits(row.companyPhoneNumber)) {
      this.rounded = { count: this.rounded.count + 1, example: this.rounded.example || row.companyPhoneNumber }
    }
    this.#hash.update(row.id)
    this.#complaints.add(dayOf(row.createdDate), row)
  }

  readonly addNotice = (notice: PlainNotice): void => {
    this.#hash.update(JSON.stringify(notice))
    this.notices.push(notice)
  }

  readonly addInvalid = (location: string, reason: string, raw: string): void => {
    this.invalid += 1
    this.#hash.update(raw)
    if (this.rejected.length < maxStored) this.rejected.push({ reason, raw, place: location })
  }

  readonly addCutOff = (location: string): void => void (this.cutOffAt = location)

  readonly addSkipped = (line: SkippedLine): void => void this.skipped.set(line, (this.skipped.get(line) ?? 0) + 1)

  /** Returns the days that have complaints, oldest first. */
  days(): ReadonlyArray<number> {
    return this.#complaints.days()
  }

  /** Returns the complaints of a day. The id of a row of a daily file is derived from its contents and its number among equal rows. */
  complaintsOf(day: number): ReadonlyArray<PlainComplaint> {
    const complaints = this.#complaints.of(day)
    if (this.hasIds) return complaints
    const rowIds = new RowIds()
    return complaints.map((row) => {
      const id = rowIds.next(row, row.id)
      return id === row.id ? row : Object.assign({}, row, { id })
    })
  }

  /** Identifies the file by what was read from it. A pipe can be read only once. */
  digest(): string {
    return this.#hash.copy().digest("hex")
  }

  close(): void {
    this.#complaints.close()
  }
}

/** A file with a larger share of rounded numbers is refused. */
const maxRoundedShare = 0.01

/** Returns why the numbers of a file cannot be used. */
const numberProblem = ({ complaints, rounded: { count, example } }: FileContents): string | undefined => {
  if (count <= complaints * maxRoundedShare) return undefined
  const [some, all] = [count, complaints].map((number) => number.toLocaleString("en-US"))
  return `${some} of its ${all} numbers have lost digits, such as ${example}; use the file from before a spreadsheet saved it`
}

/** Reads Parquet files with an engine that is started for each of them. */
const parquetWith = (mirror: StoreNames, onBytes: (bytes: number) => void) => (facts: FileFacts, sink: RecordSink) =>
  Effect.gen(function* () {
    const started = yield* Effect.acquireRelease(Engine.start(mirror, 1), (engine) => Effect.sync(() => engine.close()))
    yield* parquetReader(yield* started.connection("memory"), onBytes)(facts, sink)
  }).pipe(Effect.scoped)

/** Returns what a function adds from a file. **Fails with** `RecordFileError` if that has no valid record. */
const contentsOf = Effect.fnUntraced(function* <E>(
  path: string,
  mirror: StoreNames,
  read: (contents: FileContents) => Effect.Effect<void, E>
) {
  const contents = yield* Effect.acquireRelease(
    Effect.sync(() => new FileContents(dirname(mirror.path))),
    (opened) => Effect.sync(() => opened.close())
  )
  yield* read(contents)
  const problem = numberProblem(contents)
  if (problem !== undefined) {
    return yield* new RecordFileError({ message: `${subjectOf(path)} cannot be used: ${problem}.` })
  }
  const [first] = contents.rejected
  if (first === undefined || contents.complaints + contents.notices.length > 0) return contents
  const message = `${subjectOf(path)} cannot be used: it has no valid record (${first.place}: ${first.reason}).`
  return yield* new RecordFileError({ message })
})

/**
 * Reads a file of complaints or notices for a mirror. **Fails with** `RecordFileError` if it is not such a file or has no valid record, and with
 * `MirrorError` if it needs the engine, which cannot be loaded.
 */
export const readFile = (path: string, mirror: StoreNames, onBytes: (bytes: number) => void) =>
  contentsOf(path, mirror, (contents) => readRecordFile(path, contents, onBytes, parquetWith(mirror, onBytes)))

/** Like `readFile`, from the body of a response. */
export const readBody = (name: string, mirror: StoreNames, body: Uint8Array) =>
  contentsOf(name, mirror, (contents) =>
    onFile(name, () => readRecords(Readable.from([body], { objectMode: false }), name, contents))
  )
