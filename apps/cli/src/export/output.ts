import { type WalkedPage } from "@public-records/core"
import { type ExportEvent, initialProgress } from "@public-records/export/ExportEvent"
import { byteOrderMark } from "@public-records/export/csv"
import { lineWriter } from "@public-records/export/ExportFormat"
import { type ExportedQuery, type ExportJob } from "@public-records/export/ExportJob"
import { safeJsonText, safeText } from "@public-records/text/safeText"
import { DateTime, Effect, Predicate, Schedule, type Scope, Stream } from "effect"
import { constants, fstat, open as openFile, statSync, writeFile } from "node:fs"
import { open } from "node:fs/promises"
import { Socket } from "node:net"
import { isatty } from "node:tty"
import { promisify } from "node:util"
import { type CommandFailure, unexpected } from "../CommandFailure.ts"
import { Host } from "../Host.ts"
import { BrokenPipe, write } from "../output/StandardOutput.ts"

/** A write-only target: standard output, a device, a pipe, or an open file. */
export interface Output {
  readonly name: string
  readonly isTerminal: boolean
  /** Writes text and waits until it is accepted, so that a slow reader slows down the export. */
  readonly write: (text: string) => Effect.Effect<void, CommandFailure | BrokenPipe>
}

const standardOutput: Effect.Effect<Output, never, Host> = Effect.map(Host, ({ stdout }) => ({
  name: "standard output",
  isTerminal: stdout.isTTY,
  write: (text) => write(stdout, text)
}))

const hasCode = (cause: unknown, code: string): boolean => Predicate.hasProperty(cause, "code") && cause.code === code

const deviceFailure = (path: string, cause: unknown): CommandFailure =>
  unexpected(
    `${path} cannot be written: ${Predicate.isError(cause) ? cause.message : String(cause)}. ` +
      "Choose another path with --out, or fix this one."
  )

/** Returns the file descriptor in a path such as `/dev/fd/3`, or `undefined` for any other path. */
const descriptorOf = (path: string): number | undefined => {
  if (path === "/dev/stderr") return 2
  const digits = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(path)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

const openDescriptor = promisify(openFile)
const statDescriptor = promisify(fstat)
const writeTo = promisify(writeFile)

/** Checks that a file descriptor can be written to. Node.js also has internal descriptors, which must not be used. */
const inherited = async (descriptor: number): Promise<number> => {
  const found = await statDescriptor(descriptor)
  if (found.isFile() || found.isFIFO() || found.isCharacterDevice() || found.isSocket()) return descriptor
  throw new Error("it is not open")
}

const failureOfWrite = (path: string, cause: unknown): BrokenPipe | CommandFailure =>
  hasCode(cause, "EPIPE") ? new BrokenPipe() : deviceFailure(path, cause)

const pollInterval = "20 millis"

/**
 * Waits for the reader of a named pipe and opens it.
 *
 * **Gotchas** never blocks a thread of Node.js, because the program could not end before the reader continues.
 */
const openPipe = Effect.fnUntraced(function* (path: string) {
  const descriptor = yield* Effect.tryPromise({
    try: () => openDescriptor(path, constants.O_WRONLY | constants.O_NONBLOCK),
    catch: (cause) => cause
  }).pipe(
    Effect.retry({ schedule: Schedule.spaced(pollInterval), while: (cause) => hasCode(cause, "ENXIO") }),
    Effect.mapError((cause) => deviceFailure(path, cause))
  )
  const socket = yield* Effect.acquireRelease(
    // Each write reports its own error.
    Effect.sync(() => new Socket({ fd: descriptor, readable: false }).on("error", () => undefined)),
    (opened) => Effect.sync(() => opened.destroy())
  )
  const output: Output = {
    name: path,
    isTerminal: false,
    write: (text) =>
      text === ""
        ? Effect.void
        : Effect.uninterruptible(
            Effect.callback((resume) => {
              socket.write(text, (error) =>
                resume(Predicate.isNullish(error) ? Effect.void : Effect.fail(failureOfWrite(path, error)))
              )
            })
          )
  }
  return output
})

/** Opens a device. A descriptor that the shell opened is used as it is, at its current position. */
const openDevice = Effect.fnUntraced(function* (path: string) {
  const attempt = <A>(work: () => Promise<A>) =>
    Effect.tryPromise({ try: work, catch: (cause) => deviceFailure(path, cause) })
  const opened = Effect.acquireRelease(
    attempt(() => open(path, constants.O_WRONLY)),
    (handle) => Effect.promise(() => handle.close().catch(() => undefined))
  )
  const existing = descriptorOf(path)
  const descriptor = existing === undefined ? (yield* opened).fd : yield* attempt(() => inherited(existing))
  const output: Output = {
    name: path,
    isTerminal: isatty(descriptor),
    write: (text) =>
      Effect.uninterruptible(
        Effect.tryPromise({
          try: () => writeTo(descriptor, text),
          catch: (cause) => failureOfWrite(path, cause)
        })
      )
  }
  return output
})

export const isStandardOutput = (path: string): boolean =>
  ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].includes(path)

const isNamedPipe = (path: string): boolean =>
  descriptorOf(path) === undefined && statSync(path, { throwIfNoEntry: false })?.isFIFO() === true

export const openOutput = (path: string): Effect.Effect<Output, CommandFailure, Host | Scope.Scope> =>
  Effect.suspend((): Effect.Effect<Output, CommandFailure, Host | Scope.Scope> => {
    if (isStandardOutput(path)) return standardOutput
    return isNamedPipe(path) ? openPipe(path) : openDevice(path)
  })

/** Writes every record of a query to an output and emits export events. Writes no checkpoint. */
export const writeRecords = <Query extends ExportedQuery, Record>(
  job: ExportJob<Query, Record>,
  { isTerminal, name, write }: Output
) => {
  const { collection, format, layout, max = Number.POSITIVE_INFINITY, query, source, spreadsheetSafe = false } = job
  const { cells, spreadsheetCells = cells } = layout.csv
  const shown = (of: typeof cells) => (record: Record) => of(record).map(safeText)
  const csv = isTerminal
    ? { ...layout.csv, cells: shown(cells), spreadsheetCells: shown(spreadsheetCells) }
    : layout.csv
  const { lines, opening } = lineWriter({ ...layout, csv }, format, spreadsheetSafe)
  const isExact = !isTerminal || format === "csv"
  let progress = initialProgress
  let bytes = 0
  const put = (text: string) =>
    Effect.suspend(() => {
      bytes += Buffer.byteLength(text)
      return write(text)
    })
  const page = ({ records, report }: WalkedPage<Record>): Effect.Effect<ExportEvent, CommandFailure | BrokenPipe> =>
    Effect.suspend(() => {
      const wanted = records.slice(0, max - progress.written)
      const written = progress.written + wanted.length
      const { requests } = report
      progress = { written, writtenNow: written, requests, requestsNow: requests, report }
      const text = lines(wanted)
      return Effect.as(put(isExact ? text : safeJsonText(text)), { _tag: "Page", progress })
    })
  const events = Effect.gen(function* () {
    const startedAt = DateTime.formatIso(yield* DateTime.now)
    const pages = collection.pages(query).pipe(
      Stream.mapEffect(page),
      Stream.takeUntil(() => progress.written >= max)
    )
    const done = Effect.map(DateTime.now, (now): ExportEvent => {
      const noFile = { file: name, sha256: "", rejectedFile: undefined }
      const reachedMax = progress.written >= max
      const report = { ...progress, ...noFile, bytes, startedAt, endedAt: DateTime.formatIso(now), reachedMax }
      return { _tag: "Done", report }
    })
    const started: ExportEvent = { _tag: "Started", resumed: undefined, source }
    return Stream.make(started).pipe(
      Stream.concat(Stream.drain(Stream.fromEffect(put(isTerminal ? opening.replace(byteOrderMark, "") : opening)))),
      Stream.concat(pages),
      Stream.concat(Stream.fromEffect(done))
    )
  })
  return Stream.unwrap(events)
}
