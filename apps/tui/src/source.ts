import { PublicRecords, type PublicRecordsError } from "@public-records/core"
import { Effect, Layer } from "effect"
import { Atom } from "effect/reactivity"

/** Where the records come from, as far as the screen tells it. */
export interface Origin {
  readonly baseUrl: string
  readonly isSample: boolean
  /** Such as "sample of 7 July 2021"; empty where the records are no sample. */
  readonly sampleNote: string
  /** Where the key comes from, never the key: "environment", "none". */
  readonly keySource: string
  readonly hasLimit: boolean
}

/** The program's choice of service and settings, complete. */
export interface Records {
  readonly layer: Layer.Layer<PublicRecords, PublicRecordsError>
}

/** The records to browse. A registry starts with its program's own. */
export const recordsAtom: Atom.Writable<Records> = Atom.keepAlive(
  Atom.make<Records>({ layer: Layer.effect(PublicRecords, Effect.die("a registry needs its records")) })
)

/** Where they come from. */
export const originAtom: Atom.Writable<Origin> = Atom.keepAlive(
  Atom.make<Origin>({ baseUrl: "", isSample: false, sampleNote: "", keySource: "none", hasLimit: true })
)

/** The one runtime of the program: every request goes through it. */
export const appRuntime = Atom.keepAlive(Atom.runtime((get) => get(recordsAtom).layer))
