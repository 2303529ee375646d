import { Clock, DateTime, Effect } from "effect"
import { type Envelope } from "../records/Envelope.ts"

/** So many answers are kept; the one that was used longest ago goes first. */
const maxAnswers = 500

interface KeptAnswer {
  readonly envelope: Envelope
  readonly etag: string | undefined
  readonly freshUntil: number
}

/** An answer that is kept: as good as new, or to be asked about by its `etag`. */
export type Kept =
  | { readonly _tag: "Fresh"; readonly envelope: Envelope }
  | { readonly _tag: "Stale"; readonly envelope: Envelope; readonly etag: string | undefined }

/**
 * Answers of status 200, kept until their collection is published again; nothing else is ever kept.
 *
 * **Source** decision 31.
 */
export class AnswerCache {
  readonly #answers = new Map<string, KeptAnswer>()

  /** The answer at an address, if there is one. */
  readonly get = (url: string): Effect.Effect<Kept | undefined> =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const kept = this.#answers.get(url)
      if (kept === undefined) return undefined
      this.#answers.delete(url)
      this.#answers.set(url, kept)
      return now < kept.freshUntil
        ? { _tag: "Fresh", envelope: kept.envelope }
        : { _tag: "Stale", envelope: kept.envelope, etag: kept.etag }
    })

  /** Keeps an answer until its collection is published again. */
  readonly keep = (
    url: string,
    answer: { readonly envelope: Envelope; readonly etag: string | undefined },
    nextPublication: Effect.Effect<DateTime.Utc>
  ): Effect.Effect<void> =>
    Effect.map(nextPublication, (publication) => {
      this.#answers.delete(url)
      this.#answers.set(url, { ...answer, freshUntil: DateTime.toEpochMillis(publication) })
      const [oldest] = this.#answers.keys()
      if (this.#answers.size > maxAnswers && oldest !== undefined) this.#answers.delete(oldest)
    })
}
