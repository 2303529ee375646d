import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import { exitWithUsageError, parseCommandLine, programArguments } from "./commandLine.ts"

const usage = `Usage: pnpm mutation FOLDER|FILE [OPTIONS]

Makes small mistakes in the sources of a folder or a file and shows those that no test notices: pnpm mutation packages/core/src/queries
Options are passed to StrykerJS: --incremental skips unchanged code, --concurrency 1 uses one process.

Exits with 1 if fewer than 90 % of the mistakes are noticed.`

parseCommandLine(usage, { strict: false })

const root = fileURLToPath(new URL("../", import.meta.url))
const [folder = "", ...options] = programArguments
const [, workspace = "", inside = "/src"] = /^((?:packages|apps)\/\w+)(\/src(?:\/.+?)?)?\/?$/.exec(folder) ?? []
if (workspace === "" || !existsSync(root + folder)) {
  exitWithUsageError(
    `"${folder}" is not a package, nor a folder or file of its sources, such as packages/core/src/queries. See --help.`
  )
}

/** Mutants of drawing code and texts are not worth testing. */
const excluded = ["!src/**/*.tsx", "!src/drawing/**", "!src/**/*Text.ts", "!src/help/**"]
const chosen = inside.endsWith(".ts") ? inside.slice(1) : `${inside.slice(1)}/**/*.ts`

// Stryker copies the package to this folder. Relative paths to other packages must work in the copy, too.
const copies = `${root}.stryker`
rmSync(copies, { recursive: true, force: true })
mkdirSync(copies)
const group = dirname(root + workspace)
for (const name of readdirSync(group)) symlinkSync(`${group}/${name}`, `${copies}/${name}`)

const { status } = spawnSync(
  `${root}tools/node_modules/.bin/stryker`,
  ["run", `${root}tools/mutation/stryker.config.js`, "--mutate", [chosen, ...excluded].join(","), ...options],
  // Tests of complete programs with optional dependencies are too slow.
  { cwd: root + workspace, stdio: "inherit", env: { ...process.env, PUBLIC_RECORDS_TEST_PROGRAMS: "" } }
)
rmSync(copies, { recursive: true, force: true })
process.exitCode = status ?? 1
