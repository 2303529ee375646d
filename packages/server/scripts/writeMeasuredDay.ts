/**
 * Measures the bundled daily file and writes `src/dataset/realDay.ts`, from which complaints are generated:
 * `node packages/server/scripts/writeMeasuredDay.ts && oxfmt packages/server/src/dataset/realDay.ts`.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { brotliDecompressSync } from "node:zlib"
import { parse } from "csv-parse/sync"
import { type DailyRow, measureDay } from "./measureDay.ts"

const bundled = new URL("../data/DNC_Complaint_Numbers_2021-07-08.csv.br", import.meta.url)
const written = new URL("../src/dataset/realDay.ts", import.meta.url)

const rows: ReadonlyArray<DailyRow> = parse(brotliDecompressSync(readFileSync(bundled)), { columns: true })

writeFileSync(
  written,
  `import type { MeasuredDay } from "./measuredDay.ts"

/**
 * What the daily file of 8 July 2021 holds, measured by \`scripts/writeMeasuredDay.ts\` and not written by hand.
 *
 * **Source** observed, "The daily CSV file".
 */
export const realDay: MeasuredDay = ${JSON.stringify(measureDay(rows), null, 2)}
`
)
