import { type MirrorStatus } from "@public-records/mirror"

/** Returns sentences about when the mirror was last synced, and when and why that last failed. */
export const syncTrace = ({ sync }: Pick<MirrorStatus, "sync">): ReadonlyArray<string> => {
  if (sync === null) return []
  const { lastFailure, lastSuccess } = sync
  const succeeded = lastSuccess === null ? "No sync has succeeded yet." : `Last synced at ${lastSuccess.toISOString()}.`
  return lastFailure === null
    ? [succeeded]
    : [succeeded, `The last sync that failed was at ${lastFailure.at.toISOString()}: ${lastFailure.why}`]
}

/** Whether the last sync failed. */
export const hasFailedLast = ({ sync }: Pick<MirrorStatus, "sync">): boolean =>
  sync !== null && sync.lastFailure !== null && (sync.lastSuccess === null || sync.lastSuccess < sync.lastFailure.at)
