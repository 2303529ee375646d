import { nameOf, standardInput } from "./standardInput.ts"

/** The format of a record file. */
export type FileFormat = "csv" | "json" | "ndjson"

const formatByName = (name: string): FileFormat | undefined => {
  if (/\.(?:ndjson|jsonl)$/i.test(name)) return "ndjson"
  if (/\.json$/i.test(name)) return "json"
  return /\.csv$/i.test(name) ? "csv" : undefined
}

const formatByContent = (start: string): FileFormat => {
  if (/^\s*\{.*\}\s*\n\s*\{/.test(start)) return "ndjson"
  return /^\s*[[{]/.test(start) ? "json" : "csv"
}

/** Detects the format of a file by its extension, or by its first characters if the extension is unknown. */
export const detectFormat = (name: string, start: string): FileFormat => formatByName(name) ?? formatByContent(start)

// Zip (including spreadsheets), gzip, bzip2, UTF-16.
const binaryStarts = ["PK", "\u001F\u008B", "BZh", "\u00FF\u00FE", "\u00FE\u00FF"]

/** A NUL in the first line. No header has one, but cells below it may. */
const hasNul = /^[^\n]*\0/

/**
 * Returns the reason why a file is unusable, otherwise `undefined`. `start` has one character for each of its first bytes.
 *
 * **Gotchas** An empty NDJSON file is valid, because an export of no records writes one.
 */
export const findUnusableReason = (name: string, start: string): string | undefined => {
  if (start.startsWith("PAR1")) {
    const file = name === nameOf(standardInput) ? "FILE" : name
    return `it is Parquet, which needs public-records mirror import ${file} and then public-records serve --mirror`
  }
  if (binaryStarts.some((mark) => start.startsWith(mark)) || hasNul.test(start)) {
    return "it is compressed, binary or UTF-16; unpack it, or save it as CSV or JSON in UTF-8"
  }
  if (/^\s*<(?:!doctype|html|\?xml)/i.test(start)) {
    return "it is a web page saved under the name of a data file; download the file again"
  }
  return start.trim() === "" && formatByName(name) !== "ndjson" ? "it is empty" : undefined
}
