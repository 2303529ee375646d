import { glob, readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { Effect } from "effect"
import { RecordFileError } from "./RecordFileError.ts"
import { onFile } from "./readRecordFile.ts"

const isDataFile = (name: string): boolean =>
  /\.(?:csv|ndjson|jsonl|json|parquet)$/i.test(name) &&
  !/\.manifest\.json$|\.rejected\.ndjson$|(?:^|[\\/])[._]/i.test(name)

const filesOf = async (path: string): Promise<ReadonlyArray<string>> => {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory() === true) {
    const names = await readdir(path, { recursive: true })
    return names.filter(isDataFile).map((name) => join(path, name))
  }
  // A file may have characters of a pattern in its name.
  if (found !== undefined || !/[*?[{]/.test(path)) return [path]
  const matches: Array<string> = []
  for await (const match of glob(path)) matches.push(match)
  return matches
}

/**
 * Returns the data files that a path names: itself, those in a folder and its subfolders, or those that match a pattern.
 * **Fails with** `RecordFileError` if a folder or a pattern has none.
 */
export const expandPath = Effect.fnUntraced(function* (path: string) {
  const files = yield* onFile(path, () => filesOf(path))
  if (files.length > 0) return files.toSorted()
  const message = `${path} names no data file. Name CSV, NDJSON, JSON or Parquet files, or a folder with some.`
  return yield* new RecordFileError({ message })
})
