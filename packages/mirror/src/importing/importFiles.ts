import { basename } from "node:path"
import type { PlainNotice } from "@public-records/files/PlainNotice"
import { RecordFileError } from "@public-records/files/RecordFileError"
import { totalSize } from "@public-records/files/readRecordFile"
import { DateTime, Effect } from "effect"
import type { ImportedDay, ImportEvent, ImportOptions, ImportReport } from "../ImportEvent.ts"
import type { MirrorError } from "../MirrorError.ts"
import type { DaySource } from "../MirrorStatus.ts"
import type { MirrorFile, Writer } from "../store/MirrorFile.ts"
import { remember } from "../store/settings.ts"
import type { Steps } from "../store/steps.ts"
import { expandPath } from "./expandPaths.ts"
import { importDay, type IncomingDay } from "./importDay.ts"
import { type FileContents, readFile } from "./readFile.ts"
import { coveredDays, exportedDays, hasAllNotices, manifestOf, type Manifest, publishedDays } from "./wholeDays.ts"

type Emit = (event: ImportEvent) => void
type OnBytes = (bytes: number) => void

/** The counts of a report while files are imported. */
type Tally = { -readonly [Name in Exclude<keyof ImportReport, "_tag" | "days">]: number } & {
  readonly days: { -readonly [Name in keyof ImportReport["days"]]: number }
}

const emptyTally = (): Tally => ({
  files: 0,
  refused: 0,
  lines: 0,
  records: 0,
  copies: 0,
  aside: 0,
  notices: 0,
  days: { stored: 0, replaced: 0, kept: 0, held: 0, partial: 0 }
})

const addDay = (tally: Tally, { aside, copies, outcome, records, state }: ImportedDay): void => {
  tally.lines += records + aside
  tally.records += records
  tally.aside += aside
  tally.copies += copies
  tally.days[outcome === "aside" ? "kept" : outcome] += 1
  if (state === "partial") tally.days.partial += 1
}

/** Writes notices, within a transaction. */
export function* writeNotices({ db }: Writer, notices: ReadonlyArray<PlainNotice>): Steps<void> {
  for (const [index, notice] of notices.entries()) {
    // A notice that was changed later stays.
    db.run(
      `insert into notices values(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, null) on conflict(id) do update set
      transaction_number = excluded.transaction_number, title = excluded.title, acquiring_party = excluded.acquiring_party,
      acquired_party = excluded.acquired_party, acquired_entities = excluded.acquired_entities, date = excluded.date,
      created = excluded.created, updated = excluded.updated, tags = excluded.tags, revision = excluded.revision, gone = null
      where excluded.updated >= notices.updated`,
      notice.id,
      notice.transactionNumber,
      notice.title,
      notice.acquiringParty,
      notice.acquiredParty,
      JSON.stringify(notice.acquiredEntities),
      notice.date,
      notice.created,
      notice.updated,
      notice.tags === undefined ? null : JSON.stringify(notice.tags),
      notice.revision
    )
    if (index % 100 === 0) yield undefined
  }
}

function* writeRejected({ db }: Writer, { rejected }: FileContents, source: DaySource, origin: string): Steps<void> {
  db.run("delete from aside where day is null and source = ? and origin = ?", source, origin)
  for (const [index, { raw, reason }] of rejected.entries()) {
    db.run("insert into aside values(null, ?, ?, ?, ?)", source, origin, reason, raw)
    if (index % 100 === 0) yield undefined
  }
}

interface FileOptions extends ImportOptions {
  /** Of several files that cover some days, each covers those that it has records of. */
  readonly isOnlyFile: boolean
}

/** Returns the days of a file that are whole. Without a reason to trust it, a file has parts of its days. */
const wholeDays = Effect.fnUntraced(function* (
  path: string,
  contents: FileContents,
  manifest: Manifest | undefined,
  { covers, isOnlyFile }: FileOptions
) {
  if (contents.rejected.length > 0) return []
  if (covers !== undefined) {
    const days = contents.complaints.days()
    return coveredDays(covers).filter((day) => isOnlyFile || days.includes(day))
  }
  if (manifest !== undefined) return yield* exportedDays(manifest, contents.count)
  const published = publishedDays(path)
  return contents.complaints.days().every((day) => published.includes(day)) ? published : []
})

const changedCells = (path: string): RecordFileError => {
  const reason = "it was exported for spreadsheets, so some cells are changed. Export it without that option"
  return new RecordFileError({ message: `The data file ${path} cannot be used: ${reason}.` })
}

/** Imports one file, each day in a transaction of its own. **Fails with** `RecordFileError` if the file is refused. */
const importFile = Effect.fnUntraced(function* (
  file: MirrorFile,
  path: string,
  options: FileOptions,
  tally: Tally,
  emit: Emit,
  onBytes: OnBytes
) {
  const manifest = yield* manifestOf(path)
  if (manifest?.spreadsheetSafe === true && /\.csv$/i.test(path)) return yield* changedCells(path)
  const contents = yield* readFile(path, onBytes)
  const source: DaySource = contents.hasIds || manifest !== undefined ? "export" : "daily file"
  const origin = basename(path)
  yield* file.write((writer) => writeRejected(writer, contents, source, origin))
  tally.lines += contents.rejected.length
  tally.aside += contents.rejected.length
  const whole = new Set(yield* wholeDays(path, contents, manifest, options))
  const days = new Set([...contents.complaints.days(), ...(contents.notices.length > 0 ? [] : whole)])
  const claimed = whole.size === 1 ? (manifest?.claimedTotal ?? null) : null
  const context = { now: yield* DateTime.now, replace: options.replace ?? false }
  for (const day of days) {
    const state = whole.has(day) ? "whole" : "partial"
    const records = contents.complaints.recordsOf(day)
    const incoming: IncomingDay = { day, state, source, origin, records, claimed }
    const imported = yield* file.write((writer) => importDay(writer, incoming, context))
    addDay(tally, imported)
    emit(imported)
  }
  yield* importNotices(file, contents, manifest)
  tally.notices += contents.notices.length
  tally.lines += contents.notices.length
}, Effect.scoped)

const importNotices = Effect.fnUntraced(function* (
  file: MirrorFile,
  { notices }: FileContents,
  manifest: Manifest | undefined
) {
  if (notices.length === 0) return
  const hasAll = manifest !== undefined && (yield* hasAllNotices(manifest, notices.length))
  yield* file.write(function* (writer) {
    yield* writeNotices(writer, notices)
    if (hasAll) remember(writer.db, "notices read to the end", "true")
  })
})

/** Returns a function that reports how many of all bytes are read, each time that 1 % more is. */
const readingReporter = (file: string, size: number | undefined, before: { bytes: number }, emit: Emit): OnBytes => {
  let lastPercent = -1
  return (bytes) => {
    before.bytes += bytes
    const share = size === undefined || size === 0 ? 0 : Math.min(1, before.bytes / size)
    const percent = Math.floor(share * 100)
    if (percent === lastPercent) return
    lastPercent = percent
    emit({ _tag: "Reading", file, share })
  }
}

/** Imports files, folders and patterns. A file that cannot be used is named by an event, and the others are imported. */
export const importFiles = Effect.fnUntraced(function* (
  file: MirrorFile,
  paths: ReadonlyArray<string>,
  options: ImportOptions,
  emit: Emit
): Effect.fn.Return<void, MirrorError> {
  const tally = emptyTally()
  const orRefused = <A>(path: string, work: Effect.Effect<A, MirrorError | RecordFileError>) =>
    Effect.catchTag(work, "RecordFileError", ({ message }) =>
      Effect.sync(() => {
        tally.refused += 1
        emit({ _tag: "Refused", file: path, message })
        return undefined
      })
    )
  const expanded = yield* Effect.forEach(paths, (path) => orRefused(path, expandPath(path)))
  const all = [...new Set(expanded.flatMap((files) => files ?? []))]
  const size = yield* Effect.orElseSucceed(totalSize(all), () => undefined)
  const read = { bytes: 0 }
  for (const path of all) {
    tally.files += 1
    const onBytes = readingReporter(path, size, read, emit)
    const fileOptions = { ...options, isOnlyFile: all.length === 1 }
    yield* orRefused(path, importFile(file, path, fileOptions, tally, emit, onBytes))
  }
  // Moves the days from SQLite's log into the file.
  yield* file.execute("pragma wal_checkpoint(truncate)")
  emit({ _tag: "Report", ...tally })
})
