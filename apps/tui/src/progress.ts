import type { Clock } from "effect"

/** The time between two frames that show the progress of a question. */
const betweenMillis = 250

/**
 * Returns a function that shows the finished share of a question in percent: the first one, and then at most four in a second,
 * because each of them draws the screen.
 */
export const showProgress = (clock: Clock.Clock, show: (percent: number) => void): ((share: number) => void) => {
  let shownAt = Number.NEGATIVE_INFINITY
  return (share) => {
    const now = clock.currentTimeMillisUnsafe()
    if (now - shownAt < betweenMillis) return
    shownAt = now
    show(Math.floor(share * 100))
  }
}
