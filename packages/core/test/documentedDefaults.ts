import { Result } from "effect"
import { readFileSync } from "node:fs"

const root = new URL("../../../", import.meta.url)

/** Returns the text of a file of this repository. */
const textOf = (file: string): string => readFileSync(new URL(file, root), "utf8")

type Row = Readonly<Record<string, string | undefined>>

const cellsOf = (line: string): ReadonlyArray<string> =>
  line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll(/^`([^`]*)`$/g, "$1"))

/** Returns the rows of all tables in a document that have a column with this title. */
export const rowsWith = (column: string, document: string): ReadonlyArray<Row> =>
  textOf(document)
    .split("\n\n")
    .flatMap((block) => {
      const [titles = "", , ...rows] = block.split("\n").filter((line) => line.startsWith("|"))
      const names = cellsOf(titles)
      if (!names.includes(column)) return []
      return rows.map((row) => Object.fromEntries(cellsOf(row).map((cell, index) => [names[index], cell])))
    })

/** Returns a map from one column of a document's tables to another. If two rows have the same name, the first counts. */
export const columns = (document: string, from: string, to: string): ReadonlyMap<string, string> =>
  new Map(
    rowsWith(to, document)
      .flatMap((row) => (row[from] === undefined ? [] : [[row[from], row[to] ?? ""] as const]))
      .toReversed()
  )

/** Returns the `@default` of each member in a source file. */
export const defaultTags = (file: string): ReadonlyMap<string, string> => {
  const tags = textOf(file).matchAll(/@default (.+?)(?: \*\/|\n)[^/]*?\*?\/?\s*readonly (\w+)/g)
  return new Map(Array.from(tags, ([, text = "", name = ""]) => [name, text]))
}

/** Parses a documented value: a number, a quoted text, or JSON. Returns any other text unchanged. */
export const valueOf = (text: string): unknown => {
  const json = text.replaceAll(/(?<=\d),(?=\d{3}\b)/g, "").replaceAll(/(?<=[{,] ?)(\w+):/g, '"$1":')
  return Result.getOrElse(
    Result.try((): unknown => JSON.parse(json)),
    () => text
  )
}
