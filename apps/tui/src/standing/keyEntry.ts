import type { PublicRecords, PublicRecordsError } from "@public-records/core"
import { Effect, type Layer, Result } from "effect"
import { Atom, type AtomRegistry } from "effect/reactivity"
import { type Origin, originAtom, recordsAtom } from "../AppLayer.ts"
import { openPrompt } from "../overlays/prompt.ts"
import { everyCollection, note } from "../session.ts"

type Registry = AtomRegistry.AtomRegistry

/** Records with another key, and where they come from then. */
interface Unlocked {
  readonly layer: Layer.Layer<PublicRecords, PublicRecordsError>
  readonly origin: Origin
}

/**
 * Opens the service with a key that was typed here. **Fails with** a sentence that says what to do, without the key.
 *
 * **Gotchas** the key is given on and never kept here.
 */
export type Unlock = (key: string) => Effect.Effect<Unlocked, { readonly message: string }>

/** The way to the service with another key. A registry starts with its program's own. */
export const lockAtom: Atom.Writable<{ readonly unlock: Unlock }> = Atom.keepAlive(
  Atom.make<{ readonly unlock: Unlock }>({ unlock: () => Effect.fail({ message: "No other key can be used here." }) })
)

/** From a sample to the service nothing loaded is kept; another key for the same service keeps all rows. */
const takeUp = (registry: Registry, { layer, origin }: Unlocked): void =>
  Atom.batch(() => {
    const isSamePlace = registry.get(originAtom).baseUrl === origin.baseUrl
    registry.set(recordsAtom, { layer })
    registry.set(originAtom, origin)
    for (const collection of everyCollection) {
      if (isSamePlace) collection.retry(registry)
      else collection.startAnew(registry)
    }
  })

const unlock = (registry: Registry, key: string): void => {
  note(registry, "Trying the key…")
  Effect.runFork(
    Effect.map(Effect.result(registry.get(lockAtom).unlock(key)), (unlocked) => {
      if (Result.isFailure(unlocked)) return note(registry, unlocked.failure.message)
      takeUp(registry, unlocked.success)
      note(registry, "The key is used until you quit. It is kept nowhere.")
    })
  )
}

const printable = /^[!-~]+$/

/** Asks for a key, which never reaches the screen. */
export const askForKey = (registry: Registry): void =>
  openPrompt(registry, {
    title: "ENTER A KEY",
    intro: [
      "Get one at https://api.data.gov/signup/. It is shown as dots, used until you quit, and kept nowhere.",
      'To keep it: PUBLIC_RECORDS_API_KEY, or "apiKey", "apiKeyFile" or "apiKeyCommand" in the configuration file.'
    ],
    label: "Key",
    isSecret: true,
    text: "",
    accept: (_, typed) => {
      const key = typed.trim()
      if (key === "") return "Type or paste the key."
      if (!printable.test(key)) return "A key has no spaces and only plain characters. Paste it again."
      unlock(registry, key)
      return ""
    }
  })
