import { spawnSync } from "node:child_process"

/** A program that some tests need and not every machine has. */
export interface OptionalProgram {
  readonly program: string
  /** What goes untested without it. */
  readonly subject: string
}

/** Each of them; tests that need another one add it here. */
const optionalPrograms: ReadonlyArray<OptionalProgram> = [
  { program: "redis-server", subject: "Redis" },
  { program: "bun", subject: "Bun" },
  { program: "deno", subject: "Deno" },
  { program: "chromium", subject: "the docs page" },
  { program: "python3", subject: "CSV in Python" }
]

// A file of that name on the PATH may be a stub that cannot run, so it is asked for its version.
const runs = ({ program }: OptionalProgram): boolean =>
  spawnSync(program, ["--version"], { stdio: "ignore", timeout: 10_000 }).status === 0

/** Tells the programs that are here from those that are missing. */
export const findOptionalPrograms = () => {
  const { present = [], missing = [] } = Object.groupBy(optionalPrograms, (program) =>
    runs(program) ? "present" : "missing"
  )
  return { present, missing }
}
