import type { FaultKind } from "./FaultSchedule.ts"

/** What a schedule did to one request. */
export interface PlayedRequest {
  /** From 1: the requests that passed the gates, since the schedule was set. */
  readonly number: number
  /** Without the query. */
  readonly path: string
  /** The delays, then the fault that acted; empty where the request met none. */
  readonly struck: ReadonlyArray<FaultKind>
  readonly delayMillis: number
}

/** The last requests and what struck them: a ring, so that its memory is bounded. */
export class PlayedRequests {
  readonly #most: number
  #kept: Array<PlayedRequest> = []
  #count = 0

  constructor(most: number) {
    this.#most = most
  }

  add(path: string, { delayMillis, struck }: Pick<PlayedRequest, "struck" | "delayMillis">): void {
    this.#count += 1
    if (this.#most > 0) this.#kept[(this.#count - 1) % this.#most] = { number: this.#count, path, struck, delayMillis }
  }

  clear(): void {
    this.#kept = []
    this.#count = 0
  }

  /** The oldest first. */
  all(): ReadonlyArray<PlayedRequest> {
    const oldest = this.#count % Math.max(this.#most, 1)
    if (this.#count <= this.#most) return [...this.#kept]
    return [...this.#kept.slice(oldest), ...this.#kept.slice(0, oldest)]
  }
}
