import { glob, readdir, realpath, stat } from "node:fs/promises"
import { dirname, join, relative } from "node:path"
import { Effect } from "effect"
import { RecordFileError } from "./RecordFileError.ts"
import { onFile } from "./readRecordFile.ts"
import { standardInput } from "./standardInput.ts"

const isDataFile = (name: string): boolean =>
  /\.(?:csv|ndjson|jsonl|json|parquet)(?:\.\d+|\.txt)?$/i.test(name) &&
  !/\.manifest\.json$|\.rejected\.ndjson$|(?:^|[\\/])[._]/i.test(name)

const wildcard = /[*?[{]/

/** Returns the folder that contains all matches of a pattern. */
const folderOf = (pattern: string): string => dirname(`${pattern.slice(0, pattern.search(wildcard))}x`)

const dataFilesIn = (folder: string, names: Iterable<string>): ReadonlyArray<string> =>
  Array.from(names)
    .filter(isDataFile)
    .map((name) => join(folder, name))

/** Returns the names in a folder and its subfolders. `visited` are the folders that are read, in which a link may lead back. */
const namesIn = async (folder: string, visited: Set<string>, below = ""): Promise<ReadonlyArray<string>> => {
  const real = await realpath(join(folder, below))
  if (visited.has(real)) return []
  visited.add(real)
  const names: Array<string> = []
  for (const name of await readdir(real)) {
    const path = join(below, name)
    const found = await stat(join(folder, path)).catch(() => undefined)
    if (found?.isDirectory() === true) names.push(...(await namesIn(folder, visited, path)))
    else names.push(path)
  }
  return names
}

/** Returns each file once, although several paths lead to it. */
const distinct = async (paths: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const byFile = new Map<string, string>()
  for (const path of paths) {
    const real = await realpath(path).catch(() => path)
    if (!byFile.has(real)) byFile.set(real, path)
  }
  return [...byFile.values()]
}

const filesOf = async (path: string): Promise<ReadonlyArray<string>> => {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory() === true) return dataFilesIn(path, await namesIn(path, new Set()))
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
 * that matches a pattern names those in it. `-` is standard input.
 * **Fails with** `RecordFileError` if a folder or a pattern has none.
 */
export const expandPath = Effect.fnUntraced(function* (path: string) {
  if (path === standardInput) return [path]
  const files = yield* onFile(path, async () => distinct((await filesOf(path)).toSorted()))
  if (files.length > 0) return files
  const message = `${path} names no data file. Name CSV, NDJSON, JSON or Parquet files, or a folder with some.`
  return yield* new RecordFileError({ message })
})
