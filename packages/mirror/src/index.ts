export { ParquetFailure } from "@public-records/files/parquetFile"
export { type Blocklist, BlocklistRefused, BlocklistRule, type ListedNumber } from "./blocklist/Blocklist.ts"
export {
  blocklistChanges,
  type BlocklistFormat,
  blocklistFormats,
  blocklistManifest,
  blocklistText,
  readBlocklist
} from "./blocklist/formats.ts"
export { ownerOf } from "./blocklist/publicLines.ts"
export { type KnownRange, knownGapsIn } from "./store/knownGaps.ts"
export { problemOfNumber } from "./numbers/NumberSearch.ts"
export { parseAllowList } from "./blocklist/allowList.ts"
export { type ImportedDay, type ImportEvent, ImportOptions, type ImportReport, type Outcome } from "./ImportEvent.ts"
export { type Compaction, Mirror, MirrorOptions, ReportOptions } from "./Mirror.ts"
export { type LoadedRecords, mirrorOfRecords } from "./mirrorOfRecords.ts"
export { MirrorError, MirrorProblem } from "./MirrorError.ts"
export { SiteError, SiteProblem } from "./SiteError.ts"
export * from "./MirrorQuery.ts"
export * from "./MirrorStatus.ts"
export { type DayComplaints, type DayFile, type ParquetFile } from "./questions/day.ts"
export { mirrorVersion } from "./store/schema.ts"
export { crawlDelay, firstFile, meanMegabytes, secondsPerFile } from "./site/ftcSite.ts"
export { type SyncSource, type SyncSources } from "./sync/SyncSource.ts"
export * from "./SyncEvent.ts"
export { openServedRecords, type ServedConditions } from "./ServedRecords.ts"
