import { type CivilDate, type ComplaintQuery, credit, isCivilDate } from "@public-records/core"
import { createFolder } from "@public-records/files/createFolder"
import { DateTime, Effect, Option, Schema, type Scope } from "effect"
import { UrlParams } from "effect/http"
import { readdir, readFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { complaintLayout } from "./complaintLayout.ts"
import { missingDays, withinDays } from "./days.ts"
import { dayCoverage, ExportCoverage } from "./ExportCoverage.ts"
import { type ExportFailure, targetConflict, writeFailed } from "./ExportFailure.ts"
import { type ExportFormat, exportFormats } from "./ExportFormat.ts"
import { queryText } from "./ExportJob.ts"
import {
  copyPermissions,
  digestOf,
  ignoreMissing,
  lengthOf,
  openEmpty,
  remove,
  renameTo,
  sync,
  withFileErrors,
  writeAtomically
} from "./files.ts"
import { holdLock } from "./lock.ts"
import { dayTarget } from "./TargetFiles.ts"

/** A folder with one file for each day, and the query whose complaints it has. */
export interface DayFolder {
  readonly folder: string
  readonly format: ExportFormat
  readonly query: ComplaintQuery
  /** The source of the records, as shown to the user. */
  readonly source: string
  /** The program and version to record in the manifests. */
  readonly writtenBy: string
}

/** A day of the source. `version` differs if the day has other records. */
export interface SourceDay {
  readonly day: CivilDate
  readonly state: "complete" | "partial"
  readonly version: string
}

const { many: collection, note } = complaintLayout

const PartManifest = Schema.Struct({
  query: Schema.String,
  records: Schema.Int,
  bytes: Schema.Int,
  sha256: Schema.String,
  endedAt: Schema.String,
  coverage: ExportCoverage,
  version: Schema.String
})

const readManifest = Schema.decodeOption(Schema.fromJsonString(PartManifest))

/** A complete part of a folder: the file of a day, with its manifest. */
export interface FolderPart {
  readonly day: string
  readonly format: ExportFormat
  readonly manifest: typeof PartManifest.Type
}

const readPart = Effect.fnUntraced(function* (
  folder: string,
  day: string,
  format: ExportFormat
): Effect.fn.Return<ReadonlyArray<FolderPart>, ExportFailure> {
  const { file, manifest: path } = dayTarget(folder, day, format)
  const text = yield* withFileErrors(path, () => readFile(path, "utf8").catch(ignoreMissing))
  const manifest = readManifest(text ?? "")
  if (Option.isNone(manifest) || (yield* lengthOf(file)) !== manifest.value.bytes) return []
  return [{ day, format, manifest: manifest.value }]
})

const dayFolderName = /^created_date=(.+)$/

/** Returns the complete parts of a folder, in the order of their days. */
export const readParts = Effect.fnUntraced(function* (
  folder: string
): Effect.fn.Return<ReadonlyArray<FolderPart>, ExportFailure> {
  const names = yield* withFileErrors(folder, () => readdir(folder).catch(ignoreMissing))
  const days = (names ?? [])
    .toSorted()
    .flatMap((name) => dayFolderName.exec(name)?.[1] ?? [])
    .filter(isCivilDate)
  const parts = yield* Effect.forEach(days, (day) =>
    Effect.forEach(exportFormats, (format) => readPart(folder, day, format))
  )
  return parts.flat(2)
})

const isPartial = ({ manifest }: FolderPart): boolean => manifest.coverage.partial.length > 0

/** Returns the part that has what the source has of a day, or `undefined` if the day has to be written. */
export const currentPart = (parts: ReadonlyArray<FolderPart>, { day, state, version }: SourceDay) =>
  parts.find(
    (part) => part.day === day && part.manifest.version === version && isPartial(part) === (state === "partial")
  )

const dayParameters = new Set(["created_date", "created_date_from", "created_date_to"])

/** Returns the parameters of a query without those of its days. */
const withoutDays = (query: string): string =>
  UrlParams.toString(
    UrlParams.make(UrlParams.fromInput(new URLSearchParams(query)).params.filter(([name]) => !dayParameters.has(name)))
  )

const queryOf = ({ query }: DayFolder): string => withoutDays(queryText(complaintLayout, query))

/** **Fails with** `TargetConflict` if a part has another format, or another query and is not one of the `replaced` days. */
export const checkParts = Effect.fnUntraced(function* (
  asked: DayFolder,
  parts: ReadonlyArray<FolderPart>,
  replaced: ReadonlyArray<string>
): Effect.fn.Return<void, ExportFailure> {
  const { folder, format } = asked
  const query = queryOf(asked)
  for (const part of parts) {
    if (part.format !== format) {
      return yield* targetConflict(
        `${folder} has files in the format ${part.format}, and this export writes ${format}. ` +
          `Add --format ${part.format}, or choose another folder with --out.`
      )
    }
    const other = withoutDays(part.manifest.query)
    if (other !== query && !replaced.includes(part.day)) {
      return yield* targetConflict(
        `${folder} has the complaints of ${part.day} for a different query: ${other}. The query of this export is ` +
          `${query}. Choose another folder with --out, or add --restart to an export of all its days.`
      )
    }
  }
})

const makeFolder = (path: string): Effect.Effect<void, ExportFailure> =>
  Effect.try({ try: () => createFolder(path), catch: (cause) => writeFailed(path, cause) })

const folderManifest = (folder: string): string => join(folder, "_manifest.json")

/** Creates a folder and locks it until the scope closes. **Fails with** `TargetConflict` if another export is writing to it. */
export const lockFolder = (folder: string): Effect.Effect<void, ExportFailure, Scope.Scope> =>
  Effect.andThen(makeFolder(folder), holdLock(folder, join(folder, "_exporting")))

/**
 * Replaces a day's file and its manifest. `write` writes the complaints to a path, and returns their number and the day that they are
 * from, or `undefined` if the source does not have the day. The manifest is removed before the file is replaced, so that it is never
 * that of another file. A killed process leaves at most a temporary file, which the next one overwrites.
 */
export const writePart = Effect.fnUntraced(function* <A extends SourceDay & { readonly records: number }, E>(
  asked: DayFolder,
  day: CivilDate,
  write: (path: string) => Effect.Effect<A | undefined, E>
): Effect.fn.Return<A | undefined, E | ExportFailure> {
  const { folder, format, query, source, writtenBy } = asked
  const { file, manifest, partial } = dayTarget(folder, day, format)
  const startedAt = DateTime.formatIso(yield* DateTime.now)
  yield* remove(folderManifest(folder))
  yield* makeFolder(dirname(file))
  const written = Effect.gen(function* () {
    // Refuses a symbolic link.
    yield* withFileErrors(partial, async () => (await openEmpty(partial)).close())
    const found = yield* write(partial)
    if (found === undefined) return undefined
    yield* sync(partial)
    const digest = yield* digestOf(partial)
    yield* copyPermissions(file, partial, { isFinal: true })
    const text = {
      file: basename(file),
      collection,
      query: queryText(complaintLayout, withinDays(query, { from: day, to: day })),
      source,
      format,
      spreadsheetSafe: false,
      max: null,
      records: found.records,
      rejected: 0,
      claimedTotal: found.records,
      ...digest,
      startedAt,
      endedAt: DateTime.formatIso(yield* DateTime.now),
      coverage: dayCoverage(day, found.state === "complete"),
      version: found.version,
      writtenBy,
      note,
      credit
    }
    yield* remove(manifest)
    yield* renameTo(partial, file)
    yield* writeAtomically(manifest, [`${JSON.stringify(text, null, 2)}\n`])
    return found
  })
  return yield* Effect.ensuring(written, Effect.ignore(remove(partial)))
})

/** Writes `_manifest.json`, which lists all parts of a folder. It depends only on them. */
export const writeFolderManifest = Effect.fnUntraced(function* (
  asked: DayFolder
): Effect.fn.Return<void, ExportFailure> {
  const { folder, format, writtenBy } = asked
  const parts = yield* readParts(folder)
  const days = parts.map(({ day }) => day)
  const partial = parts.filter(isPartial).map(({ day }) => day)
  const text = {
    collection,
    query: queryOf(asked),
    format,
    partitionedBy: "created_date",
    records: parts.reduce((sum, { manifest }) => sum + manifest.records, 0),
    coverage: {
      from: days[0] ?? null,
      to: days.at(-1) ?? null,
      complete: parts.length - partial.length,
      partial,
      missing: missingDays(days)
    },
    endedAt:
      parts
        .map(({ manifest }) => manifest.endedAt)
        .toSorted()
        .at(-1) ?? null,
    writtenBy,
    note,
    credit,
    files: parts.map(({ day, manifest: { bytes, records, sha256 } }) => ({
      path: `created_date=${day}/part-0.${format}`,
      records,
      bytes,
      sha256
    }))
  }
  yield* writeAtomically(folderManifest(folder), [`${JSON.stringify(text, null, 2)}\n`])
})
