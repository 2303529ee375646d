import { compare, type Figure } from "../Comparison.ts"
import { executable, freshEnvironment, runProgram } from "../processes.ts"
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

/** Shows the screen up to its first rows, and quits, so that Node.js writes the compile cache. */
const showFirstRows = async (): Promise<{ readonly overriddenDuration: number }> => {
  const startedAt = performance.now()
  const program = new TerminalProgram([executable, "tui", "--demo"], environment)
  await program.until("2021-07-07")
  const overriddenDuration = performance.now() - startedAt
  program.press("q")
  await program.exited
  return { overriddenDuration }
}

export const figures: ReadonlyArray<Figure> = [
  ...(await start(3, "--version")),
  ...(await start(3, "complaints", "list", "--help")),
  ...(await start(undefined, "complaints", "list", "--demo", "--limit", "1")),
  ...(await compare("the screen's first rows", showFirstRows, nothing, {}, once))
]
