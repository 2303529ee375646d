/**
 * Measures the parts that are named, or all but the long one, prints a table for each and one of all ratios, and keeps them
 * in `figures.json` and `docs/benchmarks.md`; with `--check` it compares with what is kept there, and keeps nothing.
 */
import { parseArgs } from "node:util"
import { clientTable } from "./client/clientTable.ts"
import { exportTable } from "./executable/exportTable.ts"
import { listTable } from "./executable/listTable.ts"
import { startTable } from "./executable/startTable.ts"
import { screenTable } from "./screen/screenTable.ts"
import { atScaleTable, serviceSize } from "./server/atScale.ts"
import { besideBare, besideBareAgain } from "./server/besideBare.ts"
import { besideFastify, besideFastifyAgain } from "./server/besideFastify.ts"
import { besideJsonServer } from "./server/besideJsonServer.ts"
import { allSizes, growthTable, usualSizes } from "./server/growth.ts"
import { loadingTable } from "./server/loading.ts"
import { MillionComplaints } from "./server/MillionComplaints.ts"
import { writeBenchmarkPage } from "./benchmarkPage.ts"
import { keep, keptFigures, measuredHere, type PartFigures } from "./Figures.ts"
import { margin, ratioTable, regressions } from "./ratios.ts"
import { printed, type Table } from "./Table.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { full: { type: "boolean" }, complaints: { type: "string" }, check: { type: "boolean" } }
})
const isFull = values.full === true
const complaints = Number(values.complaints ?? serviceSize)

const million = new MillionComplaints()

const parts: ReadonlyMap<string, () => Promise<Table>> = new Map([
  ["client", clientTable],
  ["executable-start", startTable],
  ["executable-list", listTable],
  ["executable-export", exportTable],
  ["screen", screenTable],
  ["server-loading", () => loadingTable(million)],
  ["server-bare", () => besideBare(million)],
  ["server-bare-again", () => besideBareAgain(million)],
  ["server-fastify", () => besideFastify(million)],
  ["server-fastify-again", () => besideFastifyAgain(million)],
  ["server-json-server", () => besideJsonServer(million)],
  ["server-growth", () => growthTable(isFull ? allSizes : usualSizes, million)],
  ["server-at-scale", () => atScaleTable(complaints)]
])

/** Takes minutes and most of a machine's memory. */
const longPart = "server-at-scale"

/** The parts of a name: its own, or all that it is the beginning of. */
const partsNamed = (name: string): ReadonlyArray<string> =>
  parts.has(name)
    ? [name]
    : Array.from(parts.keys()).filter((part) => part.startsWith(`${name}-`) && (isFull || part !== longPart))

const chosen =
  positionals.length === 0
    ? Array.from(parts.keys()).filter((part) => isFull || part !== longPart)
    : positionals.flatMap(partsNamed)

const unknown = positionals.find((name) => partsNamed(name).length === 0)
if (unknown !== undefined) {
  process.stderr.write(
    `There is no part "${unknown}" to measure; there are server, executable, ${[...parts.keys()].join(", ")}.\n`
  )
  process.exit(2)
}

if (!Number.isSafeInteger(complaints) || complaints < 1) {
  process.stderr.write(`--complaints takes a whole number of at least 1, not "${values.complaints}".\n`)
  process.exit(2)
}

const measured: Array<PartFigures> = []

/** A part that cannot be measured costs only itself. */
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

/** Says which ratios are worse than the kept ones, and fails if one is. */
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
await million.close()
process.stdout.write(`\n${printed(ratioTable(measured))}\n`)
if (values.check === true) await check()
else await writeBenchmarkPage(await keep(parts.keys(), measured))
