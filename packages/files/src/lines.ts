import type { Readable } from "node:stream"

/** A line with more characters is no row or record. */
export const maxLine = 500_000

/**
 * Reads the lines of a stream of strings, several at a time, without their ends. Unlike `node:readline`, it does not end a line at
 * U+2028, which JSON may contain. Of a line that is too long, it returns a start that is longer than `maxLine`.
 */
export async function* linesOf(file: Readable, lineEnd: "\n" | "\r" = "\n"): AsyncGenerator<ReadonlyArray<string>> {
  let rest = ""
  for await (const chunk of file.iterator({ destroyOnReturn: false })) {
    const lines = `${rest}${chunk}`.split(lineEnd)
    rest = (lines.pop() ?? "").slice(0, maxLine + 2)
    if (lines.length > 0) yield lines
  }
  if (rest !== "") yield [rest]
}

export const withoutCarriageReturn = (line: string): string => (line.endsWith("\r") ? line.slice(0, -1) : line)

/** Returns the start of a text. A slice alone would keep all of the text in memory. */
export const startOf = (text: string, length: number): string =>
  text.length <= length ? text : `${Buffer.from(text.slice(0, length)).toString()}…`
