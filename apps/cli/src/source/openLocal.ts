import { basisOf, noticesBasis } from "@public-records/answers/basis"
import { isCivilDate, type PublicRecordsError } from "@public-records/core"
import { unknownDays } from "@public-records/export/days"
import { Mirror } from "@public-records/mirror"
import { safeText } from "@public-records/text/safeText"
import { Context, Effect, Layer, type Scope } from "effect"
import {
  type CommandFailure,
  failureOf,
  mirrorFailure,
  questionFailure,
  unexpected,
  usageFailure
} from "../CommandFailure.ts"
import { Host } from "../Host.ts"
import { localWording } from "../output/wording.ts"
import { type LocalFlags, type LocalPlace, type MirrorPlace, mirrorPlace, namedLocal } from "./namedSource.ts"
import { countsBack, readFlags, withLatest } from "../queries/flagQuery.ts"
import { readFiles } from "./readFiles.ts"
import { type Local } from "./Source.ts"

/** Shows a sentence when another process has used a mirror for a second. */
export type OnWaiting = (sentence: string) => void

interface OpenOptions {
  /** @default to standard error */
  readonly onWaiting?: OnWaiting | undefined
  /** Whether to show no progress of reading files. @default false */
  readonly quiet?: boolean | undefined
}

const built = (layer: ReturnType<typeof Mirror.layer>) =>
  Effect.mapBoth(Layer.build(layer), { onFailure: mirrorFailure, onSuccess: Context.get(Mirror) })

const openFile = Effect.fnUntraced(function* (
  { noun, path: file }: MirrorPlace,
  use: "read" | "write",
  onWaiting?: OnWaiting
) {
  const access = noun === "sample" ? "static" : use
  const { stderr } = yield* Host
  const print: OnWaiting = (sentence) => void stderr.write(`${safeText(sentence)}\n`)
  return yield* built(Mirror.layer({ file, access, onWaiting: onWaiting ?? print }))
})

const inMemory = (paths: ReadonlyArray<string>, quiet: boolean) =>
  Effect.tap(built(Mirror.layerInMemory), (mirror) => readFiles(mirror, paths, quiet))

const sampleNotice = "Sample data: four real days of complaints, and notices that are mostly generated."

const nameOf = (place: LocalPlace): string => {
  switch (place.noun) {
    case "mirror":
      return `mirror ${place.path}`
    case "sample":
      return "bundled sample data"
    case "data":
      return place.paths.map((path) => (path === "-" ? "standard input" : path)).join(", ")
  }
}

const localFailure = (error: PublicRecordsError): CommandFailure =>
  error.reason._tag === "Unavailable" ? unexpected(error.reason.detail) : failureOf(error)

const isDay = (end: string | undefined): boolean => end !== undefined && isCivilDate(end)

/** Opens local records until the scope closes. */
export const openLocal = Effect.fnUntraced(function* (
  place: LocalPlace,
  { onWaiting, quiet = false }: OpenOptions = {}
): Effect.fn.Return<Local, CommandFailure, Host | Scope.Scope> {
  const questions =
    place.noun === "data" ? yield* inMemory(place.paths, quiet) : yield* openFile(place, "read", onWaiting)
  const { records } = questions
  return {
    _tag: "Local",
    noun: place.noun,
    name: nameOf(place),
    records,
    questions,
    coverage: yield* Effect.mapError(questions.coverage(), mirrorFailure),
    keyMasks: [],
    wording: localWording(place.noun),
    keyAdvice: "",
    warnings: [],
    notices: place.noun === "sample" ? [sampleNotice] : [],
    verboseNotes: ["Local records need no requests, so --verbose has nothing to print."],
    readQuery: Effect.fnUntraced(function* (kind, flags) {
      const days = countsBack(flags, kind.dateFlags)
        ? yield* Effect.mapError(questions.dates(kind.many), mirrorFailure)
        : undefined
      const dated = days === undefined ? flags : withLatest(flags, kind.dateFlags, days.last)
      const query = yield* readFlags(kind, dated, "local")
      return yield* kind.localQuery(query, records, days?.last)
    }),
    notesOn: () => [],
    publicationNotes: () => Effect.succeed([]),
    basisOf: ({ createdRange }, query) => {
      const range = createdRange(query)
      const basis =
        range === undefined
          ? Effect.map(questions.countNotices({ by: "year" }), noticesBasis)
          : Effect.map(questions.coverage(range), (coverage) => basisOf(coverage))
      return Effect.mapError(basis, questionFailure)
    },
    countDays: Effect.fnUntraced(function* ({ createdRange }, query) {
      const range = createdRange(query) ?? {}
      if (!isDay(range.from) || !isDay(range.to) || query.offset > 0) return unknownDays
      const { complete, partial } = yield* Effect.mapError(questions.coverage(range), mirrorFailure)
      return { daysAdded: complete + partial.length, daysComplete: 0, daysNotPublished: 0 }
    }),
    daysNote: Effect.fnUntraced(function* ({ dated, many }) {
      const days = yield* Effect.mapError(questions.dates(many), mirrorFailure)
      if (days === undefined) return ` The data contains no ${many}.`
      const when = days.first === days.last ? `on ${days.first}` : `from ${days.first} to ${days.last}`
      return ` The data contains ${many} ${dated} ${when}.`
    }),
    failureOf: localFailure
  }
})

/** Opens the mirror that the flags or the settings name, until the scope closes. `write` also creates it. */
export const openMirror = Effect.fnUntraced(function* (flags: LocalFlags, use: "read" | "change" | "write" = "read") {
  const place = yield* mirrorPlace(flags)
  if (place.noun === "sample" && use !== "read") {
    return yield* usageFailure("The sample mirror cannot be changed.", "Name another file with --mirror-file.")
  }
  return yield* openFile(place, use === "write" ? "write" : "read")
})

/** Opens the local records that the flags name, by default the mirror of the settings, until the scope closes. */
export const openLocalOrMirror = Effect.fnUntraced(function* (flags: LocalFlags) {
  return yield* openLocal((yield* namedLocal(flags)) ?? (yield* mirrorPlace(flags)))
})
