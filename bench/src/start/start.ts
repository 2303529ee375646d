import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { replacing } from "../../../apps/cli/bundlePlugins.ts"
import { type BenchOptions } from "tinybench"
import { compare, type Figure, measure } from "../Comparison.ts"
import { rowsPerDay, writeDay } from "../mirror/dailyFiles.ts"
import { executable, freshEnvironment, runProgram, temporaryFolder } from "../processes.ts"
import { TerminalProgram } from "./TerminalProgram.ts"

const environment = freshEnvironment()
const once = { iterations: 20, warmupIterations: 2 }
const nothing = { "node -e 0": () => runProgram(["-e", "0"], environment) }

/** Compares running a command with running an empty Node.js program. The warm-up fills the compile cache. */
const start = (goal: number | undefined, ...args: ReadonlyArray<string>): Promise<ReadonlyArray<Figure>> =>
  compare(
    args.join(" "),
    () => runProgram([executable, ...args], environment),
    nothing,
    goal === undefined ? {} : { "node -e 0": goal },
    once
  )

/** Bundles the program with Ink alone like the executable. Returns its path. */
const bundleInk = async (): Promise<string> => {
  const outfile = join(temporaryFolder(), "bareInk.mjs")
  await build({
    entryPoints: [fileURLToPath(new URL("bareInk.tsx", import.meta.url))],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    minify: true,
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [replacing],
    banner: {
      js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);'
    }
  })
  return outfile
}

/** Runs a program on a terminal until it shows some text. With keys, measures from them to the next text instead. */
const showText =
  (args: ReadonlyArray<string>, text: string, keys?: { readonly press: string; readonly next: string }) =>
  async (): Promise<{ readonly overriddenDuration: number }> => {
    let startedAt = performance.now()
    const program = new TerminalProgram(args, environment)
    await program.until(text)
    if (keys !== undefined) {
      startedAt = performance.now()
      program.press(keys.press)
      await program.until(keys.next)
    }
    const overriddenDuration = performance.now() - startedAt
    // Node.js writes the compile cache when the program ends.
    program.press("q")
    await program.exited
    return { overriddenDuration }
  }

const bareInk = await bundleInk()
const onSample = [executable, "tui", "--demo"]
const firstRow = "2021-07-07"

const dataFolder = temporaryFolder()
const dataDays = 72
const dataFiles = Array.from({ length: dataDays }, (_, day) => writeDay(dataFolder, day))

/** Measures a list of the first record of some daily files. */
const listFiles = (files: ReadonlyArray<string>, options: BenchOptions) => {
  const args = ["complaints", "list", ...files.flatMap((file) => ["--data", file]), "--limit", "1"]
  const name = `complaints list --data, ${files.length * rowsPerDay} rows`
  return measure(name, () => runProgram([executable, ...args], environment), options)
}

export const figures: ReadonlyArray<Figure> = [
  ...(await start(3, "--version")),
  ...(await start(3, "complaints", "list", "--help")),
  ...(await start(undefined, "complaints", "list", "--demo", "--limit", "1")),
  ...(await compare(
    "the sample's first rows",
    showText(onSample, firstRow),
    { "bare Ink": showText([bareInk], "one line") },
    { "bare Ink": 1.9 },
    once
  )),
  await measure(
    "the sample's charts, after their key",
    showText(onSample, firstRow, { press: "3", next: "= all" }),
    once,
    150
  ),
  await listFiles(dataFiles.slice(0, 1), once),
  await listFiles(dataFiles, { iterations: 3, warmup: false })
]
