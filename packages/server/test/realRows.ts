import { readFileSync } from "node:fs"
import { brotliDecompressSync } from "node:zlib"
import { parse } from "csv-parse/sync"

/** The bundled daily file, read by another CSV parser than the server's own. */
export const realRows: ReadonlyArray<Record<string, string>> = parse(
  brotliDecompressSync(readFileSync(new URL("../data/DNC_Complaint_Numbers_2021-07-08.csv.br", import.meta.url))),
  { columns: true }
)

export const countRows = (isMatch: (row: Record<string, string>) => boolean): number => realRows.filter(isMatch).length
