import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import type { QuotaState as EffectQuotaState } from "../budget/Quota.ts"
import type { WalkReport as EffectWalkReport } from "../CallOptions.ts"
import type { Estimate as EffectEstimate } from "../Estimate.ts"
import type { ComplaintQuery, PlainComplaintQuery, UncheckedComplaintQuery } from "../queries/ComplaintQuery.ts"
import type { NoticeQuery, PlainNoticeQuery, UndocumentedNoticeQuery } from "../queries/NoticeQuery.ts"
import { nextOffset, type Page as EffectPage } from "../records/Page.ts"
import type { WalkedPage as EffectWalkedPage } from "../walk/walk.ts"

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
 * One page of a list. `total` is the reported total, or `null`. `received` includes the rejected records. `nextOffset` is where
 * the next page begins, or `null` after an empty page, which ends every list.
 */
export interface Page<Record> extends Omit<Plain<EffectPage<Record>>, "ids"> {
  readonly nextOffset: number | null
}

export const toPlainPage = <Record>(page: EffectPage<Record>): Page<Record> => {
  const { ids: _, ...others } = page
  return { ...toPlain(others), nextOffset: Option.getOrNull(nextOffset(page)) }
}

/** The numbers of records and requests of a walk. `claimedTotal` and `agrees` are `null` if the service reported no total. */
export interface WalkReport extends Plain<EffectWalkReport> {}

/** A page of a walk, without the records that came before, and the position after it. Plain data. */
export interface WalkedPage<Record> extends Omit<EffectWalkedPage<Record>, "report"> {
  /** The whole walk up to here, including the part before it was resumed. */
  readonly report: WalkReport
}

export const toPlainWalkedPage = <Record>(page: EffectWalkedPage<Record>): WalkedPage<Record> => ({
  ...page,
  report: toPlain(page.report)
})

/** The state of a key's budget. Unknown members are `null`, as is `nextRequestAt` if a request may be sent immediately. */
export interface Quota extends Omit<Plain<EffectQuotaState>, "nextRequestAt"> {
  readonly nextRequestAt: Date | null
}

export const toPlainQuota = ({ nextRequestAt, ...counts }: EffectQuotaState): Quota => ({
  ...toPlain(counts),
  nextRequestAt: Option.getOrNull(Option.map(nextRequestAt, (time) => new Date(time)))
})

/** The cost of reading every record of a query. Each member is `null` if the service reports no total. */
export interface Estimate extends Omit<Plain<EffectEstimate>, "time"> {
  readonly milliseconds: number | null
}

export const toPlainEstimate = ({ time, ...counts }: EffectEstimate): Estimate => ({
  ...toPlain(counts),
  milliseconds: Option.getOrNull(Option.map(time, Duration.toMillis))
})
