import { basename } from "node:path"
import { expandPath } from "@public-records/files/expandPath"
import { manifestOf } from "@public-records/files/exportManifest"
import { isSiteNotice } from "@public-records/files/PlainNotice"
import { RecordFileError } from "@public-records/files/RecordFileError"
import { totalSize } from "@public-records/files/readRecordFile"
import { nameOf } from "@public-records/files/standardInput"
import { DateTime, Effect } from "effect"
import type { ImportedDay, ImportEvent, ImportOptions, ImportReport } from "../ImportEvent.ts"
import type { MirrorError } from "../MirrorError.ts"
import type { DaySource } from "../MirrorStatus.ts"
import { clearSetAside, reasonsOfDay, insertSetAside } from "../store/setAside.ts"
import { dateOf } from "../store/civil.ts"
import { type Database, integer, text } from "../store/Database.ts"
import { eventsOf } from "../store/eventsOf.ts"
import type { Store } from "../store/Store.ts"
import { list, raw, sql } from "../store/sql.ts"
import { addDay, addReasons, emptyCounts } from "./dayCounts.ts"
import { addFile, emptyFileCounts, type FileCounts } from "./fileCounts.ts"
import { importDay, prepareRecords } from "./importDay.ts"
import { importNotices } from "./importNotices.ts"
import { type FileContents, readFile } from "./readFile.ts"
import { hasAllNotices, completeDays, whyPartial } from "./completeDays.ts"

/** Returns the number of lines of the files. Their headers are not counted. */
const linesOf = ({
  setAside,
  notices,
  records,
  skipped
}: Pick<ImportReport, "setAside" | "notices" | "records" | "skipped">) =>
  records + setAside + notices + Object.values(skipped).reduce((sum, count) => sum + count, 0)

type Emit = (event: ImportEvent) => void

interface ImportRun {
  readonly store: Store
  readonly options: ImportOptions
  /** The number of files. */
  readonly files: number
  readonly counts: ReturnType<typeof emptyCounts> & FileCounts & { added: number }
  readonly emit: Emit
}

/**
 * Says that a file was cut off. **Fails with** `RecordFileError` if the mirror has a complete day of it: then it has nothing to add.
 */
const checkEnd = Effect.fnUntraced(function* (
  { emit, store }: ImportRun,
  path: string,
  contents: FileContents
): Effect.fn.Return<void, MirrorError | RecordFileError> {
  const { cutOffAt } = contents
  if (cutOffAt === undefined) return
  const days = list(contents.days().map(dateOf))
  const complete = yield* store.read((db) =>
    db.rows(sql`select day, records from days where state = 'complete' and day::varchar in ${days} order by day`)
  )
  const ending = `${cutOffAt}: the file ends within this line, so its end is missing.`
  if (complete.length === 0) {
    const message = `${ending} Its days are partial. Get the file again and import it.`
    return emit({ _tag: "CutOff", file: nameOf(path), message })
  }
  const stays = complete.map((row) => `${integer(row, "records").toLocaleString("en-US")} of ${text(row, "day")}`)
  const message = `${ending} Nothing of it was stored. The mirror keeps its complaints: ${stays.join(", ")}.`
  return yield* new RecordFileError({ message })
})

/** Imports a day, and counts the records that the mirror has more than before. */
const importCounted = Effect.fnUntraced(function* (
  ...[db, incoming, context]: Parameters<typeof importDay>
): Effect.fn.Return<{ readonly added: number; readonly imported: ImportedDay }, MirrorError> {
  const before = yield* totalOf(db)
  const imported = yield* importDay(db, incoming, context)
  return { imported, added: (yield* totalOf(db)) - before }
})

/** Imports one file, each day in a transaction of its own. **Fails with** `RecordFileError` if the file is refused. */
const importFile = Effect.fnUntraced(function* (run: ImportRun, path: string, onBytes: (bytes: number) => void) {
  const { counts, emit, store, files, options } = run
  const manifest = yield* manifestOf(path)
  const contents = yield* readFile(path, store, onBytes)
  yield* checkEnd(run, path, contents)
  const { notices, rejected } = contents
  const source: DaySource = contents.hasIds || manifest !== undefined ? "export" : "file"
  const [origin, key] = [basename(nameOf(path)), contents.digest()]
  const ofFile = { day: null, source, origin, key }
  if (rejected.length > 0) {
    const reasons = yield* store.write((db) =>
      Effect.andThen(
        Effect.andThen(clearSetAside(db, ofFile), insertSetAside(db, ofFile, rejected)),
        reasonsOfDay(db, ofFile)
      )
    )
    counts.reasons = addReasons(counts.reasons, reasons)
  }
  counts.setAside += contents.invalid
  addFile(counts, contents)
  const complete = new Set(yield* completeDays(path, contents, manifest, options.covers, files === 1))
  const why = whyPartial(path, contents, manifest, options.covers)
  const claimed = complete.size === 1 ? (manifest?.claimedTotal ?? null) : null
  const context = { now: yield* DateTime.now, replace: options.replace ?? false }
  for (const day of new Set([...contents.days(), ...(notices.length > 0 ? [] : complete)])) {
    const completeness = complete.has(day)
      ? ({ state: "complete", why: "" } as const)
      : ({ state: "partial", why } as const)
    const incoming = { ...ofFile, ...completeness, day, claimed, ...prepareRecords(contents.complaintsOf(day)) }
    const { added, imported } = yield* store.write((db) => importCounted(db, incoming, context))
    counts.added += added
    addDay(counts, imported)
    emit(imported)
  }
  if (notices.length > 0) {
    const areAll =
      manifest !== undefined && !notices.some(isSiteNotice) && (yield* hasAllNotices(manifest, notices.length))
    yield* store.write((db) => importNotices(db, notices, areAll))
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

/** Returns the number of complaints in the mirror. */
const totalOf = (db: Database): Effect.Effect<number, MirrorError> =>
  Effect.map(db.first(raw("select sum(records) as records from days")), (row) => integer(row, "records"))

const run = Effect.fnUntraced(function* (
  store: Store,
  paths: ReadonlyArray<string>,
  options: ImportOptions,
  emit: Emit
) {
  const counts = { refused: 0, added: 0, ...emptyCounts(), ...emptyFileCounts() }
  const orRefused = <A>(path: string, work: Effect.Effect<A, MirrorError | RecordFileError>) =>
    Effect.catchTag(work, "RecordFileError", ({ isIoFailure = false, message }) =>
      Effect.sync(() => {
        counts.refused += 1
        emit({ _tag: "Refused", file: nameOf(path), message, isIoFailure })
      })
    )
  const expanded = yield* Effect.forEach(paths, (path) => orRefused(path, expandPath(path)))
  const files = [...new Set(expanded.flatMap((found) => found ?? []))]
  const all = counts.refused + files.length
  const size = yield* Effect.orElseSucceed(totalSize(files), () => undefined)
  const onBytesOf = makeReadingReporter(size, emit)
  const context = { store, options, files: files.length, counts, emit }
  yield* Effect.forEach(files, (path) => orRefused(path, importFile(context, path, onBytesOf(nameOf(path)))))
  emit({ _tag: "Report", files: all, lines: linesOf(counts), total: yield* store.read(totalOf), ...counts })
})

/** Imports files, folders and patterns. A file that cannot be used is named by an event, and the others are imported. */
export const importFiles = (store: Store, paths: ReadonlyArray<string>, options: ImportOptions) =>
  eventsOf<ImportEvent, MirrorError>((emit) => run(store, paths, options, emit))
