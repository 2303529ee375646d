/** How records are written in a file. */
export type FileForm = "csv" | "json" | "ndjson"

/** What a file is, by its first bytes and its name; a text says why it is of no use. */
export type FileFinding = { readonly form: FileForm } | { readonly unusable: string }

const unpackFirst = (program: string): string => `it is compressed (${program}); unpack it first`

/** The first bytes of what people have instead of the file that they meant. */
const unusable: ReadonlyArray<readonly [start: string, reason: string]> = [
  ["\u001F\u008B", unpackFirst("gzip")],
  ["PK\u0003\u0004", "it is a zip archive or a spreadsheet; unpack it, or save it as CSV in UTF-8"],
  ["\u0028\u00B5\u002F\u00FD", unpackFirst("zstd")],
  ["BZh", unpackFirst("bzip2")],
  ["\u00FD7zXZ", unpackFirst("xz")],
  ["PAR1", "it is Parquet, which is not served; export the records as CSV or NDJSON"],
  ["\u00FF\u00FE", "it is UTF-16; save it as UTF-8"],
  ["\u00FE\u00FF", "it is UTF-16; save it as UTF-8"]
]

const isWebPage = /^\s*<(?:!doctype|html|\?xml)/i
/** A NUL in the first line is none of a header's; behind it a cell of CSV may have one. */
const hasNul = /^[^\n]*\0/
const isNdjson = /^\s*\{.*\}\s*\n\s*\{/

const formByName = (name: string): FileForm | undefined => {
  if (/\.(?:ndjson|jsonl)$/i.test(name)) return "ndjson"
  if (/\.json$/i.test(name)) return "json"
  return /\.csv$/i.test(name) ? "csv" : undefined
}

const formByContent = (text: string): FileForm => {
  if (isNdjson.test(text)) return "ndjson"
  return /^\s*[[{]/.test(text) ? "json" : "csv"
}

/**
 * What a file is: by its ending, or by its content where the ending says nothing.
 *
 * **Gotchas** a file with nothing in it is of no use, except as NDJSON: an export of no records writes that.
 */
export const fileFinding = (name: string, start: Buffer): FileFinding => {
  const form = formByName(name)
  const bytes = start.toString("latin1")
  const known = unusable.find(([magic]) => bytes.startsWith(magic))
  if (known !== undefined) return { unusable: known[1] }
  if (hasNul.test(bytes)) return { unusable: "it is not text" }
  if (isWebPage.test(bytes)) return { unusable: "it is a web page and not data; see what it says, and fetch it again" }
  if (bytes.trim() === "" && form !== "ndjson") return { unusable: "it is empty" }
  return { form: form ?? formByContent(bytes) }
}
