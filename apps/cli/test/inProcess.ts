import { Effect, Layer } from "effect"
import { ReadStream, WriteStream } from "node:tty"
import { type Environment, Host } from "../src/Host.ts"
import { run as runProgram } from "../src/run.ts"
import { bareEnvironment, type Run } from "./executable.ts"

/** A stream that keeps what is written; of a terminal where it has a width. */
const kept = (columns?: number) => {
  const written: Array<string> = []
  const stream: WriteStream = Object.create(WriteStream.prototype, {
    isTTY: { value: columns !== undefined },
    columns: { value: columns },
    write: {
      value: (text: string, done?: () => void) => {
        written.push(text)
        done?.()
        return true
      }
    }
  })
  return { stream, text: () => written.join("") }
}

/** Where a run in this process is said to be. */
export interface Surroundings {
  readonly environment?: Environment
  /** The width of the terminal that standard output and standard error are. @default none */
  readonly columns?: number
}

const bundledData = new URL("../../../packages/server/data/", import.meta.url)

/** A host whose streams are kept. */
export const hostIn = ({ columns, environment = {} }: Surroundings = {}) => {
  const [stdout, stderr] = [kept(columns), kept(columns)]
  const stdin: ReadStream = Object.create(ReadStream.prototype, { isTTY: { value: false } })
  const layer = Layer.succeed(Host, {
    environment: { ...bareEnvironment, ...environment },
    stdin,
    stdout: stdout.stream,
    stderr: stderr.stream,
    bundledData,
    onSignal: () => undefined
  })
  return { layer, written: () => ({ stdout: stdout.text(), stderr: stderr.text() }) }
}

/**
 * Runs a command line to its end in this process, as the executable does in one of its own: the same program from the
 * arguments to the exit code, on streams that are kept.
 *
 * **Gotchas** in real time, whatever clock the test has; signals, pipes and what Node.js itself does need a process.
 */
export const run = (
  args: ReadonlyArray<string>,
  environment: Environment = {},
  surroundings: Surroundings = {}
): Effect.Effect<Run> =>
  Effect.promise(async (signal) => {
    const host = hostIn({ environment, ...surroundings })
    const program = runProgram(args).pipe(Effect.provide(host.layer))
    const code = await Effect.runPromise(program, { signal })
    return { code, ...host.written() }
  })
