import { grouped } from "@public-records/text/counts"
import { type LoadProgress } from "@public-records/server"
import { safeText } from "@public-records/text/safeText"
import { type Clock } from "effect"
import { type WriteStream } from "node:tty"

const eraseLine = "\r\u001B[K"

// A load that takes less time needs no progress, and more frequent updates cannot be read.
const quickMillis = 1_000
const betweenMillis = 200

const lineOf = ({ phase, records, share, skipped }: LoadProgress, elapsedMillis: number): string => {
  const broken = skipped === 0 ? "" : `, ${grouped(skipped)} broken`
  if (phase !== "reading") return `Indexing ${grouped(records)} records${broken}`
  const rate = grouped(Math.round((records / elapsedMillis) * 1_000))
  const part = share === undefined ? "" : `, ${Math.floor(share * 100)}%`
  return `Loading: ${grouped(records)} records, ${rate} a second${part}${broken}`
}

const skippedSentence = ({ firstSkipped, skipped }: LoadProgress): string => {
  const were = skipped === 1 ? "broken record was" : "broken records were"
  const first = skipped > firstSkipped.length ? ", the first of them" : ""
  return `${grouped(skipped)} ${were} left out${first}: ${firstSkipped.join("; ")}.`
}

/** Shows the progress of a load as one line on a terminal, which is removed at the end, and reports skipped records anywhere. */
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

  readonly tell = (progress: LoadProgress): void => {
    const now = this.#clock.currentTimeMillisUnsafe()
    this.#startedAt ??= now
    if (progress.phase === "done") {
      this.stop()
      if (progress.skipped > 0) this.#stderr.write(`${safeText(skippedSentence(progress))}\n`)
      return
    }
    const elapsed = now - this.#startedAt
    const isDue = progress.phase === "indexing" || now - this.#shownAt >= betweenMillis
    if (!this.#stderr.isTTY || elapsed < quickMillis || !isDue) return
    this.#shownAt = now
    this.#isShown = true
    this.#stderr.write(eraseLine + lineOf(progress, elapsed).slice(0, this.#stderr.columns - 1))
  }

  readonly clear = (): void => {
    if (this.#isShown) this.#stderr.write(eraseLine)
    this.#isShown = false
  }

  readonly stop = (): void => {
    this.clear()
    this.#startedAt = undefined
  }
}
