/**
 * Measures the named parts, or all. Prints a table for each and one of all ratios, and saves them in `figures.json` and
 * `docs/benchmarks.md`. With `--check` it compares the ratios with the saved ones and saves nothing.
 */
import { parseArgs } from "node:util"
import { clientTable } from "./client/clientTable.ts"
import { exportTable } from "./executable/exportTable.ts"
import { listTable } from "./executable/listTable.ts"
import { startTable } from "./executable/startTable.ts"
import { screenTable } from "./screen/screenTable.ts"
import { besideFastify } from "./server/besideFastify.ts"
import { besideJsonServer } from "./server/besideJsonServer.ts"
import { bundledComplaints } from "./server/complaintRows.ts"
import { loadingTable } from "./server/loading.ts"
import { ServersBySize } from "./server/ServersBySize.ts"
import { writeBenchmarkPage } from "./benchmarkPage.ts"
import { keep, keptFigures, measuredHere, type PartFigures } from "./Figures.ts"
import { margin, ratioTable, regressions } from "./ratios.ts"
import { printed, type Table } from "./Table.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { check: { type: "boolean" } }
})

const servers = new ServersBySize()

const parts: ReadonlyMap<string, () => Promise<Table>> = new Map([
  ["client", clientTable],
  ["executable-start", startTable],
  ["executable-list", listTable],
  ["executable-export", exportTable],
  ["screen", screenTable],
  ["server-fastify", () => besideFastify(servers, bundledComplaints)],
  ["server-json-server", () => besideJsonServer(servers)],
  ["server-loading", () => loadingTable(servers)],
  ["server-fastify-million", () => besideFastify(servers, 1_000_000)]
])

/** Returns the part with a name, or all parts that start with it. */
const partsNamed = (name: string): ReadonlyArray<string> =>
  parts.has(name) ? [name] : Array.from(parts.keys()).filter((part) => part.startsWith(`${name}-`))

const chosen = positionals.length === 0 ? Array.from(parts.keys()) : positionals.flatMap(partsNamed)

const unknown = positionals.find((name) => partsNamed(name).length === 0)
if (unknown !== undefined) {
  process.stderr.write(
    `Unknown part "${unknown}". The parts are server, executable, ${[...parts.keys()].join(", ")}.\n`
  )
  process.exit(2)
}

const measured: Array<PartFigures> = []

/** Measures a part. If it fails, the others are measured all the same. */
const report = async (name: string, measure: () => Promise<Table>): Promise<void> => {
  try {
    const table = await measure()
    process.stdout.write(`\n${printed(table)}`)
    measured.push(await measuredHere(name, table))
  } catch (cause) {
    process.stderr.write(`${name} could not be measured: ${cause instanceof Error ? cause.message : String(cause)}\n`)
    process.exitCode = 1
  }
}

/** Prints the ratios that are worse than the saved ones, and fails if there are any. */
const check = async (): Promise<void> => {
  const worse = regressions(measured, await keptFigures())
  for (const sentence of worse) process.stdout.write(`${sentence}\n`)
  const percent = margin * 100
  process.stdout.write(`${worse.length} ratios are more than ${percent}% worse than those in docs/benchmarks.md.\n`)
  if (worse.length > 0) process.exitCode = 1
}

process.stdout.write(`Node.js ${process.version}, ${process.platform} ${process.arch}\n`)
for (const [name, measure] of parts) {
  if (chosen.includes(name)) await report(name, measure)
}
await servers.close()
process.stdout.write(`\n${printed(ratioTable(measured))}\n`)
if (values.check === true) await check()
else await writeBenchmarkPage(await keep(parts.keys(), measured))
