export { type FaultControl } from "./faults/FaultControl.ts"
export { FaultKind } from "./faults/faultKinds.ts"
export { Fault, FaultSchedule, NextFault } from "./faults/FaultSchedule.ts"
export { type FaultHistoryEntry } from "./faults/FaultHistory.ts"
export { type ProfileName } from "./Profile.ts"
export { type Certificate } from "./socket/Certificate.ts"
export { type DataSetSummary, type OpenedRecords } from "./dataset/DataSet.ts"
export { type LoadProgress } from "./dataset/LoadProgress.ts"
export { type Quirks } from "./Quirks.ts"
export { ReferenceServer } from "./ReferenceServer.ts"
export { type ReferenceServerShape } from "./ReferenceServerShape.ts"
export { type RequestLogEntry } from "./observability/RequestLogEntry.ts"
export { stockBurstLimits } from "./gateway/QuotaGate.ts"
export { type SiteGap, type SiteOptions, type SiteUpload } from "./SiteOptions.ts"
export { ReferenceServerError } from "./ReferenceServerError.ts"
export {
  type RateLimit,
  type ReferenceServerOptions,
  type SocketOptions,
  type TlsOption
} from "./ReferenceServerOptions.ts"
export {
  type FaultScript,
  type RunningReferenceServer,
  startReferenceServer,
  type StartOptions
} from "./startReferenceServer.ts"
