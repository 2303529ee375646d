import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { build } from "esbuild"
import { median, type Measure, measureOf, quantile, interleave, timed } from "../Measure.ts"
import { executable, freshEnvironment, temporaryFolder } from "../processes.ts"
import { TerminalProgram } from "./TerminalProgram.ts"

const moves = 120
const betweenKeysMillis = 40
const idleMillis = 5_000
const settleMillis = 1_500

const environment = freshEnvironment()

/** The least that Ink can do: one line, and then it waits. */
const oneLine = `
  import { render, Text, useInput } from "ink"
  const Line = () => {
    useInput(() => undefined)
    return <Text>one line</Text>
  }
  render(<Line />, { alternateScreen: true })
`

// Bundles the program as the executable is bundled.
const bareInk = join(temporaryFolder(), "bareInk.mjs")
await build({
  stdin: { contents: oneLine, loader: "tsx", resolveDir: import.meta.dirname },
  outfile: bareInk,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node22",
  minify: true,
  define: { "process.env.NODE_ENV": '"production"' },
  // Ink imports it and never calls it in production: any module with a default export does.
  alias: { "react-devtools-core": "node:path" },
  jsx: "automatic",
  banner: {
    js: 'import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url);'
  }
})

const demo = [executable, "tui", "--demo"]
const firstRow = "2021-07-07"

const shows = async (args: ReadonlyArray<string>, text: string): Promise<void> => {
  const program = new TerminalProgram(args, environment)
  await program.until(text)
  await program.end()
}

const firstFrame = async () => {
  // Node.js writes the compile cache when a program ends by itself.
  const program = new TerminalProgram(demo, environment)
  await program.until(firstRow)
  program.press("q")
  await program.exited
  return interleave(
    timed(() => shows(demo, firstRow)),
    timed(() => shows([bareInk], "one line")),
    { rounds: 12, warmUp: 2 }
  )
}

/** Presses keys one by one. Returns how long each frame took, and how many bytes it has. */
const press = async (program: TerminalProgram, keys: string) => {
  const millis: Array<number> = []
  const bytes: Array<number> = []
  for (const key of keys) {
    const startedAt = performance.now()
    program.press(key)
    await program.until("")
    millis.push(performance.now() - startedAt)
    // What a key draws later belongs to it, too.
    await setTimeout(betweenKeysMillis)
    bytes.push(Buffer.byteLength(program.written))
  }
  return { millis, bytes }
}

/** Loads all rows, moves the cursor back and forth and then down, and idles for a while. */
const runSession = async () => {
  const program = new TerminalProgram(demo, environment)
  try {
    await program.until(firstRow)
    program.press("L")
    await program.until("LOAD ALL")
    program.press("\r")
    await program.quiet(settleMillis)
    const within = await press(program, "jk".repeat(moves / 2))
    const scrolling = await press(program, "j".repeat(moves))
    await setTimeout(settleMillis)
    const before = await program.usage()
    await setTimeout(idleMillis)
    return { within, scrolling, before, after: await program.usage() }
  } finally {
    await program.end()
  }
}

const { after, before, scrolling, within } = await runSession()

/** The terminal UI on the bundled sample, in a pseudo-terminal of 100 columns and 30 rows. */
export const measures: ReadonlyArray<Measure> = [
  { name: "first frame with rows / bare Ink", unit: "×", goal: 1.8, run: firstFrame },
  measureOf(
    "key to frame with 14,034 rows, p95",
    "ms",
    () => quantile([...within.millis, ...scrolling.millis], 0.95),
    33
  ),
  measureOf("a cursor move, median", "bytes", () => median(within.bytes), 600),
  measureOf("processor time in five idle seconds", "ms", () => after.cpuMillis - before.cpuMillis, 0),
  measureOf("memory with 14,034 rows", "MB", () => after.residentBytes / 1e6, 200)
]
