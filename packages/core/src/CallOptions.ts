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

/** How a list is walked. */
export interface StreamOptions extends CallOptions {
  /** Told once what the walk did: at its end, when it fails, and when its reader leaves. */
  readonly onReport?: ((report: WalkReport) => Effect.Effect<void>) | undefined
  /** Told of each record that breaks the contract, once, before the other records of its page are handed on. */
  readonly onRejected?: ((rejected: RejectedRecord) => Effect.Effect<void>) | undefined
  /** Told the id of each record that came again unasked and was dropped; one without an id is only counted. */
  readonly onDropped?: ((id: string) => Effect.Effect<void>) | undefined
  /**
   * How many days of a range of created dates are read at the same time. Above 1, such a range is walked day by day, each
   * day checked against its own total; any other query, and one with an offset, is walked page by page.
   *
   * **Units** a whole number from 1; the order of the records stays the query's. Up to 20,000 records a day wait for the
   * reader.
   *
   * **Fails with** `InvalidOptions`, before anything is sent.
   *
   * @default 1
   */
  readonly concurrency?: number | undefined
  /**
   * How many records are remembered, so that none comes twice.
   *
   * **Units** a whole number from 1,000 to 100,000,000; 22 to 28 bytes of memory for each record met.
   *
   * **Fails with** `InvalidOptions`, before anything is sent.
   *
   * @default 2000000
   */
  readonly rememberedRecords?: number | undefined
}
