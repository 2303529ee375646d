import { DateTime, Effect, Option } from "effect"
import { Atom, type AtomRegistry } from "effect/reactivity"
import { notices } from "../notices/definition.ts"
import { platformAtom, type PlatformError } from "../platform/Platform.ts"
import { sessionAtom } from "../session.ts"
import { sourceInfoAtom } from "../source.ts"
import { previousVisitsAtom, readVisits, saveVisit } from "./lastVisit.ts"

type Registry = AtomRegistry.AtomRegistry

/** The creation of the newest notice, once it is loaded. Sample data has no news. */
const newestNoticeAtom = Atom.make((get): string =>
  get(sourceInfoAtom).isSample ? "" : Option.getOrElse(get(notices.summary).newestCreation, () => "")
)

/** Saves that the user has seen all notices up to the newest one. Shows a message if it cannot be saved. */
const recordVisit = (registry: Registry, newestNotice: string): Effect.Effect<void> =>
  Effect.gen(function* () {
    const at = DateTime.formatIso(yield* DateTime.now)
    yield* saveVisit(registry.get(platformAtom), registry.get(sourceInfoAtom).baseUrl, { newestNotice, at })
  }).pipe(Effect.catch((error) => Effect.sync(() => showProblem(registry, error))))

const showProblem = (registry: Registry, { message }: PlatformError): void =>
  registry.update(sessionAtom, (session) => ({ ...session, notification: message }))

/** Reads the previous visits, and saves this one as soon as the newest notice is loaded. */
export const startVisits = (registry: Registry): Effect.Effect<void> => {
  const save = (newest: string): void => {
    if (newest !== "") Effect.runFork(recordVisit(registry, newest))
  }
  return readVisits(registry.get(platformAtom)).pipe(
    Effect.map((visits) => {
      registry.set(previousVisitsAtom, visits)
      registry.subscribe(newestNoticeAtom, save, { immediate: true })
    }),
    Effect.catch((error) => Effect.sync(() => showProblem(registry, error)))
  )
}
