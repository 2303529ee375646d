import { isCivilDate } from "@public-records/core"
import { Effect, Option } from "effect"
import { UrlParams } from "effect/http"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { type ExportCoverage } from "./ExportCoverage.ts"
import { missingDays } from "./days.ts"
import { type ExportFailure, targetConflict } from "./ExportFailure.ts"
import { type ExportFormat, exportFormats } from "./ExportFormat.ts"
import { ignoreMissing, lengthOf, remove, withFileErrors, writeAtomically } from "./files.ts"
import { type Manifest, readManifest } from "./Manifest.ts"
import { dayTarget } from "./TargetFiles.ts"

/** A part of a folder, with its manifest. */
interface FolderPart {
  readonly day: string
  readonly format: ExportFormat
  readonly manifest: Manifest
}

const dayFolder = /^created_date=(.+)$/

const partOf = Effect.fnUntraced(function* (
  folder: string,
  day: string,
  format: ExportFormat
): Effect.fn.Return<ReadonlyArray<FolderPart>, ExportFailure> {
  const { checkpoint, file, manifest } = dayTarget(folder, day, format)
  const found = yield* readManifest(manifest)
  if (Option.isNone(found) || (yield* lengthOf(file)) !== found.value.bytes) return []
  return (yield* lengthOf(checkpoint)) === undefined ? [{ day, format, manifest: found.value }] : []
})

/** Returns the complete parts of a folder, in the order of their days. */
const partsOf = Effect.fnUntraced(function* (folder: string) {
  const names = yield* withFileErrors(folder, () => readdir(folder).catch(ignoreMissing))
  const days = (names ?? []).toSorted().flatMap((name) => {
    const day = dayFolder.exec(name)?.[1]
    return day !== undefined && isCivilDate(day) ? [day] : []
  })
  const parts = yield* Effect.forEach(days, (day) =>
    Effect.forEach(exportFormats, (format) => partOf(folder, day, format))
  )
  return parts.flat(2)
})

const dayParameters = new Set(["created_date", "created_date_from", "created_date_to"])

/** Returns the parameters of a query without those of its days. */
const withoutDays = (query: string): string =>
  UrlParams.toString(
    UrlParams.make(UrlParams.fromInput(new URLSearchParams(query)).params.filter(([name]) => !dayParameters.has(name)))
  )

/** The export that writes to a folder. `query` is that of any of its days. */
interface FolderExport {
  readonly folder: string
  readonly format: ExportFormat
  readonly query: string
  readonly days: ReadonlyArray<string>
}

/**
 * Checks that the parts of other days belong to the same export. **Fails with** `TargetConflict` if a part has another format, or if
 * another day has another query.
 */
export const checkFolder = Effect.fnUntraced(function* ({
  days,
  folder,
  format,
  query
}: FolderExport): Effect.fn.Return<void, ExportFailure> {
  const written = new Set(days)
  for (const part of yield* partsOf(folder)) {
    if (part.format !== format) {
      return yield* targetConflict(
        `${folder} has files in the format ${part.format}, and this export writes ${format}. ` +
          `Add --format ${part.format}, or choose another folder with --out.`
      )
    }
    const other = withoutDays(part.manifest.query)
    if (!written.has(part.day) && other !== withoutDays(query)) {
      return yield* targetConflict(
        `${folder} has the complaints of ${part.day} for a different query: ${other}. The query of this export is ` +
          `${withoutDays(query)}. Choose another folder with --out.`
      )
    }
  }
})

/** Whether the source had all records of a part. */
const isComplete = ({ claimedTotal, coverage, records, rejected }: Manifest): boolean =>
  coverage === undefined
    ? rejected === 0 && (claimedTotal === null || claimedTotal === records)
    : coverage.partial.length === 0

const coverageOf = (parts: ReadonlyArray<FolderPart>): ExportCoverage => {
  const days = parts.map(({ day }) => day)
  const partial = parts.filter(({ manifest }) => !isComplete(manifest)).map(({ day }) => day)
  return {
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    complete: parts.length - partial.length,
    partial,
    missing: missingDays(days)
  }
}

const manifestPath = (folder: string): string => join(folder, "_manifest.json")

/** Removes the manifest of a folder, before a part changes. */
export const removeFolderManifest = (folder: string): Effect.Effect<void, ExportFailure> => remove(manifestPath(folder))

/**
 * Writes `_manifest.json`, which lists all parts of a folder. It depends only on them. If it exists, no export to the folder was
 * interrupted since.
 */
export const writeFolderManifest = Effect.fnUntraced(function* (
  folder: string,
  { note, writtenBy }: { readonly note?: string | undefined; readonly writtenBy: string }
): Effect.fn.Return<void, ExportFailure> {
  const parts = yield* partsOf(folder)
  const [first] = parts
  if (first === undefined) return
  const text = {
    collection: first.manifest.collection,
    query: withoutDays(first.manifest.query),
    format: first.format,
    partitionedBy: "created_date",
    records: parts.reduce((sum, { manifest }) => sum + manifest.records, 0),
    coverage: coverageOf(parts),
    endedAt: parts
      .map(({ manifest }) => manifest.endedAt)
      .toSorted()
      .at(-1),
    writtenBy,
    note: note ?? null,
    files: parts.map(({ day, format, manifest: { bytes, records, sha256 } }) => ({
      path: `created_date=${day}/part-0.${format}`,
      records,
      bytes,
      sha256
    }))
  }
  yield* writeAtomically(manifestPath(folder), [`${JSON.stringify(text, null, 2)}\n`])
})
