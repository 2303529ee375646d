import { type KeyMask } from "@public-records/core"
import { type Context, Effect, Result, type Scope } from "effect"
import { flushCompileCache } from "node:module"
import { dirname } from "node:path"
import { setFlagsFromString } from "node:v8"
import { type SourceFlags } from "../flags.ts"
import { Exit, usageFailure } from "../CommandFailure.ts"
import { reportCrash } from "../crashReport.ts"
import { Host } from "../Host.ts"
import { complaintLayout } from "@public-records/export/complaintLayout"
import { noticeLayout } from "@public-records/export/noticeLayout"
import { safeText } from "@public-records/text/safeText"
import { recordFormat } from "../output/recordFormat.ts"
import { settingSources } from "../settings/configurationFile.ts"
import { readSettings, type SettingSources } from "../settings/userSettings.ts"
import { openSource } from "../source/openSource.ts"
import { namedLocal } from "../source/namedSource.ts"
import { openService } from "../source/openService.ts"
import { ownMirror } from "../source/ownMirror.ts"

const checkTerminal = Effect.fnUntraced(function* ({ stdin, stdout, environment }: Host["Service"]) {
  if (!stdin.isTTY || !stdout.isTTY) {
    const summary = `The terminal UI needs a terminal, but standard ${stdin.isTTY ? "output" : "input"} is not a terminal.`
    return yield* usageFailure(summary, 'Use "complaints list" or "notices list" in scripts.')
  }
  if (environment["TERM"] === "dumb") {
    const summary = 'The terminal UI does not support a terminal with TERM set to "dumb".'
    return yield* usageFailure(summary, 'Use "complaints list" instead.')
  }
})

const loadTui = Effect.promise(() => import("@public-records/tui"))

/** Shows a sentence on the screen, or prints it before there is one. */
type Show = (sentence: string) => void

/** Reads the theme and the keys from the configuration file. */
const readAppearance = Effect.fnUntraced(function* (sources: SettingSources) {
  const settings = yield* readSettings(sources)
  const given = { theme: settings("theme")?.value, keys: settings("keys")?.value }
  const { readTuiSettings } = yield* loadTui
  return yield* Effect.fromResult(
    Result.mapError(readTuiSettings(given), (problem) => usageFailure(`${problem} It is in ${sources.file.path}.`))
  )
})

/** Connects to the service with a key that the user typed, until the program ends. */
const connectWithKey =
  (flags: SourceFlags, context: Context.Context<Host | Scope.Scope>, masks: Array<KeyMask>) => (key: string) =>
    openService(flags, { typedKey: key }).pipe(
      Effect.tap(({ keyMasks }) => Effect.sync(() => masks.push(...keyMasks))),
      Effect.provide(context)
    )

const mirrorNote = "This computer has a mirror. Press M to use it, or start with --mirror."

/** The formats for copying and exporting records from the terminal UI. */
const formats = {
  complaints: recordFormat({ layout: complaintLayout, collection: ({ complaints }) => complaints }),
  notices: recordFormat({ layout: noticeLayout, collection: ({ notices }) => notices })
}

/** Runs once after the first frame, so that it does not delay the start. */
const onDrawn = (): void => {
  // The cache would be lost if the terminal is closed before the program ends. Flushed before the V8 flags change, because V8
  // rejects code that was compiled under different flags.
  flushCompileCache()
  // Every page leaves garbage. With its defaults, V8 would use twice as much memory.
  for (const flag of ["--semi-space-growth-factor=1", "--heap-growing-percent=20"]) setFlagsFromString(flag)
}

export const tui = Effect.fnUntraced(function* (flags: SourceFlags) {
  const host = yield* Host
  const { environment, onSignal, stderr, stdin, stdout } = host
  yield* checkTerminal(host)
  const screen: { show: Show } = { show: (sentence) => void stderr.write(`${safeText(sentence)}\n`) }
  const show: Show = (sentence) => screen.show(sentence)
  const sources = yield* settingSources(flags)
  const opened = openSource(flags, { samplesWithoutKey: true, onWaiting: show })
  // Errors are printed before the screen changes. The engine starts while the screen is loaded.
  const [source, settings] = yield* Effect.all([opened, readAppearance(sources)], { concurrency: 2 })
  const { runTui } = yield* loadTui
  source.warnings.forEach(show)
  const masks = [...source.keyMasks]
  const context = yield* Effect.context<Host | Scope.Scope>()
  // The terminal UI handles the other signals and restores the screen.
  onSignal((signal) => signal !== "SIGINT")
  const mirror = yield* ownMirror(flags, show)
  const isChosen = (yield* namedLocal(flags)) !== undefined
  const ended = Effect.tryPromise({
    try: () =>
      runTui({
        source,
        unlock: connectWithKey(flags, context, masks),
        mirror,
        note: isChosen || !mirror.exists() ? "" : mirrorNote,
        onScreen: (notify) => void (screen.show = notify),
        formats,
        environment,
        folder: dirname(sources.file.path),
        settings,
        stdin,
        stdout,
        noColor: (environment["NO_COLOR"] ?? "") !== "",
        screenReader: environment["INK_SCREEN_READER"] === "true",
        onDrawn
      }),
    catch: (error) => error
  })
  const code = yield* ended.pipe(Effect.catch((error) => Effect.flatMap(reportCrash(error, masks), Effect.fail)))
  if (code !== 0) yield* new Exit({ code: code })
}, Effect.scoped)
