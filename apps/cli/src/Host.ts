import { Context } from "effect"
import { type ReadStream, type WriteStream } from "node:tty"

/** What a signal asks of the program. */
export type Signal = "SIGHUP" | "SIGINT" | "SIGTERM"

/** The variables of an environment. */
export type Environment = Readonly<Record<string, string | undefined>>

/** What the process gives the program; made once, in `main.ts`. */
export class Host extends Context.Service<
  Host,
  {
    readonly environment: Environment
    readonly stdin: ReadStream
    readonly stdout: WriteStream
    readonly stderr: WriteStream
    /** The data that the executable brings along, beside its own file. */
    readonly bundledData: URL
    /** Lets a command answer signals itself; one that it does not take, with `false`, ends the program at once. */
    readonly onSignal: (answer: (signal: Signal) => boolean) => void
  }
>()("@public-records/cli/Host") {}
