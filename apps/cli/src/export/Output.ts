import { Effect, Predicate, type Scope } from "effect"
import { constants } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { isatty } from "node:tty"
import { type CommandFailure, unforeseen } from "../CommandFailure.ts"
import { Host } from "../Host.ts"
import { ReaderGone, write } from "../output/StandardOutput.ts"

/** Something that records can only be written to: standard output, a device, a pipe, or a file that is open already. */
export interface Output {
  /** How messages call it. */
  readonly name: string
  readonly isTerminal: boolean
  /** Writes text and waits until it is accepted, so that a slow reader slows down the export. */
  readonly write: (text: string) => Effect.Effect<void, CommandFailure | ReaderGone>
}

const standardOutput: Effect.Effect<Output, never, Host> = Effect.map(Host, ({ stdout }) => ({
  name: "standard output",
  isTerminal: stdout.isTTY,
  write: (text) => write(stdout, text)
}))

const isReaderGone = (cause: unknown): boolean => Predicate.hasProperty(cause, "code") && cause.code === "EPIPE"

const deviceFailure = (path: string, cause: unknown): CommandFailure =>
  unforeseen(
    `${path} cannot be written: ${Predicate.isError(cause) ? cause.message : String(cause)}. ` +
      "Choose another path with --out, or fix this one."
  )

// An open file is appended to, because others may have written to it before. Devices and pipes ignore that.
const openDevice = (path: string): Effect.Effect<FileHandle, CommandFailure, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: () => open(path, constants.O_WRONLY | constants.O_APPEND),
      catch: (cause) => deviceFailure(path, cause)
    }),
    (handle) => Effect.promise(() => handle.close().catch(() => undefined))
  )

const device = (path: string): Effect.Effect<Output, CommandFailure, Scope.Scope> =>
  Effect.map(openDevice(path), (handle) => ({
    name: path,
    isTerminal: isatty(handle.fd),
    write: (text) =>
      Effect.uninterruptible(
        Effect.tryPromise({
          try: () => handle.writeFile(text),
          catch: (cause) => (isReaderGone(cause) ? new ReaderGone() : deviceFailure(path, cause))
        })
      )
  }))

/** The names of standard output as a path. */
const standardOutputs: ReadonlySet<string> = new Set(["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])

/** Whether a path is standard output, which `--out` names `-`. */
export const isStandardOutput = (path: string): boolean => standardOutputs.has(path)

/** Opens standard output, or what is at a path. **Fails with** exit code 1 if it cannot be opened for writing. */
export const openOutput = (path: string): Effect.Effect<Output, CommandFailure, Host | Scope.Scope> =>
  isStandardOutput(path) ? standardOutput : device(path)
