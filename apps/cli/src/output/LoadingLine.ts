import { grouped } from "@public-records/text/counts"
import { type LoadProgress } from "@public-records/server"
import { safeText } from "@public-records/text/safeText"
import { type Clock } from "effect"
import { type WriteStream } from "node:tty"

const eraseLine = "\r\u001B[K"

// What is done by then needs no progress, and more often than this nobody can read it.
const quickMillis = 1_000
const betweenMillis = 200

const lineOf = ({ phase, records, share, skipped }: LoadProgress, elapsedMillis: number): string => {
  const broken = skipped === 0 ? "" : `, ${grouped(skipped)} broken`
  if (phase !== "reading") return `Indexing ${grouped(records)} records${broken}`
  const rate = grouped(Math.round((records / elapsedMillis) * 1_000))
  const part = share === undefined ? "" : `, ${Math.floor(share * 100)}%`
  return `Loading: ${grouped(records)} records, ${rate} a second${part}${broken}`
}

/** What was left out of a load, as a sentence. */
const skippedSentence = ({ firstSkipped, skipped }: LoadProgress): string => {
  const were = skipped === 1 ? "broken record was" : "broken records were"
  const first = skipped > firstSkipped.length ? ", the first of them" : ""
  return `${grouped(skipped)} ${were} left out${first}: ${firstSkipped.join("; ")}.`
}

/**
 * How far the data is loaded, on a terminal's standard error: one line that is written over, and gone at the end. What
 * was left out is said wherever standard error goes.
 */
export class LoadingLine {
  readonly #stderr: WriteStream
  readonly #clock: Clock.Clock
  #startedAt: number | undefined
  #shownAt = 0
  #isShown = false

  constructor(stderr: WriteStream, clock: Clock.Clock) {
    this.#stderr = stderr
    this.#clock = clock
  }

  /** Shows the progress of a load, once it takes its time. */
  readonly tell = (progress: LoadProgress): void => {
    const now = this.#clock.currentTimeMillisUnsafe()
    this.#startedAt ??= now
    if (progress.phase === "done") return this.#end(progress)
    const elapsed = now - this.#startedAt
    const isDue = progress.phase === "indexing" || now - this.#shownAt >= betweenMillis
    if (!this.#stderr.isTTY || elapsed < quickMillis || !isDue) return
    this.#shownAt = now
    this.#isShown = true
    this.#stderr.write(eraseLine + lineOf(progress, elapsed).slice(0, this.#stderr.columns - 1))
  }

  /** Takes the line off the screen, before something else is said there. */
  readonly clear = (): void => {
    if (this.#isShown) this.#stderr.write(eraseLine)
    this.#isShown = false
  }

  /** A load that failed is over. */
  readonly stop = (): void => {
    this.clear()
    this.#startedAt = undefined
  }

  #end(progress: LoadProgress): void {
    this.stop()
    if (progress.skipped > 0) this.#stderr.write(`${safeText(skippedSentence(progress))}\n`)
  }
}
