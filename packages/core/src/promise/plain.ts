import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import type { QuotaState as EffectQuotaState } from "../budget/Quota.ts"
import type { Estimate as EffectEstimate } from "../Estimate.ts"
import type { ComplaintQuery, PlainComplaintQuery, UncheckedComplaintQuery } from "../queries/ComplaintQuery.ts"
import type { NoticeQuery, PlainNoticeQuery, UndocumentedNoticeQuery } from "../queries/NoticeQuery.ts"

export type AnyComplaintQuery = ComplaintQuery | UncheckedComplaintQuery | PlainComplaintQuery

export type AnyNoticeQuery = NoticeQuery | UndocumentedNoticeQuery | PlainNoticeQuery

/** An object with `null` instead of `Option.none()`. */
type Plain<A> = {
  readonly [Member in keyof A]: A[Member] extends Option.Option<infer Value> ? Value | null : A[Member]
}

function toPlain<A extends object>(value: A): Plain<A>
function toPlain(value: object): object {
  const members = Object.entries(value).map(([name, member]) => [
    name,
    Option.isOption(member) ? Option.getOrNull(member) : member
  ])
  return Object.fromEntries(members)
}

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
