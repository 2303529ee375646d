import { readFileSync } from "node:fs"

const quotedFields = (line: string): ReadonlyArray<string> =>
  // With a comma before the first field, too, no match is empty, and so none is skipped.
  Array.from(`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, quoted, bare = ""]) =>
    quoted === undefined ? bare : quoted.replaceAll('""', '"')
  )

/** The rows of a file in the form of the daily one, without its header. */
export function* csvRows(path: string): Generator<ReadonlyArray<string>> {
  const text = readFileSync(path, "utf8")
  let start = text.indexOf("\n") + 1
  while (start < text.length) {
    const end = text.indexOf("\r\n", start)
    const line = text.slice(start, end === -1 ? undefined : end)
    start += line.length + 2
    yield line.includes('"') ? quotedFields(line) : line.split(",")
  }
}
