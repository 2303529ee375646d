/** Measures everything, and prints one table. */
import { bundleRows } from "./bundle.ts"
import { measuredBy } from "./report.ts"
import { type Row } from "./Row.ts"
import { table } from "./table.ts"

const measurements: ReadonlyArray<readonly [string, () => Promise<ReadonlyArray<Row>>]> = [
  ["decoding, with the JIT import", () => measuredBy("decodeWithJit.ts")],
  ["decoding, without it", () => measuredBy("decodeWithoutJit.ts")],
  ["a walk, beside undici", () => measuredBy("walk.ts", { programArguments: ["undici"] })],
  ["a walk over fetch, beside undici", () => measuredBy("walk.ts", { programArguments: ["fetch"] })],
  ["a walk, beside ky", () => measuredBy("walk.ts", { programArguments: ["ky"] })],
  ["a walk, beside got", () => measuredBy("walk.ts", { programArguments: ["got"] })],
  ["memory for a million records", () => measuredBy("memory.ts", { nodeOptions: ["--expose-gc"] })],
  ["the bundle for a browser", bundleRows]
]

const rows: Array<Row> = []
for (const [what, measure] of measurements) {
  process.stderr.write(`Measuring ${what}\n`)
  rows.push(...(await measure()))
}
process.stdout.write(`\nNode.js ${process.version}, ${process.platform} ${process.arch}\n\n${table(rows)}`)
