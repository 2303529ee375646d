import { type MirrorStatus } from "@public-records/mirror"
import { counted } from "@public-records/text/counts"
import { named } from "./mirrorAnswer.ts"

/** Returns the sentences about what was read while the clock was ahead. */
const aheadTexts = ({ days, notices }: MirrorStatus["ahead"]): ReadonlyArray<string> => {
  const read = [
    ...(days.length === 0 ? [] : [`${counted(days.length, "day", "days")} (${named(days)})`]),
    ...(notices ? ["the notices"] : [])
  ]
  if (read.length === 0) return []
  const what = `Read by a clock that was ahead: ${read.join(" and ")}, unless the clock is behind now.`
  return [`${what} They count as not read; the next sync reads what is published.`]
}

/** Says how old the newest daily file is, and why there is no newer one. */
export const newestFileTexts = (label: string, nothingNew: MirrorStatus["nothingNew"]): ReadonlyArray<string> =>
  nothingNew === null ? [] : [`${label}: ${nothingNew.why}.`]

/**
 * Returns sentences about when the mirror was last synced, when and why that last failed, how old the newest daily file is, and what a
 * wrong clock read.
 */
export const syncTrace = ({
  ahead,
  nothingNew,
  sync
}: Pick<MirrorStatus, "ahead" | "nothingNew" | "sync">): ReadonlyArray<string> => [
  ...runTexts(sync),
  ...newestFileTexts("Daily files", nothingNew),
  ...aheadTexts(ahead)
]

const runTexts = (sync: MirrorStatus["sync"]): ReadonlyArray<string> => {
  if (sync === null) return []
  const { lastFailure, lastSuccess } = sync
  const succeeded = lastSuccess === null ? "No sync has succeeded yet." : `Last synced at ${lastSuccess.toISOString()}.`
  return lastFailure === null
    ? [succeeded]
    : [succeeded, `The last sync that failed was at ${lastFailure.at.toISOString()}: ${lastFailure.why}`]
}

/** Whether the last sync failed, or a sync read while the clock was ahead. */
export const needsSync = ({ ahead, sync }: Pick<MirrorStatus, "ahead" | "sync">): boolean =>
  ahead.notices || ahead.days.length > 0 || hasFailedLast(sync)

const hasFailedLast = (sync: MirrorStatus["sync"]): boolean =>
  sync !== null && sync.lastFailure !== null && (sync.lastSuccess === null || sync.lastSuccess < sync.lastFailure.at)
