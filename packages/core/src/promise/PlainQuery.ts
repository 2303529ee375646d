import { Effect, Result } from "effect"
import { type ComplaintInput } from "../queries/ComplaintInput.ts"
import { ComplaintQuery, UncheckedComplaintQuery } from "../queries/ComplaintQuery.ts"
import { type NoticeInput } from "../queries/NoticeInput.ts"
import { NoticeQuery, UndocumentedNoticeQuery } from "../queries/NoticeQuery.ts"
import { InvalidQuery } from "../PublicRecordsError.ts"
import { fieldLabel } from "../queries/QueryInput.ts"

/**
 * A question for complaints in plain values, checked before anything is sent: `{ state: "Ohio", limit: 10 }`.
 *
 * **Units** as `ComplaintInput` has them; numbers and booleans may stand for their text.
 */
export interface PlainComplaintQuery extends Omit<ComplaintInput, "areaCode" | "robocall" | "limit" | "offset"> {
  readonly areaCode?: string | number | undefined
  readonly robocall?: string | boolean | undefined
  readonly limit?: string | number | undefined
  readonly offset?: string | number | undefined
  /** A query of the other collection, which holds page and offset too, is none of these. */
  readonly toUrlParams?: never
}

/**
 * A question for notices in plain values, checked before anything is sent: `{ title: "media", sortBy: "changed" }`.
 *
 * **Units** as `NoticeInput` has them; numbers may stand for their text.
 */
export interface PlainNoticeQuery extends Omit<NoticeInput, "transactionNumber" | "limit" | "offset"> {
  readonly transactionNumber?: string | number | undefined
  readonly limit?: string | number | undefined
  readonly offset?: string | number | undefined
  /** A query of the other collection, which holds page and offset too, is none of these. */
  readonly toUrlParams?: never
}

/** Which complaints: a query, or plain values that are checked. */
export type AnyComplaintQuery = ComplaintQuery | UncheckedComplaintQuery | PlainComplaintQuery

/** Which notices: a query, or plain values that are checked. */
export type AnyNoticeQuery = NoticeQuery | UndocumentedNoticeQuery | PlainNoticeQuery

const complaintFields = {
  createdDate: true,
  createdFrom: true,
  createdTo: true,
  violationDate: true,
  violationFrom: true,
  violationTo: true,
  state: true,
  city: true,
  areaCode: true,
  robocall: true,
  sort: true,
  limit: true,
  offset: true
} as const satisfies { readonly [Field in keyof ComplaintInput]-?: true }

const noticeFields = {
  title: true,
  titleContains: true,
  titleExactly: true,
  transactionNumber: true,
  acquiringParty: true,
  acquiredParty: true,
  date: true,
  id: true,
  sortBy: true,
  sort: true,
  limit: true,
  offset: true
} as const satisfies { readonly [Field in keyof NoticeInput]-?: true }

const textOf = (field: string, value: unknown): Result.Result<string | undefined, string> => {
  if (value === undefined || value === null) return Result.succeed(undefined)
  if (typeof value === "string") return Result.succeed(value)
  return typeof value === "number" || typeof value === "boolean"
    ? Result.succeed(String(value))
    : Result.fail(`The ${fieldLabel(field)} is a text, a number or a boolean; write it as one.`)
}

/** The texts of plain values. **Fails with** `InvalidQuery` for a member that no query has, rather than pass it over. */
const textsOf = (
  query: object,
  collection: string,
  fields: object
): Effect.Effect<{ readonly [field: string]: string | undefined }, InvalidQuery> => {
  const problems: Array<{ readonly field: string; readonly rule: string }> = []
  const texts: Array<readonly [string, string | undefined]> = []
  for (const [field, value] of Object.entries(query)) {
    const text = Object.hasOwn(fields, field)
      ? textOf(field, value)
      : Result.fail(`A query for ${collection} has no member "${field}"; leave it out, or write it as it is called.`)
    if (Result.isSuccess(text)) texts.push([field, text.success])
    else problems.push({ field, rule: text.failure })
  }
  return problems.length === 0 ? Effect.succeed(Object.fromEntries(texts)) : Effect.fail(new InvalidQuery({ problems }))
}

/** The query that is meant. **Fails with** `InvalidQuery`, before anything is sent. */
export const complaintQueryOf = (
  query: AnyComplaintQuery
): Effect.Effect<ComplaintQuery | UncheckedComplaintQuery, InvalidQuery> =>
  query instanceof ComplaintQuery || query instanceof UncheckedComplaintQuery
    ? Effect.succeed(query)
    : Effect.flatMap(textsOf(query, "complaints", complaintFields), ComplaintQuery.fromInput)

/** The query that is meant. **Fails with** `InvalidQuery`, before anything is sent. */
export const noticeQueryOf = (
  query: AnyNoticeQuery
): Effect.Effect<NoticeQuery | UndocumentedNoticeQuery, InvalidQuery> =>
  query instanceof NoticeQuery || query instanceof UndocumentedNoticeQuery
    ? Effect.succeed(query)
    : Effect.flatMap(textsOf(query, "notices", noticeFields), NoticeQuery.fromInput)
