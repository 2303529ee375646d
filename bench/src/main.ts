import { spawnSync } from "node:child_process"
import { resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { exitWithUsageError, parseCommandLine } from "../../tools/commandLine.ts"
import { margin, measuredHere, type PartFigures, regressions, save, savedFigures, tableOf } from "./figures.ts"
import { parts } from "./parts.ts"

const names = [...parts.keys()]

const usage = `Usage: pnpm bench [PART...] [OPTIONS]

Measures the named parts, or all, prints a table for each, and saves the figures in bench/figures.json and docs/benchmarks.md.

Parts: ${names.join(", ")}.
"client", "executable" and "server" name all parts that start with that word.

  --check             save nothing, and fail if a figure with a goal is more than ${margin * 100}% worse than the saved one
  --rows N            number of complaints in the measured mirror (default: 1000000)
  --mirror-file FILE  keep the measured mirror in this file, or measure the one that is there
  --help              print this text`

const { positionals, values } = parseCommandLine(usage, {
  allowPositionals: true,
  options: {
    check: { type: "boolean", default: false },
    rows: { type: "string", default: "1000000" },
    "mirror-file": { type: "string" }
  }
})

/** Returns the part with a name, or all parts that start with it. */
const partsNamed = (name: string): ReadonlyArray<string> =>
  parts.has(name) ? [name] : names.filter((part) => part.startsWith(`${name}-`))

const unknown = positionals.find((name) => partsNamed(name).length === 0)
if (unknown !== undefined) exitWithUsageError(`Unknown part "${unknown}". See --help.`)
const chosen = positionals.length === 0 ? names : positionals.flatMap(partsNamed)

if (!/^[1-9]\d{0,8}$/.test(values.rows))
  exitWithUsageError(`--rows is "${values.rows}"; it must be a whole number from 1, such as 1000000.`)
const mirrorOptions = [values.rows, ...(values["mirror-file"] === undefined ? [] : [resolve(values["mirror-file"])])]

const runPart = fileURLToPath(new URL("runPart.ts", import.meta.url))
const measured: Array<PartFigures> = []
for (const part of names.filter((name) => chosen.includes(name))) {
  const { status, stdout } = spawnSync(process.execPath, ["--expose-gc", runPart, part, ...mirrorOptions], {
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8"
  })
  if (status === 0) {
    const figures = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    process.stdout.write(`\n${part}\n\n${tableOf(figures)}`)
    measured.push(measuredHere(part, figures))
  } else {
    process.stderr.write(`${part} could not be measured: see above.\n`)
    process.exitCode = 1
  }
}

if (values.check) {
  const worse = regressions(measured, await savedFigures())
  for (const sentence of worse) process.stdout.write(`${sentence}\n`)
  process.stdout.write(`${worse.length} figures are more than ${margin * 100}% worse than in docs/benchmarks.md.\n`)
  if (worse.length > 0) process.exitCode = 1
} else await save(names, measured)
