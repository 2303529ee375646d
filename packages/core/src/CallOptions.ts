import { type Duration, type Effect } from "effect"
import { type RejectedRecord } from "./records/Page.ts"
import { type WalkReport } from "./WalkReport.ts"

/** Whose turn it is in the queue of a key: who looks at a screen goes before what runs by itself. */
export type Priority = "interactive" | "bulk"

/** How a call is made. */
export interface CallOptions {
  /** @default "interactive", and for walks "bulk" */
  readonly priority?: Priority | undefined
  /**
   * The time for the whole call, its waits and attempts included; for a walk, for all of it.
   *
   * @default the client's own
   */
  readonly deadline?: Duration.Input | undefined
}

/** Options of a walk. */
export interface StreamOptions extends CallOptions {
  /** Called once with what the walk did: when it ends, when it fails, and when its consumer stops. */
  readonly onReport?: ((report: WalkReport) => Effect.Effect<void>) | undefined
  /** Called once with each record that breaks the contract, before the other records of its page are emitted. */
  readonly onRejected?: ((rejected: RejectedRecord) => Effect.Effect<void>) | undefined
  /** Called with the id of each seen record that the service sent again. A record without an id is only counted. */
  readonly onDropped?: ((id: string) => Effect.Effect<void>) | undefined
  /**
   * How many ids the walk remembers, so that no record comes twice.
   *
   * **Units** a whole number from 1,000 to 10,000,000; about 75 bytes of memory an id.
   *
   * **Fails with** `InvalidOptions`, before anything is sent.
   *
   * @default 200000
   */
  readonly rememberedRecords?: number | undefined
}
