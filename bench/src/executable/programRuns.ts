import { spawn } from "node:child_process"
import { once } from "node:events"

/** What one run of a program took and printed. */
export interface ProgramRun {
  readonly millis: number
  readonly lines: ReadonlyArray<string>
}

type Environment = Readonly<Record<string, string | undefined>>

/** Runs a program of this Node.js to its end, its output read from a pipe. */
export const runProgram = async (
  args: ReadonlyArray<string>,
  environment: Environment = process.env
): Promise<ProgramRun> => {
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, { env: environment, stdio: ["ignore", "pipe", "inherit"] })
  const parts: Array<Buffer> = []
  child.stdout.on("data", (part: Buffer) => parts.push(part))
  const [code]: Array<unknown> = await once(child, "close")
  const millis = performance.now() - startedAt
  if (code !== 0) throw new Error(`node ${args.join(" ")} ended with code ${String(code)}.`)
  return { millis, lines: Buffer.concat(parts).toString("utf8").split("\n").slice(0, -1) }
}
