import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import type { QuotaState as EffectQuotaState } from "../budget/Quota.ts"
import type { WalkReport as EffectWalkReport } from "../CallOptions.ts"
import type { Estimate as EffectEstimate } from "../Estimate.ts"
import type { ComplaintQuery, PlainComplaintQuery, UncheckedComplaintQuery } from "../queries/ComplaintQuery.ts"
import type { NoticeQuery, PlainNoticeQuery, UndocumentedNoticeQuery } from "../queries/NoticeQuery.ts"
import type { Page as EffectPage } from "../records/Page.ts"

export type AnyComplaintQuery = ComplaintQuery | UncheckedComplaintQuery | PlainComplaintQuery

export type AnyNoticeQuery = NoticeQuery | UndocumentedNoticeQuery | PlainNoticeQuery

/** An object with `null` instead of `Option.none()`. */
type Plain<A> = {
  readonly [Member in keyof A]: A[Member] extends Option.Option<infer Value> ? Value | null : A[Member]
}

export function toPlain<A extends object>(value: A): Plain<A>
export function toPlain(value: object): object {
  const members = Object.entries(value).map(([name, member]) => [
    name,
    Option.isOption(member) ? Option.getOrNull(member) : member
  ])
  return Object.fromEntries(members)
}

/**
 * One page of a list. `total` is the reported total, or `null`. `received` includes the rejected records. The next page begins
 * at `offset + received`.
 */
export interface Page<Record> extends Plain<EffectPage<Record>> {}

/** The numbers of records and requests of a walk. `claimedTotal` and `agrees` are `null` if the service reported no total. */
export interface WalkReport extends Plain<EffectWalkReport> {}

/** The state of a key's budget. Unknown members are `null`, as is `nextRequestAt` if a request may be sent immediately. */
export interface QuotaState extends Plain<EffectQuotaState> {}

/** The cost of reading every record of a query. Each member is `null` if the service reports no total. */
export interface Estimate extends Omit<Plain<EffectEstimate>, "time"> {
  readonly milliseconds: number | null
}

export const toPlainEstimate = ({ time, ...counts }: EffectEstimate): Estimate => ({
  ...toPlain(counts),
  milliseconds: Option.getOrNull(Option.map(time, Duration.toMillis))
})
