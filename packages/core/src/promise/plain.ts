import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import type { QuotaState as EffectQuotaState } from "../budget/Quota.ts"
import type { Estimate as EffectEstimate } from "../Estimate.ts"
import type { Estimate, Quota } from "./api.ts"

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

export const toPlainQuota = ({ nextRequestAt, ...counts }: EffectQuotaState): Quota => ({
  ...toPlain(counts),
  nextRequestAt: Option.getOrNull(Option.map(nextRequestAt, (time) => new Date(time)))
})

export const toPlainEstimate = ({ time, ...counts }: EffectEstimate): Estimate => ({
  ...toPlain(counts),
  milliseconds: Option.getOrNull(Option.map(time, Duration.toMillis))
})
