import { met, type Table } from "../Table.ts"
import { bundleRows } from "./bundle.ts"
import { measuredBy } from "./report.ts"
import { type Row } from "./Row.ts"

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

/** The client beside its peers, each measurement in a program of its own. */
export const clientTable = async (): Promise<Table> => {
  const rows: Array<Row> = []
  for (const [what, measure] of measurements) {
    process.stderr.write(`Measuring ${what}\n`)
    rows.push(...(await measure()))
  }
  return {
    title: "The client",
    columns: ["what", "ours", "peer", "ratio", "goal", "met"],
    lines: rows.map(({ what, ours, peer, ratio, goal, isMet }) => [what, ours, peer, ratio, goal, met(isMet)])
  }
}
