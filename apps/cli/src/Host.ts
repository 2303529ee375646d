import { Context } from "effect"
import { type ReadStream, type WriteStream } from "node:tty"

export type Signal = "SIGHUP" | "SIGINT" | "SIGTERM"

export type Environment = Readonly<Record<string, string | undefined>>

/** The process in which the program runs, created in `main.ts`. */
export class Host extends Context.Service<
  Host,
  {
    readonly environment: Environment
    readonly stdin: ReadStream
    readonly stdout: WriteStream
    readonly stderr: WriteStream
    readonly bundledData: URL
    /** Sets the signal handler of a command. If it returns `false`, the signal ends the program. */
    readonly onSignal: (handle: (signal: Signal) => boolean) => void
  }
>()("@public-records/cli/Host") {}
