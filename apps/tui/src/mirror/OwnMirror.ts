import type { CivilDate } from "@public-records/core"
import type { ImportEvent, SyncEvent } from "@public-records/mirror"
import type { Effect, Stream } from "effect"
import type { Atom } from "effect/reactivity"
import { provided } from "../provided.ts"
import type { Local } from "../Source.ts"

interface Failure {
  readonly message: string
}

/** The mirror of this computer, which may not exist yet, and the ways to fill it. The program provides it. */
export interface OwnMirror {
  readonly path: string
  readonly exists: () => boolean
  readonly open: Effect.Effect<Local, Failure>
  /** Opens the bundled sample. */
  readonly openSample: Effect.Effect<Local, Failure>
  /** Reads the FTC's daily files, down to a day or to that of the last sync. Creates the mirror. */
  readonly sync: (from: CivilDate | "all" | undefined) => Stream.Stream<SyncEvent, Failure>
  /** Imports a file, or the files of a folder. Creates the mirror. */
  readonly importFile: (path: string) => Stream.Stream<ImportEvent, Failure>
}

export const ownMirrorAtom: Atom.Writable<OwnMirror> = provided("the mirror of this computer")
