import { sizeText, statusAnswer } from "@public-records/answers/statusAnswer"
import { named } from "@public-records/answers/words"
import { CivilDate, isCivilDate, publicationOf } from "@public-records/core"
import { type ImportedDay, type ImportEvent, type ImportReport, type MirrorStatus } from "@public-records/mirror"
import { DateTime, Effect, Option, Stream } from "effect"
import {
  type CommandFailure,
  fileFailure,
  mirrorFailure,
  staleMirror,
  strictCheckFailed,
  usageFailure
} from "../CommandFailure.ts"
import { type CommandFlags, type MirrorCommandFlags } from "../flags.ts"
import { makeAnswerStatus, printAnswer, printData } from "../output/printAnswer.ts"
import { makeEventPrinter } from "../output/mirrorEvents.ts"
import { verificationText } from "../output/mirrorText.ts"
import { printerOptions } from "../output/printers.ts"
import { answerOf } from "../queries/askMirror.ts"
import { makeProgress } from "../output/progress.ts"
import { openMirror } from "../source/openLocal.ts"
import { readDuration } from "../settings/userSettings.ts"

/** Reads `--covers`, such as `2021-07-05..2021-07-07`, or one date. */
const readCovers = Effect.fnUntraced(function* (text: string | undefined) {
  if (text === undefined) return undefined
  const [from = "", to = from, ...more] = text.split("..")
  if (isCivilDate(from) && isCivilDate(to) && from <= to && more.length === 0) {
    return { from: CivilDate.make(from), to: CivilDate.make(to) }
  }
  return yield* usageFailure(
    `--covers: "${text}" is not a range of dates.`,
    "Write it as 2021-07-05..2021-07-07, the earlier date first."
  )
})

type RefusedFile = Extract<ImportEvent, { readonly _tag: "Refused" }>

/** Problems of an import. */
interface ImportProblems {
  readonly refused: Array<RefusedFile>
  readonly held: Array<ImportedDay>
  /** The messages about files that were cut off. */
  readonly cutOff: Array<string>
}

/** Fails if not everything was imported. */
const checkImport = Effect.fnUntraced(function* (
  report: ImportReport | undefined,
  { cutOff, held, refused }: ImportProblems
): Effect.fn.Return<void, CommandFailure> {
  const [first] = refused
  if (first !== undefined) {
    const others = refused.length === 1 ? "" : `${refused.length} of ${report?.files ?? 0} files were refused. `
    const isIoFailure = refused.some((file) => file.isIoFailure)
    return yield* fileFailure({ isIoFailure, message: `${others}${first.message}` })
  }
  const [end] = cutOff
  if (held.length === 0) {
    return end === undefined ? undefined : yield* strictCheckFailed(end)
  }
  const days = named(held.map(({ day }) => day))
  return yield* strictCheckFailed(
    `Not replaced, because more than 1 % of the records would be lost: ${days}.`,
    "If the new file is right, add --replace."
  )
})

export const mirrorImport = Effect.fnUntraced(function* (flags: CommandFlags<"mirror import">) {
  const covers = yield* readCovers(flags.covers)
  const { format } = yield* printerOptions({ ...flags, spreadsheetSafe: false })
  const mirror = yield* openMirror(flags, "write")
  const status = yield* makeAnswerStatus(flags)
  const print = yield* makeEventPrinter(format)
  const problems: ImportProblems = { refused: [], held: [], cutOff: [] }
  let report: ImportReport | undefined
  const handle = Effect.fnUntraced(function* (event: ImportEvent) {
    if (event._tag === "Reading") {
      return yield* status.progress(`${Math.floor(event.share * 100)} % read: ${event.file}`)
    }
    yield* status.clearProgress
    yield* print(event)
    if (event._tag === "Report") report = event
    if (event._tag === "Day" && event.outcome === "held") problems.held.push(event)
    if (event._tag === "CutOff") problems.cutOff.push(event.message)
    if (event._tag === "Refused") problems.refused.push(event)
    if (event._tag !== "Refused" && event._tag !== "CutOff") return
    // With a single file, the failure says it.
    if (flags.files.length > 1) yield* status.print(event.message)
  })
  yield* mirror
    .importFiles(flags.files, { covers, replace: flags.replace })
    .pipe(Stream.mapError(mirrorFailure), Stream.runForEach(handle), Effect.ensuring(status.clearProgress))
  yield* checkImport(report, problems)
}, Effect.scoped)

/** Prints one object: its members as JSON or CSV, or a text. */
const printObject = <Value extends object>(flags: MirrorCommandFlags, value: Value, text: string) =>
  printData(
    flags,
    { json: value, rows: [value], header: Object.keys(value), cells: [Object.values(value)] },
    () => text
  )

const readMaxAge = Effect.fnUntraced(function* (text: string | undefined) {
  if (text === undefined) return undefined
  const maxAge = Option.getOrUndefined(readDuration(text))
  if (maxAge !== undefined) return { maxAge, text }
  return yield* usageFailure(`--max-age: "${text}" is not a duration.`, "Write it as 36h or 2d, up to 366d.")
})

type MaxAge = NonNullable<Effect.Success<ReturnType<typeof readMaxAge>>>

/** Fails if a day after the newest complete one was published too long ago, or if the last sync that succeeded was. */
const checkAge = Effect.fnUntraced(function* ({ newestComplete, sync }: MirrorStatus, { maxAge, text }: MaxAge) {
  const oldest = DateTime.subtractDuration(yield* DateTime.now, maxAge)
  const isOld = (time: DateTime.Utc): boolean => DateTime.isLessThan(time, oldest)
  const fix = 'Run "public-records mirror sync", and look at its errors.'
  if (newestComplete === null) return yield* staleMirror("The mirror has no complete day.", fix)
  const next = CivilDate.make(DateTime.formatIsoDateUtc(DateTime.add(DateTime.makeUnsafe(newestComplete), { days: 1 })))
  const published = publicationOf(next)
  if (isOld(published)) {
    const since = `the next one was published at ${DateTime.formatIso(published)}, more than ${text} ago`
    return yield* staleMirror(`The newest complete day is ${newestComplete}; ${since}.`, fix)
  }
  if (sync === null) return
  const { lastSuccess } = sync
  if (lastSuccess === null) return yield* staleMirror("No sync of the mirror has succeeded.", fix)
  if (!isOld(DateTime.fromDateUnsafe(lastSuccess))) return
  return yield* staleMirror(
    `The last sync that succeeded was at ${lastSuccess.toISOString()}, more than ${text} ago.`,
    fix
  )
})

export const mirrorStatus = Effect.fnUntraced(function* (flags: CommandFlags<"mirror status">) {
  const maxAge = yield* readMaxAge(flags.maxAge)
  const mirror = yield* openMirror(flags)
  const status = yield* Effect.mapError(mirror.status, mirrorFailure)
  yield* printAnswer(flags, yield* makeAnswerStatus(flags), statusAnswer(status))
  if (maxAge !== undefined) yield* checkAge(status, maxAge)
}, Effect.scoped)

export const mirrorVerify = Effect.fnUntraced(function* (flags: CommandFlags<"mirror verify">) {
  const mirror = yield* openMirror(flags)
  const status = yield* makeAnswerStatus(flags)
  const onProgress = yield* makeProgress(status)
  const verifying = mirror.verify(flags.quick ? "counts" : "contents", { onProgress }).pipe(
    Effect.catchIf(
      ({ problem }) => problem === "Damaged",
      () => Effect.succeed({ days: 0, damaged: [], problems: ["Its structure cannot be read."] })
    )
  )
  const verification = yield* answerOf(status, verifying)
  yield* printObject(flags, verification, verificationText(verification))
  const { damaged, problems } = verification
  if (damaged.length + problems.length === 0) return
  const days = damaged.length === 0 ? "" : `: ${named(damaged.map(({ day }) => day))}`
  const fix =
    'Read the days again with "mirror sync --repair", or import them with --replace; if that fails, import everything into a new mirror.'
  return yield* strictCheckFailed(`The mirror is damaged${days}.`, fix)
}, Effect.scoped)

export const mirrorCompact = Effect.fnUntraced(function* (flags: CommandFlags<"mirror compact">) {
  const { to } = flags
  const mirror = yield* openMirror(flags, to === undefined ? "change" : "read")
  const status = yield* makeAnswerStatus(flags)
  yield* status.progress(to === undefined ? "Compacting" : "Copying")
  const compaction = yield* answerOf(status, to === undefined ? mirror.compact : mirror.copyTo(to))
  const { after, before } = compaction
  yield* printObject(flags, compaction, `${sizeText(before)} before, ${sizeText(after)} after.\n`)
}, Effect.scoped)
