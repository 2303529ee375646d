import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { comparison } from "../client/Row.ts"
import { sideBySide, type Task } from "../client/rounds.ts"
import { met, type Table } from "../Table.ts"
import { builtExecutable } from "./builtExecutable.ts"
import { runProgram } from "./programRuns.ts"

const atMost = 3
// The first run of each fills the compile cache.
const schedule = { rounds: 20, warmUp: 2 }

/** Command lines, how they are called in the table, and whether they have a goal. */
const commandLines: ReadonlyArray<readonly [name: string, hasGoal: boolean, ...args: ReadonlyArray<string>]> = [
  ["--version", true, "--version"],
  ["complaints list --help", true, "complaints", "list", "--help"],
  ["config, which loads the program", false, "config"],
  ["complaints list --demo --limit 1", false, "complaints", "list", "--demo", "--limit", "1"]
]

/** How long the executable takes from its start to its end where there is little to do, beside a Node.js that does nothing. */
export const startTable = async (): Promise<Table> => {
  const file = await builtExecutable()
  const folder = await mkdtemp(join(tmpdir(), "public-records-"))
  const environment = { ...process.env, XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder }
  const task =
    (args: ReadonlyArray<string>): Task =>
    () =>
      runProgram(args, environment)
  try {
    const times = await sideBySide(
      {
        nothing: task(["-e", "0"]),
        ...Object.fromEntries(commandLines.map(([name, , ...args]) => [name, task([file, ...args])]))
      },
      schedule
    )
    const millis = (name: string): string => `${times.of(name).toFixed(0)} ms`
    const rows = commandLines.map(([name, hasGoal]) =>
      comparison(
        `${name} / node -e 0`,
        { ours: millis(name), peer: millis("nothing"), ratio: times.ratio(name, "nothing") },
        hasGoal ? { atMost } : { stated: true }
      )
    )
    return {
      title: "The executable's start",
      columns: ["what", "ours", "peer", "ratio", "goal", "met"],
      lines: rows.map(({ goal, isMet, ours, peer, ratio, what }) => [what, ours, peer, ratio, goal, met(isMet)])
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}
