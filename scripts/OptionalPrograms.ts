import { spawnSync } from "node:child_process"

/** A program that some tests need. */
export interface OptionalProgram {
  readonly program: string
  /** The subject of the tests that are skipped without it. */
  readonly subject: string
}

/** Every program that tests need. */
const optionalPrograms: ReadonlyArray<OptionalProgram> = [
  { program: "redis-server", subject: "Redis" },
  { program: "bun", subject: "Bun" },
  { program: "deno", subject: "Deno" },
  { program: "chromium", subject: "the docs page" },
  { program: "python3", subject: "CSV in Python" }
]

// Runs the program, because a file on the PATH may be a stub.
const runs = ({ program }: OptionalProgram): boolean =>
  spawnSync(program, ["--version"], { stdio: "ignore", timeout: 10_000 }).status === 0

/** Returns the programs that are installed and those that are missing. */
export const findOptionalPrograms = () => {
  const { present = [], missing = [] } = Object.groupBy(optionalPrograms, (program) =>
    runs(program) ? "present" : "missing"
  )
  return { present, missing }
}
