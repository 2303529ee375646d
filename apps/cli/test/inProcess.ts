import { Effect, Fiber, Layer } from "effect"
import { ReadStream, WriteStream } from "node:tty"
import { type Environment, Host, type Signal } from "../src/Host.ts"
import { run as runProgram } from "../src/run.ts"
import { bareEnvironment, type Run, type Running } from "./executable.ts"

/** Creates a stream that records its output. With a width, it is a terminal. */
export const recordedStream = (columns?: number) => {
  const written: Array<string> = []
  const watchers = new Set<() => void>()
  const stream: WriteStream = Object.create(WriteStream.prototype, {
    isTTY: { value: columns !== undefined },
    columns: { value: columns },
    write: {
      value: (text: string, done?: () => void) => {
        written.push(text)
        done?.()
        for (const watch of watchers) watch()
        return true
      }
    }
  })
  const text = (): string => written.join("")
  /** Waits until the output satisfies a condition. */
  const until = (isExpected: (output: string) => boolean): Effect.Effect<void> =>
    Effect.callback((resume) => {
      const watch = (): void => {
        if (isExpected(text())) resume(Effect.void)
      }
      watchers.add(watch)
      watch()
      return Effect.sync(() => watchers.delete(watch))
    })
  return { stream, text, until }
}

/** The environment of a run in this process. */
export interface RunEnvironment {
  readonly environment?: Environment
  /** Width of the terminal of standard output and standard error. @default not a terminal */
  readonly columns?: number
  /** Whether standard output is a pipe, even if standard error is a terminal. @default false */
  readonly isPiped?: boolean
}

/** Data of the executable, in which the sample is prepared. */
const bundledData = new URL("../dist/data/", import.meta.url)

/** Creates a host whose streams record their output. */
export const hostIn = ({ columns, environment = {}, isPiped = false }: RunEnvironment = {}) => {
  const [stdout, stderr] = [recordedStream(isPiped ? undefined : columns), recordedStream(columns)]
  const stdin: ReadStream = Object.create(ReadStream.prototype, { isTTY: { value: false } })
  let isHandled = (_signal: Signal): boolean => false
  const layer = Layer.succeed(Host, {
    environment: { ...bareEnvironment, ...environment },
    stdin,
    stdout: stdout.stream,
    stderr: stderr.stream,
    bundledData,
    onSignal: (handle) => {
      isHandled = handle
    }
  })
  return {
    layer,
    stdout,
    stderr,
    written: () => ({ stdout: stdout.text(), stderr: stderr.text() }),
    handle: (signal: Signal): boolean => isHandled(signal)
  }
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

/**
 * Starts a command line in this process, and interrupts it when the scope closes. A signal that its command does not handle interrupts
 * it, too. The exit code is then `null`, because `main.ts` sets it.
 */
export const start = (args: ReadonlyArray<string>, environment: Environment = {}) =>
  Effect.gen(function* () {
    const host = hostIn({ environment })
    const program = yield* Effect.acquireRelease(
      Effect.sync(() => Effect.runFork(runProgram(args).pipe(Effect.provide(host.layer)))),
      Fiber.interrupt
    )
    const ended = Fiber.await(program)
    const outputWith = (stream: typeof host.stdout, text: string): Effect.Effect<void> =>
      Effect.asVoid(
        Effect.raceFirst(
          stream.until((output) => output.includes(text)),
          ended
        )
      )
    const firstLineOf = (stream: typeof host.stdout): Effect.Effect<string> =>
      Effect.map(outputWith(stream, "\n"), () => stream.text().split("\n")[0] ?? "")
    const running: Running<Signal> = {
      firstLine: firstLineOf(host.stdout),
      firstError: firstLineOf(host.stderr),
      errorWith: (text) => outputWith(host.stderr, text),
      signal: (signal) => Effect.suspend(() => (host.handle(signal) ? Effect.void : Fiber.interrupt(program))),
      end: Effect.map(ended, (exit) => ({ code: exit._tag === "Success" ? exit.value : null, ...host.written() }))
    }
    return running
  })
