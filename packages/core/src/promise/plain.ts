import { Duration, Option, Predicate } from "effect"
import { type StreamOptions } from "../CallOptions.ts"
import { type Estimate as EffectEstimate } from "../Estimate.ts"
import { type Page as EffectPage } from "../records/Page.ts"
import { type QuotaState as EffectQuotaState } from "../budget/Quota.ts"

type EffectWalkReport = Parameters<NonNullable<StreamOptions["onReport"]>>[0]

/** The same without `Option`: what is not there is `null`, in lists and in members too. */
type Plain<A> =
  A extends Option.Option<infer Value>
    ? Plain<Value> | null
    : A extends ReadonlyArray<infer Element>
      ? ReadonlyArray<Plain<Element>>
      : A extends object
        ? { readonly [Member in keyof A]: Plain<A[Member]> }
        : A

/**
 * One page of a list. `total` is the service's claim, `null` where it makes none; `received` counts the rejected records
 * too, and the next page begins at `offset + received`.
 */
export interface Page<Record> extends Omit<EffectPage<Record>, "total"> {
  readonly total: number | null
}

/** What a walk did. `claimedTotal` and `agrees` are `null` where the service claimed no total. */
export interface WalkReport extends Plain<EffectWalkReport> {}

/** What is left of a key's budget; `null` where the service has not said, or where a request may go at once. */
export interface QuotaState extends Plain<EffectQuotaState> {}

/** What it takes to read every record of a query; each is `null` where the service tells no total. */
export interface Estimate {
  readonly records: number | null
  readonly pages: number | null
  readonly requests: number | null
  readonly milliseconds: number | null
}

function plain<A>(value: A): Plain<A>
function plain(value: unknown): unknown {
  if (Option.isOption(value)) return Option.isSome(value) ? plain(value.value) : null
  if (Array.isArray(value)) return value.map((element: unknown) => plain(element))
  if (!Predicate.isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, plain(inner)]))
}

/** A page as it is, but for its total; its records are not copied. */
export const plainPage = <Record>(page: EffectPage<Record>): Page<Record> => ({
  ...page,
  total: Option.getOrNull(page.total)
})

/** The report of a walk, the reports inside it included. */
export const plainReport = (report: EffectWalkReport): WalkReport => plain(report)

/** The state of a budget. */
export const plainQuota = (quota: EffectQuotaState): QuotaState => plain(quota)

/** An estimate, its time in milliseconds. */
export const plainEstimate = ({ records, pages, requests, time }: EffectEstimate): Estimate => ({
  records: Option.getOrNull(records),
  pages: Option.getOrNull(pages),
  requests: Option.getOrNull(requests),
  milliseconds: Option.getOrNull(Option.map(time, Duration.toMillis))
})
