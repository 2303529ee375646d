import { type KeyMask, PublicRecords } from "@public-records/core"
import { type Context, Effect, Layer, Result, type Scope } from "effect"
import { flushCompileCache } from "node:module"
import { dirname } from "node:path"
import { setFlagsFromString } from "node:v8"
import { type SourceFlags } from "../flags.ts"
import { Exit, mirrorFailure, usageFailure } from "../CommandFailure.ts"
import { reportCrash } from "../crashReport.ts"
import { Host } from "../Host.ts"
import { complaintLayout } from "@public-records/export/complaintLayout"
import { noticeLayout } from "@public-records/export/noticeLayout"
import { safeText } from "@public-records/text/safeText"
import { recordFormat } from "../output/recordFormat.ts"
import { settingSources } from "../source/configurationFile.ts"
import { readSettings, type SettingSources } from "../source/userSettings.ts"
import { isLocal, openSource } from "../source/openSource.ts"
import { type Source } from "../source/Source.ts"
import { mirrorExists, usesMirror } from "../source/mirrorFile.ts"

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

/** Loads and validates the data, so that errors are printed before the screen changes. Also opens a mirror for its answers. */
const checkedRecords = Effect.fnUntraced(function* (
  flags: SourceFlags,
  { records }: Pick<Source, "records">,
  show: Show
) {
  if (!usesMirror(flags)) return { layer: Layer.succeedContext(yield* Layer.build(records)) }
  const { openMirror } = yield* Effect.promise(() => import("../source/openMirror.ts"))
  const answers = yield* openMirror(flags, "read", show)
  const coverage = yield* Effect.mapError(answers.coverage(), mirrorFailure)
  return { layer: Layer.succeed(PublicRecords, answers.records), mirror: { answers, coverage } }
})

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
  (flags: SourceFlags, context: Context.Context<Host | Scope.Scope>, masks: Array<KeyMask>, show: Show) =>
  (key: string) =>
    Effect.gen(function* () {
      const remote = { ...flags, demo: false, data: [], mirror: false, mirrorFile: undefined }
      const unlocked = yield* openSource(remote, { sampleWithoutKey: false, typedKey: key })
      masks.push(unlocked.keyMask)
      return { ...(yield* checkedRecords(remote, unlocked, show)), source: unlocked.origin }
    }).pipe(Effect.provide(context))

/** Opens the mirror, until the program ends. */
const connectToMirror = (flags: SourceFlags, context: Context.Context<Host | Scope.Scope>, show: Show) =>
  Effect.gen(function* () {
    const local = { ...flags, demo: false, data: [], baseUrl: undefined, mirror: true }
    const source = yield* openSource(local, { sampleWithoutKey: false })
    return { ...(yield* checkedRecords(local, source, show)), source: source.origin }
  }).pipe(Effect.provide(context))

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

const runOn = Effect.fnUntraced(function* (flags: SourceFlags, source: Source) {
  const { environment, onSignal, stderr, stdin, stdout } = yield* Host
  const sources = yield* settingSources(flags)
  const settings = yield* readAppearance(sources)
  const screen: { show: Show } = { show: (sentence) => void stderr.write(`${safeText(sentence)}\n`) }
  const show: Show = (sentence) => screen.show(sentence)
  const records = yield* checkedRecords(flags, source, show)
  const masks = [source.keyMask]
  const context = yield* Effect.context<Host | Scope.Scope>()
  const unlock = connectWithKey(flags, context, masks, show)
  const hasMirror = yield* mirrorExists(flags)
  // The terminal UI handles the other signals and restores the screen.
  onSignal((signal) => signal !== "SIGINT")
  const { runTui } = yield* loadTui
  const ended = Effect.tryPromise({
    try: () =>
      runTui({
        records,
        source: source.origin,
        unlock,
        openMirror: hasMirror ? connectToMirror(flags, context, show) : undefined,
        note: hasMirror && !isLocal(flags) ? mirrorNote : "",
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
})

export const tui = Effect.fnUntraced(function* (flags: SourceFlags) {
  const host = yield* Host
  yield* checkTerminal(host)
  const source = yield* openSource(flags, { sampleWithoutKey: true })
  if (source.warning !== undefined) host.stderr.write(`${safeText(source.warning)}\n`)
  yield* Effect.scoped(runOn(flags, source))
})
