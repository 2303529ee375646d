import type { PublicRecords, PublicRecordsError } from "@public-records/core"
import { Effect, type Layer, Option, Predicate, type Result } from "effect"
import { AtomRegistry } from "effect/reactivity"
import { type Instance, render } from "ink"
import { App } from "./App.tsx"
import { type Origin, originAtom, recordsAtom } from "./source.ts"
import type { TableRow } from "./collection/derived.ts"
import { sizeAtom } from "./drawing/layout.ts"
import type { Size } from "./drawing/layout.ts"
import { noColorAtom, themeAtom } from "./drawing/themes.ts"
import { bindingsAtom, bindingsOf } from "./keys/bindings.ts"
import type { Environment } from "./platform/clipboard.ts"
import { nodePlatform } from "./platform/nodePlatform.ts"
import { screenReaderFrame, writeFramesAs, writeCompactly } from "./platform/compactOutput.ts"
import { platformAtom } from "./platform/Platform.ts"
import { activeLoaderAtom, activeNameAtom, collections, exitCodeAtom } from "./session.ts"
import { loadViews } from "./savedViews.ts"
import { type GivenSettings, readTuiSettings as readGiven, type TuiSettings } from "./settings.ts"
import { lockAtom, type Unlock } from "./commands/account.ts"
import { endExport } from "./backgroundExport.ts"
import { formatsAtom, type RecordFormats } from "./collection/RecordFormat.ts"

/** What the terminal UI needs from the program that runs it. */
export interface TuiOptions {
  /** The records to browse, composed by the program. */
  readonly records: Layer.Layer<PublicRecords, PublicRecordsError>
  readonly origin: Origin
  /** How records are written when they leave the program. */
  readonly formats: RecordFormats
  /** Opens the service with a key that is typed in. */
  readonly unlock: Unlock
  readonly environment: Environment
  /** Where the program keeps its own files. */
  readonly folder: string
  readonly settings: TuiSettings
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  /** No colour and no attribute is sent; what they would tell is in the text anyway. */
  readonly noColor: boolean
  /** Plain frames on the normal screen, for a screen reader. */
  readonly screenReader: boolean
  /** Called once the first frame is there: for work that no reader need wait for. */
  readonly onDrawn: () => void
}

/** Reads how the reader wants the program. **Fails with** a sentence that names what cannot be followed. */
export const readTuiSettings = (given: GivenSettings): Result.Result<TuiSettings, string> => readGiven(given)

const exitCodeOfSignal = { SIGHUP: 129, SIGTERM: 143 } as const

const smallest: Size = { columns: 20, rows: 2 }

/** A screen reader reads lines from left to right: in so few columns nothing stands beside anything else. */
const spokenColumns = 79

/** The cells that are drawn on. On the normal screen one line stays free: as many as there are would push the first away. */
const sizeOf = ({ screenReader, stdout: { columns, rows } }: TuiOptions): Size => ({
  columns: Math.max(smallest.columns, screenReader ? Math.min(spokenColumns, columns) : columns),
  rows: Math.max(smallest.rows, screenReader ? rows - 1 : rows)
})

/** Undoes what a registered listener did. */
type Release = () => void

const usualSize: Size = { columns: 80, rows: 24 }

/** Tells a terminal that does not know its size, such as a serial line, what it is: else Ink starts programs to find out, for every frame. */
const giveSize = (stdout: NodeJS.WriteStream, { COLUMNS, LINES }: Environment): void => {
  stdout.columns ||= Number(COLUMNS) || usualSize.columns
  stdout.rows ||= Number(LINES) || usualSize.rows
}

const followSize = (options: TuiOptions, registry: AtomRegistry.AtomRegistry, redraw: () => void): Release => {
  const { environment, stdout } = options
  const resized = (): void => {
    giveSize(stdout, environment)
    registry.set(sizeAtom, sizeOf(options))
    redraw()
  }
  resized()
  stdout.on("resize", resized)
  return () => stdout.off("resize", resized)
}

const followSignals = (registry: AtomRegistry.AtomRegistry): Release => {
  const listeners = Object.entries(exitCodeOfSignal).map(([signal, code]) => {
    const leave = (): void => registry.set(exitCodeAtom, Option.some(code))
    process.on(signal, leave)
    return () => process.off(signal, leave)
  })
  return () => {
    for (const release of listeners) release()
  }
}

const faults = ["uncaughtException", "unhandledRejection"] as const

/** Any fault in the program ends it with the screen restored: written over the screen, its trace would be lost. */
const followFaults = (crash: (error: unknown) => void): Release => {
  for (const fault of faults) process.on(fault, crash)
  return () => {
    for (const fault of faults) process.off(fault, crash)
  }
}

/** Takes the keyboard before the first frame: an echo of a key pressed early would move the whole screen. */
const takeKeyboard = (stdin: NodeJS.ReadStream): Release => {
  stdin.setRawMode(true)
  return () => {
    stdin.setRawMode(false)
  }
}

/** How long nothing is drawn while the first rows are on their way. Longer, and the reader would wonder. */
const longestBlankMillis = 60

/** Asks for the first rows, and waits a moment for them: local ones come at once, and the screen is drawn with them. */
const firstRows = (registry: AtomRegistry.AtomRegistry): Promise<void> =>
  new Promise((resolve) => {
    const blank = setTimeout(resolve, longestBlankMillis)
    const look = ([first]: ReadonlyArray<TableRow>): void => {
      if (first === undefined || first.kind === "missing") return
      clearTimeout(blank)
      resolve()
    }
    registry.subscribe(collections[registry.get(activeNameAtom)].rows, look, { immediate: true })
    registry.mount(activeLoaderAtom)
  })

const draw = (options: TuiOptions, registry: AtomRegistry.AtomRegistry): Instance =>
  render(<App registry={registry} />, {
    stdin: options.stdin,
    stdout: options.stdout,
    alternateScreen: !options.screenReader,
    // Ink's own mode writes all lines for each key, and a screen reader would read them all out; this one writes those that changed.
    isScreenReaderEnabled: false,
    incrementalRendering: true,
    // `CI` in the environment must not turn a terminal into a log.
    interactive: true,
    exitOnCtrlC: false
  })

/** The state in which the program begins. */
const startState = (options: TuiOptions): AtomRegistry.AtomRegistry =>
  AtomRegistry.make({
    initialValues: [
      [recordsAtom, { layer: options.records }],
      [originAtom, options.origin],
      [lockAtom, { unlock: options.unlock }],
      [formatsAtom, options.formats],
      [platformAtom, nodePlatform(options.stdout, options.environment, options.folder)],
      [themeAtom, options.settings.theme],
      [noColorAtom, options.noColor],
      [bindingsAtom, bindingsOf(options.settings.commands)]
    ]
  })

const runOnTerminal = async (options: TuiOptions): Promise<number> => {
  const registry = startState(options)
  Effect.runFork(loadViews(registry))
  let redraw = (): void => undefined
  const releases = [
    takeKeyboard(options.stdin),
    options.screenReader ? writeFramesAs(options.stdout, screenReaderFrame) : writeCompactly(options.stdout),
    followSize(options, registry, () => redraw()),
    followSignals(registry)
  ]
  await firstRows(registry)
  const screen = draw(options, registry)
  options.onDrawn()
  // When the size changes Ink writes at once what it has: lines of the width before, which wrap and scroll all others away.
  redraw = () => screen.rerender(<App registry={registry} />)
  let fault = Option.none<unknown>()
  const crash = (error: unknown): void => {
    fault = Option.orElse(fault, () => Option.some(error))
    screen.unmount()
  }
  releases.push(
    followFaults(crash),
    // A signal may have come before the screen.
    registry.subscribe(exitCodeAtom, (code) => Option.map(code, () => screen.unmount()), { immediate: true })
  )
  try {
    await screen.waitUntilExit()
    if (Option.isSome(fault)) throw fault.value
    // It ends without a word of the reader where there is nothing more to read from.
    return Option.getOrElse(registry.get(exitCodeAtom), () => exitCodeOfSignal.SIGHUP)
  } finally {
    await endExport(registry)
    registry.dispose()
    // The keyboard comes last: a terminal that is gone does not take it back.
    for (const release of releases.toReversed()) release()
  }
}

/** Whether a terminal that is gone, as when its window was closed, could not be read, written or set. */
const isTerminalGone = (error: unknown): boolean => Predicate.hasProperty(error, "code") && error.code === "EIO"

/**
 * Runs the terminal UI until the reader leaves.
 *
 * Resolves with the exit code: 0, 130 after Ctrl-C twice, 129 after SIGHUP and where the terminal is gone, 143 after SIGTERM.
 * Rejects with what made it crash, after the screen is restored.
 *
 * **Gotchas** standard input and output must be a terminal: the caller checks that first.
 */
export const runTui = async (options: TuiOptions): Promise<number> => {
  try {
    return await runOnTerminal(options)
  } catch (error) {
    if (isTerminalGone(error)) return exitCodeOfSignal.SIGHUP
    throw error
  }
}
