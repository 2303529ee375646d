import { basename } from "node:path"
import { expandPath } from "@public-records/files/expandPath"
import { manifestOf } from "@public-records/files/exportManifest"
import type { RecordFileError } from "@public-records/files/RecordFileError"
import { totalSize } from "@public-records/files/readRecordFile"
import { DateTime, Effect } from "effect"
import type { ImportEvent, ImportOptions, ImportReport } from "../ImportEvent.ts"
import type { MirrorError } from "../MirrorError.ts"
import type { DaySource } from "../MirrorStatus.ts"
import { clearAside, setAside } from "../store/aside.ts"
import { eventsOf } from "../store/eventsOf.ts"
import type { MirrorFile } from "../store/MirrorFile.ts"
import { addDay, emptyCounts } from "./dayCounts.ts"
import { addFile, emptyFileCounts, type FileCounts } from "./fileCounts.ts"
import { importDay } from "./importDay.ts"
import { importNotices } from "./importNotices.ts"
import { readFile } from "./readFile.ts"
import { hasAllNotices, wholeDays } from "./wholeDays.ts"

/** Returns the number of lines of the files. Their headers are not counted. */
const linesOf = ({ aside, notices, records, skipped }: Pick<ImportReport, "aside" | "notices" | "records" | "skipped">) =>
  records + aside + notices + Object.values(skipped).reduce((sum, count) => sum + count, 0)

type Emit = (event: ImportEvent) => void

interface ImportRun {
  readonly file: MirrorFile
  readonly options: ImportOptions
  /** The number of files. */
  readonly files: number
  readonly counts: ReturnType<typeof emptyCounts> & FileCounts
  readonly emit: Emit
}

/** Imports one file, each day in a transaction of its own. **Fails with** `RecordFileError` if the file is refused. */
const importFile = Effect.fnUntraced(function* (
  { counts, emit, file, files, options }: ImportRun,
  path: string,
  onBytes: (bytes: number) => void
) {
  const manifest = yield* manifestOf(path)
  const contents = yield* readFile(path, onBytes)
  const { notices, rejected } = contents
  const source: DaySource = contents.hasIds || manifest !== undefined ? "export" : "daily file"
  const origin = basename(path)
  yield* file.write(function* (db) {
    clearAside(db, { day: null, source, origin })
    yield* setAside(db, { day: null, source, origin }, rejected)
  })
  counts.aside += contents.invalid
  addFile(counts, contents)
  const whole = new Set(yield* wholeDays(path, contents, manifest, options.covers, files === 1))
  const claimed = whole.size === 1 ? (manifest?.claimedTotal ?? null) : null
  const context = { now: yield* DateTime.now, replace: options.replace ?? false }
  for (const day of new Set([...contents.days(), ...(notices.length > 0 ? [] : whole)])) {
    const state = whole.has(day) ? "whole" : "partial"
    const incoming = { day, state, source, origin, records: contents.complaintsOf(day), claimed } as const
    const imported = yield* file.write((db) => importDay(db, incoming, context))
    addDay(counts, imported)
    emit(imported)
  }
  if (notices.length > 0) {
    const areAll = manifest !== undefined && (yield* hasAllNotices(manifest, notices.length))
    yield* file.write((db) => importNotices(db, notices, areAll))
  }
  counts.notices += notices.length
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
  const counts = { refused: 0, ...emptyCounts(), ...emptyFileCounts() }
  const orRefused = <A>(path: string, work: Effect.Effect<A, MirrorError | RecordFileError>) =>
    Effect.catchTag(work, "RecordFileError", ({ isIoFailure = false, message }) =>
      Effect.sync(() => {
        counts.refused += 1
        emit({ _tag: "Refused", file: path, message, isIoFailure })
      })
    )
  const expanded = yield* Effect.forEach(paths, (path) => orRefused(path, expandPath(path)))
  const files = [...new Set(expanded.flatMap((found) => found ?? []))]
  const all = counts.refused + files.length
  const size = yield* Effect.orElseSucceed(totalSize(files), () => undefined)
  const onBytesOf = makeReadingReporter(size, emit)
  const context = { file, options, files: files.length, counts, emit }
  yield* Effect.forEach(files, (path) => orRefused(path, importFile(context, path, onBytesOf(path))))
  // Moves the days from SQLite's log into the file.
  if (counts.refused < all) yield* file.execute("pragma wal_checkpoint(truncate)")
  emit({ _tag: "Report", files: all, lines: linesOf(counts), ...counts })
})

/** Imports files, folders and patterns. A file that cannot be used is named by an event, and the others are imported. */
export const importFiles = (file: MirrorFile, paths: ReadonlyArray<string>, options: ImportOptions) =>
  eventsOf<ImportEvent, MirrorError>((emit) => run(file, paths, options, emit))
