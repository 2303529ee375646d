import type { FaultKind } from "./faultKinds.ts"

/** The faults that were injected into one request. */
export interface FaultHistoryEntry {
  /** Number of the request, from 1. Counts requests that passed the gates since the schedule was set. */
  readonly number: number
  /** Path without the query. */
  readonly path: string
  /** The injected faults: any delays, then at most one other fault. */
  readonly applied: ReadonlyArray<FaultKind>
  readonly delayMillis: number
}

const maxEntries = 1_000

/** The last requests and their faults. */
export class FaultHistory {
  #entries: Array<FaultHistoryEntry> = []
  #count = 0

  add(path: string, { applied, delayMillis }: Pick<FaultHistoryEntry, "applied" | "delayMillis">): void {
    this.#count += 1
    this.#entries.push({ number: this.#count, path, applied, delayMillis })
    if (this.#entries.length > maxEntries) this.#entries.shift()
  }

  clear(): void {
    this.#entries = []
    this.#count = 0
  }

  /** Returns the entries, oldest first. */
  all(): Array<FaultHistoryEntry> {
    return Array.from(this.#entries)
  }
}
