import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { setTimeout } from "node:timers/promises"
import { build } from "esbuild"
import { comparison, type Row, statement } from "../client/Row.ts"
import { sideBySide } from "../client/rounds.ts"
import { builtExecutable } from "../executable/builtExecutable.ts"
import { median, quantile } from "../median.ts"
import { met, type Table } from "../Table.ts"
import { TerminalProgram } from "./TerminalProgram.ts"

const starts = { rounds: 12, warmUp: 2 }
const moves = 120
const betweenKeysMillis = 40
const idleMillis = 5_000
const settleMillis = 1_500
const megabyte = 1e6

/** Bundled as the executable is. */
const bundledInk = async (folder: string): Promise<string> => {
  const outfile = join(folder, "bareInk.mjs")
  await build({
    entryPoints: [fileURLToPath(new URL("programs/bareInk.tsx", import.meta.url))],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    minify: true,
    define: { "process.env.NODE_ENV": '"production"' },
    alias: { "react-devtools-core": fileURLToPath(new URL("programs/nothing.ts", import.meta.url)) },
    tsconfigRaw: { compilerOptions: { jsx: "react-jsx" } },
    banner: {
      js: 'import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url);'
    }
  })
  return outfile
}

type Environment = NodeJS.ProcessEnv

const showsSoon = (args: ReadonlyArray<string>, text: string, environment: Environment) => async (): Promise<void> => {
  const program = new TerminalProgram(args, environment)
  await program.until(text)
  await program.end()
}

/** A start whose end is the reader's own: Node.js keeps the compiled program for the ones that are measured, as for a reader's. */
const startOnce = async (args: ReadonlyArray<string>, environment: Environment): Promise<void> => {
  const program = new TerminalProgram(args, environment)
  await program.until("2021-07-07")
  program.press("q")
  await program.exited
}

const startRow = async (tui: ReadonlyArray<string>, ink: string, environment: Environment): Promise<Row> => {
  await startOnce(tui, environment)
  const times = await sideBySide(
    { ours: showsSoon(tui, "2021-07-07", environment), ink: showsSoon([ink], "one line", environment) },
    starts
  )
  const millis = (task: string): string => `${times.of(task).toFixed(0)} ms`
  const ratio = times.ratio("ours", "ink")
  return comparison(
    "first frame with rows / bare Ink",
    { ours: millis("ours"), peer: millis("ink"), ratio },
    { atMost: 1.8 }
  )
}

/** What came of some keys: how long each frame took, and how many bytes it has. */
const pressed = async (program: TerminalProgram, keys: Iterable<string>) => {
  const millis: Array<number> = []
  const bytes: Array<number> = []
  for (const key of keys) {
    const startedAt = performance.now()
    program.press(key)
    await program.until("")
    millis.push(performance.now() - startedAt)
    // Whatever a key draws later belongs to it, too.
    await setTimeout(betweenKeysMillis)
    bytes.push(Buffer.byteLength(program.written))
  }
  return { millis, bytes }
}

/** Moves the cursor to and fro, and then down and down. */
const moveRows = async (program: TerminalProgram): Promise<ReadonlyArray<Row>> => {
  const within = await pressed(program, "jk".repeat(moves / 2))
  const scrolling = await pressed(program, "j".repeat(moves))
  const millis = [...within.millis, ...scrolling.millis]
  return [
    statement("key to frame with 14,034 rows, p95", quantile(millis, 0.95), "ms", { atMost: 33 }),
    statement("the same, median", median(millis), "ms"),
    statement("a cursor move at 100x30, median", median(within.bytes), "bytes", { atMost: 600 }),
    statement("the same where the rows scroll, median", median(scrolling.bytes), "bytes")
  ]
}

const restRows = async (program: TerminalProgram): Promise<ReadonlyArray<Row>> => {
  await setTimeout(settleMillis)
  const before = await program.usage()
  await setTimeout(idleMillis)
  const after = await program.usage()
  return [
    statement("processor time in five idle seconds", after.cpuMillis - before.cpuMillis, "ms", { atMost: 0 }),
    statement("memory with 14,034 rows", after.residentBytes / megabyte, "MB", { atMost: 200 })
  ]
}

/** What the terminal UI costs once all rows are loaded. */
const loadedRows = async (tui: ReadonlyArray<string>, environment: Environment): Promise<ReadonlyArray<Row>> => {
  const program = new TerminalProgram(tui, environment)
  try {
    await program.until("2021-07-07")
    program.press("L")
    await program.until("LOAD ALL")
    program.press("\r")
    await program.quiet(settleMillis)
    return [...(await moveRows(program)), ...(await restRows(program))]
  } finally {
    await program.end()
  }
}

/** The terminal UI on the bundled sample, in a pseudo-terminal of 100 columns and 30 rows. */
export const screenTable = async (): Promise<Table> => {
  const file = await builtExecutable()
  const folder = await mkdtemp(join(tmpdir(), "public-records-"))
  const environment = { ...process.env, XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder }
  const tui = [file, "tui", "--demo"]
  try {
    const start = await startRow(tui, await bundledInk(folder), environment)
    const rows = [start, ...(await loadedRows(tui, environment))]
    return {
      title: "The terminal UI",
      columns: ["what", "ours", "peer", "ratio", "goal", "met"],
      lines: rows.map(({ goal, isMet, ours, peer, ratio, what }) => [what, ours, peer, ratio, goal, met(isMet)])
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}
