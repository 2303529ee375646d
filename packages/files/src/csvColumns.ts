/** Removes case and punctuation from a name: "Created_Date", "created date" and "CreatedDate" are the same column. */
const normalized = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "")

/** The wanted columns of a file. */
export interface CsvColumns {
  /** The names of columns that the file does not have. */
  readonly missing: ReadonlyArray<string>
  /** Returns the values of a row in the order of the wanted columns. */
  readonly pick: (row: ReadonlyArray<string>) => ReadonlyArray<string>
}

/** Finds columns in a header by name, ignoring case, punctuation, order and additional columns. */
export const findColumns = (header: ReadonlyArray<string>, wanted: ReadonlyArray<string>): CsvColumns => {
  const names = header.map(normalized)
  const indexes = wanted.map((name) => names.indexOf(normalized(name)))
  const isInOrder = header.length === wanted.length && indexes.every((index, position) => index === position)
  return {
    missing: wanted.filter((_, position) => indexes[position] === -1),
    pick: isInOrder ? (row) => row : (row) => indexes.map((index) => row[index] ?? "")
  }
}
