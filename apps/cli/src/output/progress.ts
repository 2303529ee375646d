import { Clock, Effect } from "effect"
import { type StatusOutput } from "./StatusOutput.ts"

/** Shows a share from 0 to 1 as a percentage. */
export const showShare = (status: StatusOutput) => {
  let shown = -1
  return (share: number): void => {
    const percent = Math.floor(share * 100)
    if (percent !== shown && percent < 100) Effect.runSync(status.progress(`${percent} %`))
    shown = percent
  }
}

/** Faster work needs no progress, which would only flash. */
const showAfterMillis = 1_000

/** Returns a function that shows the progress of work, once it has taken a second. */
export const makeProgress = (status: StatusOutput) =>
  Clock.clockWith((clock) => {
    const show = showShare(status)
    const began = clock.currentTimeMillisUnsafe()
    return Effect.succeed((share: number): void => {
      if (clock.currentTimeMillisUnsafe() - began >= showAfterMillis) show(share)
    })
  })
