/** The layout of the records in a file. */
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

/** Returns the format of a file, by its ending, or by its first characters if the ending is unknown. */
export const detectFormat = (name: string, start: string): FileFormat => formatByName(name) ?? formatByContent(start)

// Zip and spreadsheets, Parquet, gzip, bzip2, UTF-16.
const binaryStarts = ["PK", "PAR1", "\u001F\u008B", "BZh", "\u00FF\u00FE", "\u00FE\u00FF"]

/** A NUL in the first line, where no header has one. Cells of CSV may have one. */
const hasNul = /^[^\n]*\0/

/**
 * Returns why a file cannot be used, judged by its first bytes (one character each), otherwise `undefined`.
 *
 * **Gotchas** an empty NDJSON file is valid: an export of no records writes one.
 */
export const findUnusableReason = (name: string, start: string): string | undefined => {
  if (binaryStarts.some((mark) => start.startsWith(mark)) || hasNul.test(start)) {
    return "it is compressed, binary or UTF-16; unpack it, or save it as CSV or JSON in UTF-8"
  }
  if (/^\s*<(?:!doctype|html|\?xml)/i.test(start)) {
    return "it is a web page saved under the name of a data file; download the file again"
  }
  return start.trim() === "" && formatByName(name) !== "ndjson" ? "it is empty" : undefined
}
