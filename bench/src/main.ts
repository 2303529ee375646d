import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { exitWithUsageError, parseCommandLine } from "../../tools/commandLine.ts"

const parts = ["decode", "walk", "start", "server", "mirror", "sync"]

const usage = `Usage: pnpm bench [PART...] [OPTIONS]

Measures the named parts, or all, and prints our figures beside those of other programs, from the same run.

Parts: ${parts.join(", ")}. "server" downloads json-server and Prism with npx.

  --rows N            number of complaints in the measured mirror (default: 1000000)
  --mirror-file FILE  keep the measured mirror in this file, or measure the one that is there
  --help              print this text`

const { positionals, values } = parseCommandLine(usage, {
  allowPositionals: true,
  options: { rows: { type: "string", default: "1000000" }, "mirror-file": { type: "string", default: "" } }
})

const unknown = positionals.find((part) => !parts.includes(part))
if (unknown !== undefined) exitWithUsageError(`Unknown part "${unknown}". See --help.`)
if (!/^[1-9]\d{0,8}$/.test(values.rows)) {
  exitWithUsageError(`--rows is "${values.rows}"; it must be a whole number from 1, such as 1000000.`)
}

// Each part runs in a process of its own, so that none is warmed up or slowed down by another.
for (const part of parts.filter((name) => positionals.length === 0 || positionals.includes(name))) {
  const program = fileURLToPath(new URL("runPart.ts", import.meta.url))
  const { status } = spawnSync(process.execPath, [program, part, values.rows, values["mirror-file"]], {
    stdio: "inherit"
  })
  if (status === 0) continue
  process.stderr.write(`${part} could not be measured: see above.\n`)
  process.exitCode = 1
}
