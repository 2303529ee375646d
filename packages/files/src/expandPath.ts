import { glob, readdir, stat } from "node:fs/promises"
import { dirname, join, relative } from "node:path"
import { Effect } from "effect"
import { RecordFileError } from "./RecordFileError.ts"
import { onFile } from "./readRecordFile.ts"

const isDataFile = (name: string): boolean =>
  /\.(?:csv|ndjson|jsonl|json|parquet)$/i.test(name) &&
  !/\.manifest\.json$|\.rejected\.ndjson$|(?:^|[\\/])[._]/i.test(name)

const wildcard = /[*?[{]/

/** Returns the folder that contains all matches of a pattern. */
const folderOf = (pattern: string): string => dirname(`${pattern.slice(0, pattern.search(wildcard))}x`)

const dataFilesIn = (folder: string, names: Iterable<string>): ReadonlyArray<string> =>
  Array.from(names)
    .filter(isDataFile)
    .map((name) => join(folder, name))

const filesOf = async (path: string): Promise<ReadonlyArray<string>> => {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory() === true) return dataFilesIn(path, await readdir(path, { recursive: true }))
  // A file may have characters of a pattern in its name.
  if (found !== undefined || !wildcard.test(path)) return [path]
  const folder = folderOf(path)
  const names = new Set<string>()
  for await (const match of glob(path)) {
    for (const file of await filesOf(match)) names.add(relative(folder, file))
  }
  return dataFilesIn(folder, names)
}

/**
 * Returns the data files that a path names: itself, those in a folder and its subfolders, or those that match a pattern. A folder
 * that matches a pattern names those in it.
 * **Fails with** `RecordFileError` if a folder or a pattern has none.
 */
export const expandPath = Effect.fnUntraced(function* (path: string) {
  const files = yield* onFile(path, () => filesOf(path))
  if (files.length > 0) return files.toSorted()
  const message = `${path} names no data file. Name CSV, NDJSON, JSON or Parquet files, or a folder with some.`
  return yield* new RecordFileError({ message })
})
