import { Clock, Effect, Exit, Fiber, Layer } from "effect"
import { ReadStream, WriteStream } from "node:tty"
import { type Environment, Host, type Signal } from "../src/Host.ts"
import { runCommandLine as runProgram } from "../src/commandLine.ts"
import { bareEnvironment, type Run } from "./executable.ts"

/** Creates a stream that records its output. With a width, it is a terminal. */
export const recordedStream = (columns?: number) => {
  const written: Array<string> = []
  const text = (): string => written.join("")
  const looks = new Set<() => void>()
  const stream: WriteStream = Object.create(WriteStream.prototype, {
    isTTY: { value: columns !== undefined },
    columns: { value: columns, writable: true },
    rows: { value: 24 },
    write: {
      // The terminal UI replaces it.
      writable: true,
      value: (chunk: string, done?: () => void) => {
        written.push(chunk)
        done?.()
        for (const look of looks) look()
        return true
      }
    }
  })
  /** Waits until the output contains a text, and returns the output. */
  const until = (part: string): Effect.Effect<string> =>
    Effect.callback((resume) => {
      const look = () => {
        if (text().includes(part)) resume(Effect.succeed(text()))
      }
      looks.add(look)
      look()
      return Effect.sync(() => looks.delete(look))
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
  /** Standard input. @default not a terminal */
  readonly stdin?: ReadStream
  /** @default real time */
  readonly clock?: Clock.Clock
}

/** Creates a clock that is two seconds later each time someone looks, so that work seems to be slow. */
export const hurriedClock: Effect.Effect<Clock.Clock> = Effect.promise(() =>
  Effect.runPromise(
    Clock.clockWith((clock) => {
      let now = clock.currentTimeMillisUnsafe()
      const hurried: Clock.Clock = Object.create(clock, { currentTimeMillisUnsafe: { value: () => (now += 2000) } })
      return Effect.succeed(hurried)
    })
  )
)

/** Creates a clock that is wrong by some milliseconds. Waits are real. */
export const wrongClock = (ahead: number): Effect.Effect<Clock.Clock> =>
  Effect.promise(() =>
    Effect.runPromise(
      Clock.clockWith((clock) => {
        const now = () => clock.currentTimeMillisUnsafe() + ahead
        const wrong: Clock.Clock = Object.create(clock, {
          currentTimeMillisUnsafe: { value: now },
          currentTimeMillis: { value: Effect.sync(now) }
        })
        return Effect.succeed(wrong)
      })
    )
  )

/** The program with the clock of a run. */
const timed = <A, E, R>(program: Effect.Effect<A, E, R>, clock: Clock.Clock | undefined) =>
  clock === undefined ? program : Effect.provideService(program, Clock.Clock, clock)

/** Data of the executable, in which the sample is prepared. */
const bundledData = new URL("../dist/data/", import.meta.url)

const noKeyboard: ReadStream = Object.create(ReadStream.prototype, { isTTY: { value: false } })

/** Creates a host whose streams record their output. */
export const hostIn = ({ columns, environment = {}, isPiped = false, stdin = noKeyboard }: RunEnvironment = {}) => {
  const [stdout, stderr] = [recordedStream(isPiped ? undefined : columns), recordedStream(columns)]
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
    const program = timed(runProgram(args), runEnvironment.clock).pipe(Effect.provide(host.layer))
    const code = await Effect.runPromise(program, { signal })
    return { code, ...host.written() }
  })

/**
 * Starts a command line in this process, and interrupts it when the scope closes.
 *
 * **Gotchas** runs in real time, even with a test clock.
 */
export const start = (
  args: ReadonlyArray<string>,
  environment: Environment = {},
  runEnvironment: RunEnvironment = {}
) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const host = hostIn({ environment, ...runEnvironment })
        const program = timed(runProgram(args), runEnvironment.clock)
        return { host, program: Effect.runFork(Effect.provide(program, host.layer)) }
      }),
      ({ program }) => Fiber.interrupt(program)
    ),
    ({ host, program }) => {
      const end = Effect.map(Fiber.await(program), (exit): Run => ({
        code: Exit.isSuccess(exit) ? exit.value : null,
        ...host.written()
      }))
      /** Waits until a stream contains a text, or until the program ends. */
      const outputWith = (stream: "stdout" | "stderr", text: string) =>
        Effect.raceFirst(
          host[stream].until(text),
          Effect.map(end, (done) => done[stream])
        )
      const firstLine = (stream: "stdout" | "stderr") =>
        Effect.map(outputWith(stream, "\n"), (text) => text.split("\n")[0] ?? "")
      return {
        firstLine: firstLine("stdout"),
        firstError: firstLine("stderr"),
        outputWith: (text: string) => outputWith("stdout", text),
        errorWith: (text: string) => outputWith("stderr", text),
        /** Sends a signal to the command. Returns whether the command handles it. */
        handle: (signal: Signal) => Effect.sync(() => host.handle(signal)),
        /** Sends a signal, which interrupts a command that does not handle it. The exit code is then `null`. */
        signal: (signal: Signal) =>
          Effect.suspend(() => (host.handle(signal) ? Effect.void : Fiber.interrupt(program))),
        written: host.written,
        end
      }
    }
  )
