import { Effect, Option, Predicate, type Result } from "effect"
import { AtomRegistry } from "effect/reactivity"
import { type Instance, render } from "ink"
import { App } from "./App.tsx"
import type { Source } from "./Source.ts"
import { sourceAtom } from "./source/sourceAtoms.ts"
import type { TableRow } from "./collection/derived.ts"
import { type Size, sizeAtom } from "./drawing/layout.ts"
import { noColorAtom, themeAtom } from "./drawing/themes.ts"
import { bindingsAtom, bindingsOf } from "./keys/bindings.ts"
import type { Environment } from "./platform/clipboard.ts"
import { nodePlatform } from "./platform/nodePlatform.ts"
import { screenReaderFrame, transformOutput, withoutWrapping } from "./platform/terminalOutput.ts"
import { exitCodeOfSignal, onFaults, onSignals, type Release, takeKeyboard } from "./platform/process.ts"
import { onSize } from "./platform/terminalSize.ts"
import { readWholeKeys } from "./platform/wholeKeys.ts"
import { platformAtom } from "./platform/Platform.ts"
import { activeLoaderAtom, activeNameAtom, collections, exitCodeAtom, sessionAtom } from "./session.ts"
import { loadViews } from "./savedViews.ts"
import { type GivenSettings, readTuiSettings as readGiven, type TuiSettings } from "./tuiSettings.ts"
import { unlockAtom, type Unlock } from "./commands/account.ts"
import { endExport } from "./backgroundExport.ts"
import { endSync } from "./backgroundSync.ts"
import { type OwnMirror, ownMirrorAtom } from "./mirror/OwnMirror.ts"
import { formatsAtom, type RecordFormats } from "./collection/RecordFormat.ts"

/** Options from the program that runs the terminal UI. */
export interface TuiOptions {
  readonly source: Source
  readonly formats: RecordFormats
  /** Connects to the service with a key that the user typed. */
  readonly unlock: Unlock
  readonly mirror: OwnMirror
  /** A message to show until the first key, or an empty string. */
  readonly note: string
  /** Gets a function that shows a message, once there is a screen. */
  readonly onScreen: (notify: (message: string) => void) => void
  readonly environment: Environment
  /** The folder for the configuration file and the saved views. */
  readonly folder: string
  readonly settings: TuiSettings
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  /** Draws without colors and text attributes. */
  readonly noColor: boolean
  /** Draws plain frames on the normal screen, for a screen reader. */
  readonly screenReader: boolean
  /** Runs work that can wait until the first frame is drawn. */
  readonly onDrawn: () => void
}

/** Reads the theme and the keys from the configuration. **Fails with** a message that names the invalid member. */
export const readTuiSettings = (given: GivenSettings): Result.Result<TuiSettings, string> => readGiven(given)

/** The maximum time that the first frame waits for the first rows. */
const maxFirstFrameDelayMillis = 60

/** The most frames that Ink draws. With the default of 30, a key would wait up to 34 ms after each frame that shows progress. */
const framesPerSecond = 120

/** Loads the first rows and waits for them briefly. Local rows arrive in time for the first frame. */
const firstRows = (registry: AtomRegistry.AtomRegistry): Promise<void> =>
  new Promise((resolve) => {
    const delay = setTimeout(resolve, maxFirstFrameDelayMillis)
    const look = ([first]: ReadonlyArray<TableRow>): void => {
      if (first === undefined || first.kind === "missing") return
      clearTimeout(delay)
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
    // Ink's screen reader mode writes every line for each key, and a screen reader would read all of them out.
    isScreenReaderEnabled: false,
    incrementalRendering: true,
    maxFps: framesPerSecond,
    // `CI` in the environment must not turn a terminal into a log.
    interactive: true,
    exitOnCtrlC: false
  })

const initialState = (options: TuiOptions): AtomRegistry.AtomRegistry => {
  const registry = AtomRegistry.make({
    initialValues: [
      [sourceAtom, options.source],
      [unlockAtom, { unlock: options.unlock }],
      [ownMirrorAtom, options.mirror],
      [formatsAtom, options.formats],
      [platformAtom, nodePlatform(options.stdout, options.environment, options.folder)],
      [themeAtom, options.settings.theme],
      [noColorAtom, options.noColor],
      [bindingsAtom, bindingsOf(options.settings.commands)]
    ]
  })
  const notify = (notification: string): void =>
    registry.update(sessionAtom, (session) => ({ ...session, notification }))
  notify(options.note)
  options.onScreen(notify)
  return registry
}

/** Draws until the user quits. Returns the exit code. */
const runUntilExit = async (
  options: TuiOptions,
  registry: AtomRegistry.AtomRegistry,
  screen: Instance
): Promise<number> => {
  options.onDrawn()
  // A signal may have arrived before the screen existed.
  registry.subscribe(exitCodeAtom, (code) => Option.map(code, () => screen.unmount()), { immediate: true })
  await screen.waitUntilExit()
  // Without an exit code, standard input has ended.
  return Option.getOrElse(registry.get(exitCodeAtom), () => exitCodeOfSignal.SIGHUP)
}

const runOnTerminal = async (options: TuiOptions): Promise<number> => {
  const { stdin, stdout } = options
  const registry = initialState(options)
  const fault = Promise.withResolvers<never>()
  const releases: Array<Release> = []
  let screen: Instance | undefined
  // After a resize, Ink would first write lines of the old width, which wrap and scroll the others away.
  const resize = (size: Size): void => {
    registry.set(sizeAtom, size)
    screen?.rerender(<App registry={registry} />)
  }
  try {
    Effect.runFork(loadViews(registry))
    // Enable raw mode first: the echo of an early key would scroll the screen.
    releases.push(takeKeyboard(stdin), readWholeKeys(stdin))
    releases.push(...onFaults(fault.reject))
    releases.push(...onSignals((code) => registry.set(exitCodeAtom, Option.some(code))))
    releases.push(transformOutput(stdout, options.screenReader ? screenReaderFrame : withoutWrapping))
    releases.push(onSize(options, resize))
    await Promise.race([firstRows(registry), fault.promise])
    screen = draw(options, registry)
    return await Promise.race([runUntilExit(options, registry, screen), fault.promise])
  } finally {
    screen?.unmount()
    await Promise.all([endExport(registry), endSync(registry)])
    registry.dispose()
    // Disable raw mode last: this fails if the terminal is gone.
    for (const release of releases.toReversed()) release()
  }
}

/**
 * Runs the terminal UI until the user quits. Standard input and output must be a terminal.
 *
 * Resolves with the exit code: 0, 130 after Ctrl-C twice, 129 after SIGHUP or if the terminal is gone, 143 after SIGTERM.
 * Rejects with the error of a crash, after the screen is restored.
 */
export const runTui = async (options: TuiOptions): Promise<number> => {
  try {
    return await runOnTerminal(options)
  } catch (error) {
    // The terminal is gone, for example because its window was closed.
    if (Predicate.hasProperty(error, "code") && error.code === "EIO") return exitCodeOfSignal.SIGHUP
    throw error
  }
}
