import { basename } from "node:path"
import { expandPath } from "@public-records/files/expandPath"
import { type Manifest, manifestOf } from "@public-records/files/exportManifest"
import { RecordFileError } from "@public-records/files/RecordFileError"
import { totalSize } from "@public-records/files/readRecordFile"
import { DateTime, Effect } from "effect"
import { eventsOf } from "../store/eventsOf.ts"
import type { ImportedDay, ImportEvent, ImportOptions, ImportReport } from "../ImportEvent.ts"
import type { MirrorError } from "../MirrorError.ts"
import type { DaySource } from "../MirrorStatus.ts"
import type { Database } from "../store/Database.ts"
import type { MirrorFile } from "../store/MirrorFile.ts"
import type { Steps } from "../store/steps.ts"
import { importDay } from "./importDay.ts"
import { importNotices } from "./importNotices.ts"
import { type FileContents, readFile } from "./readFile.ts"
import { daysBetween, exportedDays, hasAllNotices, publishedDays } from "./wholeDays.ts"

type Emit = (event: ImportEvent) => void

/** The days and the counts of an imported file. */
interface ImportedFile {
  readonly days: ReadonlyArray<ImportedDay>
  readonly rejected: number
  readonly notices: number
}

const sum = (counts: ReadonlyArray<number>): number => counts.reduce((left, right) => left + right, 0)

const reportOf = (files: number, imported: ReadonlyArray<ImportedFile>): ImportReport => {
  const days = imported.flatMap((file) => file.days)
  const records = sum(days.map((day) => day.records))
  const aside = sum([...days.map((day) => day.aside), ...imported.map(({ rejected }) => rejected)])
  const notices = sum(imported.map((file) => file.notices))
  const count = (...outcomes: ReadonlyArray<ImportedDay["outcome"]>): number =>
    days.filter(({ outcome }) => outcomes.includes(outcome)).length
  return {
    _tag: "Report",
    files,
    refused: files - imported.length,
    lines: records + aside + notices,
    records,
    copies: sum(days.map(({ copies }) => copies)),
    aside,
    notices,
    days: {
      stored: count("stored"),
      replaced: count("replaced"),
      kept: count("kept", "aside"),
      held: count("held"),
      partial: days.filter(({ state }) => state === "partial").length
    }
  }
}

function* writeRejected(db: Database, { rejected }: FileContents, source: DaySource, origin: string): Steps<void> {
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
  const days = contents.days()
  if (covers !== undefined) return daysBetween(covers).filter((day) => isOnlyFile || days.includes(day))
  if (manifest !== undefined) return yield* exportedDays(manifest, contents.complaints)
  const published = publishedDays(path)
  return days.every((day) => published.includes(day)) ? published : []
})

/** Imports one file, each day in a transaction of its own. **Fails with** `RecordFileError` if the file is refused. */
const importFile = Effect.fnUntraced(function* (
  file: MirrorFile,
  path: string,
  options: FileOptions,
  emit: Emit,
  onBytes: (bytes: number) => void
) {
  const manifest = yield* manifestOf(path)
  if (manifest?.spreadsheetSafe === true && /\.csv$/i.test(path)) {
    const reason = "it was exported for spreadsheets, so some cells are changed. Export it without that option"
    return yield* new RecordFileError({ message: `The data file ${path} cannot be used: ${reason}.` })
  }
  const contents = yield* readFile(path, onBytes)
  const { notices, rejected } = contents
  const source: DaySource = contents.hasIds || manifest !== undefined ? "export" : "daily file"
  const origin = basename(path)
  yield* file.write((db) => writeRejected(db, contents, source, origin))
  const whole = new Set(yield* wholeDays(path, contents, manifest, options))
  const claimed = whole.size === 1 ? (manifest?.claimedTotal ?? null) : null
  const context = { now: yield* DateTime.now, replace: options.replace ?? false }
  const days: Array<ImportedDay> = []
  for (const day of new Set([...contents.days(), ...(notices.length > 0 ? [] : whole)])) {
    const state = whole.has(day) ? "whole" : "partial"
    const incoming = { day, state, source, origin, records: contents.complaintsOf(day), claimed } as const
    const imported = yield* file.write((db) => importDay(db, incoming, context))
    days.push(imported)
    emit(imported)
  }
  if (notices.length > 0) {
    const areAll = manifest !== undefined && (yield* hasAllNotices(manifest, notices.length))
    yield* file.write((db) => importNotices(db, notices, areAll))
  }
  return { days, rejected: rejected.length, notices: notices.length }
}, Effect.scoped)

/** Returns a function that counts the bytes read of all files, and emits each percent of them. */
const makeReadingReporter = (size: number | undefined, emit: Emit) => {
  let [read, lastFile, lastPercent] = [0, "", -1]
  return (file: string) =>
    (bytes: number): void => {
      read += bytes
      const share = size === undefined || size === 0 ? 0 : Math.min(1, read / size)
      const percent = Math.floor(share * 100)
      if (file !== lastFile || percent !== lastPercent) emit({ _tag: "Reading", file, share })
      ;[lastFile, lastPercent] = [file, percent]
    }
}

const run = Effect.fnUntraced(function* (
  file: MirrorFile,
  paths: ReadonlyArray<string>,
  options: ImportOptions,
  emit: Emit
): Effect.fn.Return<void, MirrorError> {
  const orRefused = <A>(path: string, work: Effect.Effect<A, MirrorError | RecordFileError>) =>
    Effect.catchTag(work, "RecordFileError", ({ message }) =>
      Effect.sync(() => emit({ _tag: "Refused", file: path, message }))
    )
  const expanded = yield* Effect.forEach(paths, (path) => orRefused(path, expandPath(path)))
  const all = [...new Set(expanded.flatMap((files) => files ?? []))]
  const size = yield* Effect.orElseSucceed(totalSize(all), () => undefined)
  const onBytesOf = makeReadingReporter(size, emit)
  const fileOptions = { ...options, isOnlyFile: all.length === 1 }
  const imported = yield* Effect.forEach(all, (path) =>
    orRefused(path, importFile(file, path, fileOptions, emit, onBytesOf(path)))
  )
  const usable = imported.filter((one) => one !== undefined)
  // Moves the days from SQLite's log into the file.
  if (usable.length > 0) yield* file.execute("pragma wal_checkpoint(truncate)")
  emit(reportOf(all.length + expanded.filter((files) => files === undefined).length, usable))
})

/** Imports files, folders and patterns. A file that cannot be used is named by an event, and the others are imported. */
export const importFiles = (file: MirrorFile, paths: ReadonlyArray<string>, options: ImportOptions) =>
  eventsOf<ImportEvent, MirrorError>((emit) => run(file, paths, options, emit))
