import { counted, grouped } from "@public-records/text/counts"
import { type LoadProgress } from "@public-records/server"
import { safeText } from "@public-records/text/safeText"
import { type Clock } from "effect"
import { type WriteStream } from "node:tty"

const eraseLine = "\r\u001B[K"

// A faster load needs no progress, and more frequent updates would be unreadable.
const showAfterMillis = 1_000
const updateIntervalMillis = 200

const lineOf = ({ phase, records, share, skipped }: LoadProgress, elapsedMillis: number): string => {
  const invalid = skipped === 0 ? "" : `, ${grouped(skipped)} invalid`
  if (phase !== "reading") return `Indexing ${counted(records, "record", "records")}${invalid}`
  const rate = grouped(Math.round((records / elapsedMillis) * 1_000))
  const part = share === undefined ? "" : `, ${Math.floor(share * 100)}%`
  return `Loading: ${counted(records, "record", "records")}, ${rate} per second${part}${invalid}`
}

const skippedMessage = ({ firstSkipped, skipped }: LoadProgress): string => {
  const first = skipped > firstSkipped.length ? ". The first ones" : ""
  return `${counted(skipped, "invalid record was", "invalid records were")} skipped${first}: ${firstSkipped.join("; ")}.`
}

/** Shows the progress of loading data as a temporary line on a terminal. Reports skipped records on any standard error. */
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

  readonly update = (progress: LoadProgress): void => {
    const now = this.#clock.currentTimeMillisUnsafe()
    this.#startedAt ??= now
    if (progress.phase === "done") {
      this.stop()
      if (progress.skipped > 0) this.#stderr.write(`${safeText(skippedMessage(progress))}\n`)
      return
    }
    const elapsed = now - this.#startedAt
    const isDue = progress.phase === "indexing" || now - this.#shownAt >= updateIntervalMillis
    if (!this.#stderr.isTTY || elapsed < showAfterMillis || !isDue) return
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
