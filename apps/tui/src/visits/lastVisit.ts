import { RecordedMoment } from "@public-records/core"
import { DateTime, Effect, Option, Schema } from "effect"
import { Atom } from "effect/reactivity"
import { type Platform, PlatformError } from "../platform/Platform.ts"
import { sourceInfoAtom } from "../source.ts"

/** The creation of the newest notice that a visit showed, and the time of the visit. */
const Visit = Schema.Struct({ newestNotice: RecordedMoment, at: Schema.String })

export type Visit = typeof Visit.Type

/** The last visit of each source, by its base URL. */
type Visits = Readonly<Record<string, Visit>>

/** The file of the last visits, in the folder of the configuration file. */
const visitsFile = "visits.json"

const VisitsFile = Schema.fromJsonString(Schema.Struct({ visits: Schema.Record(Schema.String, Visit) }))
const decode = Schema.decodeUnknownEffect(VisitsFile)

/** More sources are not remembered. Servers on random ports are sources, too. */
const maxSources = 20

const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/

/** Returns a recorded date and time in milliseconds since 1970. Without a zone it is UTC. */
export const instantOf = (text: string): number => {
  const time = text.length > 10 ? text.replace(" ", "T") : `${text}T00:00:00`
  return Option.match(DateTime.make(hasZone.test(text) ? time : `${time}Z`), {
    onNone: () => Number.NEGATIVE_INFINITY,
    onSome: DateTime.toEpochMillis
  })
}

/** Returns the visits with another one. An older newest notice does not replace a newer one. */
const withVisit = (visits: Visits, source: string, visit: Visit): Visits => {
  const before = visits[source] ?? visit
  const newest = instantOf(before.newestNotice) > instantOf(visit.newestNotice) ? before : visit
  const others = Object.entries(visits).filter(([name]) => name !== source)
  const latest = others.toSorted(([, left], [, right]) => instantOf(right.at) - instantOf(left.at))
  return Object.fromEntries([[source, { ...newest, at: visit.at }], ...latest.slice(0, maxSources - 1)])
}

/** Parses the content of the file. **Fails with** a message that names the file if the content is invalid. */
const visitsIn = (platform: Platform, content: string | undefined): Effect.Effect<Visits, PlatformError> => {
  if (content === undefined) return Effect.succeed({})
  const message = `New notices are not marked: ${platform.ownPath(visitsFile)} is invalid. Fix or remove it; it was not changed.`
  return decode(content).pipe(
    Effect.map(({ visits }) => visits),
    Effect.mapError(() => new PlatformError({ message }))
  )
}

/** Reads the last visits. */
export const readVisits = (platform: Platform): Effect.Effect<Visits, PlatformError> =>
  Effect.flatMap(platform.readOwn(visitsFile), (content) => visitsIn(platform, content))

/** Adds a visit to the current content of the file, because another window may have changed it. */
export const saveVisit = (platform: Platform, source: string, visit: Visit): Effect.Effect<void, PlatformError> =>
  platform.changeOwn(visitsFile, (content) =>
    Effect.map(
      visitsIn(platform, content),
      (visits) => `${JSON.stringify({ visits: withVisit(visits, source, visit) }, null, 2)}\n`
    )
  )

/** The visits before this one. They stay the same while the program runs, unless the user marks all notices as seen. */
export const previousVisitsAtom: Atom.Writable<Visits> = Atom.keepAlive(Atom.make<Visits>({}))

/** The previous visit of the current source, if it was visited before. */
export const previousVisitAtom: Atom.Atom<Option.Option<Visit>> = Atom.make((get) => {
  const { baseUrl, isSample } = get(sourceInfoAtom)
  return isSample ? Option.none() : Option.fromUndefinedOr(get(previousVisitsAtom)[baseUrl])
})

/** Formats the time of a visit as local time, with and without year and time of day. */
export const visitLabels = ({ at }: Visit): { readonly day: string; readonly full: string } => {
  const format = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", ...options }).format(instantOf(at))
  return { day: format({}), full: format({ year: "numeric", hour: "2-digit", minute: "2-digit" }) }
}
