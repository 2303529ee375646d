import type { Effect } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import type { Database } from "../store/Database.ts"
import type { Store } from "../store/Store.ts"
import type { SyncEvent } from "../SyncEvent.ts"
import type { SyncSource } from "./SyncSource.ts"

/** One run of a sync. */
export interface SyncContext {
  readonly store: Store
  readonly source: SyncSource
  readonly origin: string
  /** Remembers the settings of this run, within a transaction. */
  readonly bind: (db: Database) => Effect.Effect<void, MirrorError>
  readonly emit: (event: SyncEvent) => void
  /** The pages that this run has read, of all lists. */
  readonly read: { pages: number }
}
