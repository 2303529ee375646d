import { type KeyMask } from "@public-records/core"
import { type Context, Effect, Layer, Result, type Scope } from "effect"
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
import { readSettingsFile, settingsPath } from "../source/settingsFile.ts"
import { openSource, type Source } from "../source/openSource.ts"

const checkTerminal = Effect.fnUntraced(function* ({ stdin, stdout, environment }: Host["Service"]) {
  if (!stdin.isTTY || !stdout.isTTY) {
    const what = `The terminal UI needs a terminal, and standard ${stdin.isTTY ? "output" : "input"} is none.`
    return yield* usageFailure(what, 'Use "complaints list" or "notices list" in scripts.')
  }
  if (environment["TERM"] === "dumb") {
    const what = 'The terminal UI needs a terminal that can draw, and TERM is "dumb".'
    return yield* usageFailure(what, 'Use "complaints list" instead.')
  }
})

const loadTui = Effect.promise(() => import("@public-records/tui"))

/** The records with the data read and checked, so that what cannot be read is said before the screen changes. */
const checkedRecords = ({ records }: Pick<Source, "records">) =>
  Effect.map(Layer.build(records), (context) => Layer.succeedContext(context))

/** How the configuration file wants the screen and its keys. */
const lookSettings = Effect.fnUntraced(function* (path: string) {
  const file = yield* readSettingsFile(path)
  const { readTuiSettings } = yield* loadTui
  return yield* Effect.fromResult(
    Result.mapError(readTuiSettings(file), (problem) => usageFailure(`${problem} It is in ${path}.`))
  )
})

/** Opens the service with a key that is typed in, for as long as the program runs. */
const unlockWith =
  (flags: SourceFlags, context: Context.Context<Host | Scope.Scope>, masks: Array<KeyMask>) => (key: string) =>
    Effect.gen(function* () {
      const unlocked = yield* openSource(
        { ...flags, demo: false, data: [] },
        { sampleWithoutKey: false, typedKey: key }
      )
      masks.push(unlocked.keyMask)
      return { layer: yield* checkedRecords(unlocked), source: unlocked.origin }
    }).pipe(Effect.provide(context))

/** How records leave the terminal UI. */
const formats = {
  complaints: recordFormat({ layout: complaintLayout, collection: ({ complaints }) => complaints }),
  notices: recordFormat({ layout: noticeLayout, collection: ({ notices }) => notices })
}

/** Puts off what a start need not wait for. */
const onDrawn = (): void => {
  // Left to the end, the compiled form of the program would not be kept where its terminal is closed; and V8 takes no form
  // that was made under other flags.
  flushCompileCache()
  // A screen makes garbage with every page; room that grows with it would double the memory.
  for (const flag of ["--semi-space-growth-factor=1", "--heap-growing-percent=20"]) setFlagsFromString(flag)
}

const runOn = Effect.fnUntraced(function* (flags: SourceFlags, source: Source) {
  const { environment, onSignal, stdin, stdout } = yield* Host
  const path = settingsPath(environment)
  const settings = yield* lookSettings(path)
  const records = yield* checkedRecords(source)
  const masks = [source.keyMask]
  const unlock = unlockWith(flags, yield* Effect.context<Host | Scope.Scope>(), masks)
  // The terminal UI ends by itself on the others, and puts the screen back.
  onSignal((signal) => signal !== "SIGINT")
  const { runTui } = yield* loadTui
  const ended = Effect.tryPromise({
    try: () =>
      runTui({
        records,
        source: source.origin,
        unlock,
        formats,
        environment,
        folder: dirname(path),
        settings,
        stdin,
        stdout,
        noColor: (environment["NO_COLOR"] ?? "") !== "",
        screenReader: environment["INK_SCREEN_READER"] === "true",
        onDrawn
      }),
    catch: (error) => error
  })
  const code = yield* ended.pipe(
    Effect.catch((error) => Effect.flatMap(reportCrash(error, environment, masks), Effect.fail))
  )
  if (code !== 0) yield* new Exit({ code: code })
})

/** `public-records tui`, and `public-records` on a terminal. */
export const tui = Effect.fnUntraced(function* (flags: SourceFlags) {
  const host = yield* Host
  yield* checkTerminal(host)
  const source = yield* openSource(flags, { sampleWithoutKey: true })
  if (source.warning !== undefined) host.stderr.write(`${safeText(source.warning)}\n`)
  yield* Effect.scoped(runOn(flags, source))
})
