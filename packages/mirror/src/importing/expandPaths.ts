import { glob, readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { RecordFileError } from "@public-records/files/RecordFileError"
import { onFile } from "@public-records/files/readRecordFile"
import { Effect } from "effect"

const isDataFile = (name: string): boolean =>
  /\.(?:csv|ndjson|jsonl|json|parquet)$/i.test(name) &&
  !/\.manifest\.json$|\.rejected\.ndjson$|(?:^|[\\/])[._]/i.test(name)

const filesIn = async (folder: string): Promise<ReadonlyArray<string>> => {
  const names = await readdir(folder, { recursive: true })
  return names
    .filter(isDataFile)
    .toSorted()
    .map((name) => join(folder, name))
}

const matchesOf = async (pattern: string): Promise<ReadonlyArray<string>> => {
  const paths: Array<string> = []
  for await (const path of glob(pattern)) paths.push(path)
  return paths.toSorted()
}

const expand = async (path: string): Promise<ReadonlyArray<string>> => {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory() === true) return filesIn(path)
  // A file may have characters of a pattern in its name.
  return found === undefined && /[*?[{]/.test(path) ? matchesOf(path) : [path]
}

/**
 * Returns the data files that a path names: itself, those in a folder and its subfolders, or those that match a pattern.
 * **Fails with** `RecordFileError` if a folder or a pattern has none.
 */
export const expandPath = Effect.fnUntraced(function* (path: string) {
  const files = yield* onFile(path, () => expand(path))
  if (files.length > 0) return files
  const message = `${path} names no data file. Name CSV, NDJSON, JSON or Parquet files, or a folder with some.`
  return yield* new RecordFileError({ message })
})
