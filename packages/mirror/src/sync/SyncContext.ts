import type { MirrorFile } from "../store/MirrorFile.ts"
import type { SyncEvent } from "../SyncEvent.ts"
import type { SyncSource } from "./SyncSource.ts"

/** One run of a sync. */
export interface SyncContext {
  readonly file: MirrorFile
  readonly source: SyncSource
  readonly origin: string
  readonly emit: (event: SyncEvent) => void
  /** The pages that this run has read, of all lists. */
  readonly read: { pages: number }
}
