/** A name without case and punctuation: "Created_Date", "created date" and "CreatedDate" are the same column. */
const normalized = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "")

/** Where the wanted columns are in a file, or which of them are missing. */
export interface CsvColumns {
  readonly missing: ReadonlyArray<string>
  /** Returns the values of a row in the order of the wanted columns. */
  readonly pick: (row: ReadonlyArray<string>) => ReadonlyArray<string>
}

/** Finds columns in a header by their names, ignoring case, punctuation, order and further columns. */
export const findColumns = (header: ReadonlyArray<string>, wanted: ReadonlyArray<string>): CsvColumns => {
  const names = header.map(normalized)
  const indexes = wanted.map((name) => names.indexOf(normalized(name)))
  const isInOrder = header.length === wanted.length && indexes.every((index, position) => index === position)
  return {
    missing: wanted.filter((_, position) => indexes[position] === -1),
    pick: isInOrder ? (row) => row : (row) => indexes.map((index) => row[index] ?? "")
  }
}
