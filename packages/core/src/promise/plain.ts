import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { QuotaState as EffectQuotaState } from "../budget/Quota.ts"
import type { WalkReport as EffectWalkReport } from "../CallOptions.ts"
import type { Estimate as EffectEstimate } from "../Estimate.ts"
import { InvalidQuery } from "../PublicRecordsError.ts"
import type { ComplaintInput } from "../queries/ComplaintInput.ts"
import { complaintInputFields, ComplaintQuery, UncheckedComplaintQuery } from "../queries/ComplaintQuery.ts"
import type { NoticeInput } from "../queries/NoticeInput.ts"
import { noticeInputFields, NoticeQuery, UndocumentedNoticeQuery } from "../queries/NoticeQuery.ts"
import { fieldLabel } from "../queries/QueryInput.ts"
import { nextOffset, type Page as EffectPage } from "../records/Page.ts"
import type { WalkedPage as EffectWalkedPage } from "../walk/walk.ts"

/** An input some of whose members may also be numbers or booleans. */
type PlainInput<Input, Numbers extends keyof Input, Booleans extends keyof Input = never> = {
  readonly [Field in keyof Input]:
    | Input[Field]
    | (Field extends Numbers ? number : never)
    | (Field extends Booleans ? boolean : never)
}

/** A query for complaints as a plain object, such as `{ state: "Ohio", limit: 10 }`. */
export interface PlainComplaintQuery extends PlainInput<ComplaintInput, "areaCode" | "limit" | "offset", "robocall"> {
  /** Excludes `NoticeQuery`, which also has a limit and an offset. */
  readonly toUrlParams?: never
}

/** A query for notices as a plain object, such as `{ title: "media", sortBy: "changed" }`. */
export interface PlainNoticeQuery extends PlainInput<NoticeInput, "transactionNumber" | "limit" | "offset"> {
  /** Excludes `ComplaintQuery`, which also has a limit and an offset. */
  readonly toUrlParams?: never
}

export type AnyComplaintQuery = ComplaintQuery | UncheckedComplaintQuery | PlainComplaintQuery

export type AnyNoticeQuery = NoticeQuery | UndocumentedNoticeQuery | PlainNoticeQuery

const toText = (field: string, value: unknown): Result.Result<string | undefined, string> => {
  if (value === undefined || value === null) return Result.succeed(undefined)
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? Result.succeed(String(value))
    : Result.fail(`The ${fieldLabel(field)} must be a string, a number or a boolean.`)
}

/** Converts the members of a plain object to strings. **Fails with** `InvalidQuery` for an unknown member. */
const toInput = (
  query: object,
  collection: string,
  fields: ReadonlySet<string>
): Effect.Effect<{ readonly [field: string]: string | undefined }, InvalidQuery> => {
  const problems: Array<{ readonly field: string; readonly rule: string }> = []
  const texts: Array<readonly [string, string | undefined]> = []
  for (const [field, value] of Object.entries(query)) {
    const text = fields.has(field)
      ? toText(field, value)
      : Result.fail(`A query for ${collection} has no member "${field}". Check the spelling or remove it.`)
    if (Result.isSuccess(text)) texts.push([field, text.success])
    else problems.push({ field, rule: text.failure })
  }
  return problems.length === 0 ? Effect.succeed(Object.fromEntries(texts)) : Effect.fail(new InvalidQuery({ problems }))
}

/** Parses a query unless it is already parsed. **Fails with** `InvalidQuery`. */
export const toComplaintQuery = (
  query: AnyComplaintQuery = {}
): Effect.Effect<ComplaintQuery | UncheckedComplaintQuery, InvalidQuery> =>
  query instanceof ComplaintQuery || query instanceof UncheckedComplaintQuery
    ? Effect.succeed(query)
    : Effect.flatMap(toInput(query, "complaints", complaintInputFields), ComplaintQuery.fromInput)

export const toNoticeQuery = (
  query: AnyNoticeQuery = {}
): Effect.Effect<NoticeQuery | UndocumentedNoticeQuery, InvalidQuery> =>
  query instanceof NoticeQuery || query instanceof UndocumentedNoticeQuery
    ? Effect.succeed(query)
    : Effect.flatMap(toInput(query, "notices", noticeInputFields), NoticeQuery.fromInput)

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
