import { PublicRecords, type PublicRecordsError } from "@public-records/core"
import { Effect, Layer } from "effect"
import { Atom } from "effect/reactivity"

/** The source of the records. */
export interface Origin {
  readonly baseUrl: string
  readonly isSample: boolean
  /** Such as "sample of 7 July 2021"; empty if the records are not a sample. */
  readonly sampleNote: string
  /** The source of the key, never the key: "environment", "none". */
  readonly keySource: string
  readonly hasLimit: boolean
}

/** The records, with the settings of the program. */
export interface Records {
  readonly layer: Layer.Layer<PublicRecords, PublicRecordsError>
}

/** The records to browse. The program provides them. */
export const recordsAtom: Atom.Writable<Records> = Atom.keepAlive(
  Atom.make<Records>({ layer: Layer.effect(PublicRecords, Effect.die("a registry needs its records")) })
)

/** The source of the records. */
export const originAtom: Atom.Writable<Origin> = Atom.keepAlive(
  Atom.make<Origin>({ baseUrl: "", isSample: false, sampleNote: "", keySource: "none", hasLimit: true })
)

/** The runtime that every request goes through. */
export const appRuntime = Atom.keepAlive(Atom.runtime((get) => get(recordsAtom).layer))
