import { readFileSync } from "node:fs"
import { brotliDecompressSync } from "node:zlib"
import { parse } from "csv-parse/sync"

/** The rows of the bundled daily file, read with a different CSV parser than the server's. */
export const realRows: ReadonlyArray<Record<string, string>> = parse(
  brotliDecompressSync(readFileSync(new URL("../data/DNC_Complaint_Numbers_2021-07-08.csv.br", import.meta.url))),
  { columns: true }
)

export const countRows = (isMatch: (row: Record<string, string>) => boolean): number => realRows.filter(isMatch).length
