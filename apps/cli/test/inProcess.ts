import { Effect, Layer } from "effect"
import { ReadStream, WriteStream } from "node:tty"
import { type Environment, Host } from "../src/Host.ts"
import { run as runProgram } from "../src/run.ts"
import { bareEnvironment, type Run } from "./executable.ts"

/** Creates a stream that records its output. With a width, it is a terminal. */
export const recordedStream = (columns?: number) => {
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

/** The environment of a run in this process. */
export interface RunEnvironment {
  readonly environment?: Environment
  /** Width of the terminal of standard output and standard error. @default not a terminal */
  readonly columns?: number
  /** Whether standard output is a pipe, even if standard error is a terminal. @default false */
  readonly isPiped?: boolean
}

const bundledData = new URL("../../../packages/server/data/", import.meta.url)

/** Creates a host whose streams record their output. */
export const hostIn = ({ columns, environment = {}, isPiped = false }: RunEnvironment = {}) => {
  const [stdout, stderr] = [recordedStream(isPiped ? undefined : columns), recordedStream(columns)]
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
 * Runs a command line in this process. Runs the same program as the executable, from the arguments to the exit code, with streams
 * that record their output.
 *
 * **Gotchas** runs in real time, even with a test clock. Tests of signals, pipes and Node.js itself need a separate process.
 */
export const run = (
  args: ReadonlyArray<string>,
  environment: Environment = {},
  runEnvironment: RunEnvironment = {}
): Effect.Effect<Run> =>
  Effect.promise(async (signal) => {
    const host = hostIn({ environment, ...runEnvironment })
    const program = runProgram(args).pipe(Effect.provide(host.layer))
    const code = await Effect.runPromise(program, { signal })
    return { code, ...host.written() }
  })
