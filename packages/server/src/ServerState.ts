import { Effect, Semaphore } from "effect"
import { bundledFolder } from "./bundledFolder.ts"
import type { DataSet, DataSetSummary } from "./dataset/DataSet.ts"
import { loadDataSet } from "./dataset/loadDataSet.ts"
import { applyRecordQuirks } from "./dataset/recordQuirks.ts"
import { faultControlOf, makeFaultInjector } from "./faults/FaultControl.ts"
import type { FaultInjector } from "./faults/FaultInjector.ts"
import { identityTransform, type PageTransform, startingEarly } from "./faults/PageTransform.ts"
import { QuotaGate } from "./gateway/QuotaGate.ts"
import { inProcessUrl } from "./inProcessUrl.ts"
import { requestLog } from "./observability/requestLog.ts"
import { checkOptions } from "./OptionRules.ts"
import { type Profile, profiles, withTotals } from "./Profile.ts"
import type { Quirks } from "./Quirks.ts"
import type { ReferenceServerError } from "./ReferenceServerError.ts"
import type { ReferenceServerOptions } from "./ReferenceServerOptions.ts"
import type { SiteOptions } from "./SiteOptions.ts"
import type { Complaints } from "./store/ComplaintStore.ts"

/** The state of a server: everything that a response depends on, apart from the request. */
export interface ServerState {
  /** A reload replaces it between two responses. */
  dataSet: DataSet
  /** The complaints in the daily files of the site. Quirks of records and added records do not affect them. */
  published: Complaints
  readonly profile: Profile
  readonly quirks: Quirks
  readonly site: SiteOptions
  readonly apiKeys: ReadonlySet<string>
  /** `undefined` without limits. */
  readonly quota: QuotaGate | undefined
  readonly faults: FaultInjector
  /** The effect of quirks on every page of a list. A fault that transforms the page replaces it. */
  readonly transformPage: PageTransform
  /** Without a trailing slash. A server on a socket replaces it when it knows its port. */
  baseUrl: string
  /** The folder of the bundled files. */
  readonly bundledData: URL
  readonly log: ReturnType<typeof requestLog> | undefined
  readonly reload: Effect.Effect<DataSetSummary, ReferenceServerError>
}

/** Returns the limits, if any. The headers report the first one: `rateLimit`, or the first burst limit if that is off. */
const makeQuota = ({
  burstLimits = [],
  rateLimit = { limit: 1_000, window: "1 hour" }
}: ReferenceServerOptions): QuotaGate | undefined => {
  const [first, ...others] = rateLimit === "off" ? burstLimits : [rateLimit, ...burstLimits]
  return first === undefined ? undefined : new QuotaGate(first, ...others)
}

/** Checks the options and loads the data. */
export const makeServerState = Effect.fnUntraced(function* (
  options: ReferenceServerOptions
): Effect.fn.Return<ServerState, ReferenceServerError> {
  yield* checkOptions(options)
  const { apiKeys = ["DEMO_KEY"], log, profile = "documented", quirks = {}, seed = 1, site = {} } = options
  const load = Effect.flatMap(loadDataSet(options), (records) =>
    Effect.map(applyRecordQuirks(records, quirks, seed), (dataSet) => ({ dataSet, published: records.complaints }))
  )
  // One at a time, because an older one could otherwise finish last.
  const reloads = yield* Semaphore.make(1)
  const keys = new Set(apiKeys)
  const state: ServerState = {
    faults: yield* makeFaultInjector(options.faults),
    ...(yield* load),
    profile: withTotals(profiles[profile], quirks.totals),
    quirks,
    site,
    apiKeys: keys,
    quota: makeQuota(options),
    transformPage: quirks.overlaps === undefined ? identityTransform : startingEarly(quirks.overlaps),
    baseUrl: inProcessUrl,
    bundledData: options.bundledData ?? bundledFolder,
    log: log && requestLog(log, keys),
    reload: reloads.withPermit(
      Effect.map(load, (loaded) => {
        Object.assign(state, loaded)
        return loaded.dataSet.summary
      })
    )
  }
  return state
})

/** Returns the members of a running server that control its data and faults. */
export const controlsOf = (state: ServerState) => ({
  reload: state.reload,
  faults: faultControlOf(state.faults),
  get dataSet() {
    return state.dataSet.summary
  }
})
