/** Measures one part and prints its figures: `node src/runPart.ts decode`. */
import "effect/schema/SchemaJITCompiler/enable"
import { type Figure } from "./Comparison.ts"

const [, , part = ""] = process.argv
const { figures }: { readonly figures: ReadonlyArray<Figure> } = await import(`./${part}/${part}.ts`)

const columns = ["measure", "ours", "peer", "ratio", "goal"]
const rows = figures.map(({ goal = "-", name, ours, peer = "-", ratio }) => [
  name,
  ours,
  peer,
  ratio?.toFixed(2) ?? "-",
  goal
])
const widths = columns.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
for (const row of [columns, ...rows]) {
  const line = row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")
  process.stdout.write(`${line.trimEnd()}\n`)
}
process.stdout.write("\n")
process.exit()
