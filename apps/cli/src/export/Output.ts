import { Effect, Predicate, type Scope } from "effect"
import { close, constants, fstat, open, writeFile } from "node:fs"
import { isatty } from "node:tty"
import { promisify } from "node:util"
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

/** Returns the descriptor that a path such as `/dev/fd/3` names, or `undefined` for any other path. */
const descriptorOf = (path: string): number | undefined => {
  if (path === "/dev/stderr") return 2
  const digits = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(path)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

const openFile = promisify(open)
const closeFile = promisify(close)
const statDescriptor = promisify(fstat)
const writeTo = promisify(writeFile)

/** Checks that a descriptor was passed to this process by its parent. Node.js has others, which nobody may write to. */
const inherited = async (descriptor: number): Promise<number> => {
  const found = await statDescriptor(descriptor)
  if (found.isFile() || found.isFIFO() || found.isCharacterDevice() || found.isSocket()) return descriptor
  throw new Error("it is not open")
}

/** Opens a device or a pipe, or takes the descriptor that the shell has opened, at the position where that is. */
const openDevice = (path: string): Effect.Effect<number, CommandFailure, Scope.Scope> => {
  const descriptor = descriptorOf(path)
  const attempt = (work: () => Promise<number>): Effect.Effect<number, CommandFailure> =>
    Effect.tryPromise({ try: work, catch: (cause) => deviceFailure(path, cause) })
  return descriptor === undefined
    ? Effect.acquireRelease(
        attempt(() => openFile(path, constants.O_WRONLY)),
        (opened) => Effect.promise(() => closeFile(opened).catch(() => undefined))
      )
    : attempt(() => inherited(descriptor))
}

const device = (path: string): Effect.Effect<Output, CommandFailure, Scope.Scope> =>
  Effect.map(openDevice(path), (descriptor) => ({
    name: path,
    isTerminal: isatty(descriptor),
    write: (text) =>
      Effect.uninterruptible(
        Effect.tryPromise({
          try: () => writeTo(descriptor, text),
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
