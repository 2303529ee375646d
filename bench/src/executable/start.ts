import { type Measure, interleave, timed } from "../Measure.ts"
import { executable, freshEnvironment, runProgram } from "../processes.ts"

const environment = freshEnvironment()

/** Compares running a command with running an empty Node.js program. */
const start = (name: string, args: ReadonlyArray<string>, goal?: number): Measure => ({
  name: `${name} / node -e 0`,
  unit: "×",
  goal,
  // The first run fills the compile cache.
  run: () =>
    interleave(
      timed(() => runProgram([executable, ...args], environment)),
      timed(() => runProgram(["-e", "0"], environment)),
      { rounds: 20, warmUp: 2 }
    )
})

export const measures: ReadonlyArray<Measure> = [
  start("--version", ["--version"], 3),
  start("complaints list --help", ["complaints", "list", "--help"], 3),
  start("config, which loads the program", ["config"]),
  start("complaints list --demo --limit 1", ["complaints", "list", "--demo", "--limit", "1"])
]
