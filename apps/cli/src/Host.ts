import { Context } from "effect"
import { type ReadStream, type WriteStream } from "node:tty"

export type Signal = "SIGHUP" | "SIGINT" | "SIGTERM"

export type Environment = Readonly<Record<string, string | undefined>>

/** The process as the program sees it, made in `main.ts`. */
export class Host extends Context.Service<
  Host,
  {
    readonly environment: Environment
    readonly stdin: ReadStream
    readonly stdout: WriteStream
    readonly stderr: WriteStream
    readonly bundledData: URL
    /** Lets a command handle signals. A signal for which the function returns `false` ends the program. */
    readonly onSignal: (answer: (signal: Signal) => boolean) => void
  }
>()("@public-records/cli/Host") {}
