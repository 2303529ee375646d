/** Measures one part and prints a line of JSON for each figure: `node --expose-gc src/runPart.ts client-memory`. */
import "effect/schema/SchemaJITCompiler/enable"
import { type Measured } from "./figures.ts"
import { parts } from "./parts.ts"

for (const { goal, name, run, unit } of (await parts.get(process.argv[2] ?? "")?.()) ?? []) {
  process.stderr.write(`Measuring ${name}\n`)
  const measured: Measured = { name, unit, goal, ...(await run()) }
  process.stdout.write(`${JSON.stringify(measured)}\n`)
}
process.exit()
