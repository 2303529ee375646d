import type { PublicRecords, PublicRecordsError } from "@public-records/core"
import { type Layer, Option } from "effect"
import { Atom } from "effect/reactivity"

/** Makes an atom whose value the program that runs the terminal UI provides. */
export const provided = <A>(what: string): Atom.Writable<A> =>
  Atom.keepAlive(
    Atom.writable(
      (get) => Option.getOrThrowWith(get.self<A>(), () => new Error(`The program has not provided ${what}.`)),
      (context, value: A) => context.setSelf(value)
    )
  )

/** The source of the records. */
export interface SourceInfo {
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

/** The records to browse. */
export const recordsAtom: Atom.Writable<Records> = provided("the records")

/** The source of the records. */
export const sourceInfoAtom: Atom.Writable<SourceInfo> = provided("the source of the records")

/** The runtime that every request goes through. */
export const appRuntime = Atom.keepAlive(Atom.runtime((get) => get(recordsAtom).layer))
