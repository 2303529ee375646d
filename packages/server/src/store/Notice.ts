import { DateTime, Option } from "effect"

/** One notice, with its values as the wire has them. */
export interface NoticeValues {
  readonly id: string
  readonly title: string
  readonly transactionNumber: string
  readonly acquiringParty: string
  readonly acquiredParty: string
  readonly acquiredEntities: ReadonlyArray<string>
  readonly date: string
  readonly created: string
  readonly updated: string
  /** Nothing where the data set has none. */
  readonly tags: ReadonlyArray<string> | undefined
  /** The revision that the record's links name. */
  readonly revision: string
}

/** A field of a notice that a filter or a sort can name: texts, compared case aside, or one instant. */
export type NoticeField =
  | { readonly _tag: "Texts"; readonly of: (notice: NoticeValues) => ReadonlyArray<string> }
  | { readonly _tag: "Instant"; readonly of: (notice: NoticeValues) => string }

const text = (of: (notice: NoticeValues) => string): NoticeField => ({
  _tag: "Texts",
  of: (notice) => (of(notice) === "" ? [] : [of(notice)])
})

const updated: NoticeField = { _tag: "Instant", of: (notice) => notice.updated }

/** The fields by their names on the wire; `changed` is the documented other name of `updated`. */
export const noticeFields: ReadonlyMap<string, NoticeField> = new Map([
  ["id", text((notice) => notice.id)],
  ["title", text((notice) => notice.title)],
  ["transaction-number", text((notice) => notice.transactionNumber)],
  ["acquiring-party", text((notice) => notice.acquiringParty)],
  ["acquired-party", text((notice) => notice.acquiredParty)],
  ["acquired-entities", { _tag: "Texts", of: (notice: NoticeValues) => notice.acquiredEntities }],
  ["tags", { _tag: "Texts", of: (notice: NoticeValues) => notice.tags ?? [] }],
  ["date", text((notice) => notice.date)],
  ["created", { _tag: "Instant", of: (notice: NoticeValues) => notice.created }],
  ["updated", updated],
  ["changed", updated]
])

/** Milliseconds since 1970 of a date, or of a date and time; without a zone, in UTC. */
export const instantOf = (moment: string): number | undefined =>
  Option.getOrUndefined(
    Option.map(
      DateTime.make(/[zZ]$|[+-]\d\d:?\d\d$|^.{10}$/.test(moment) ? moment : `${moment}Z`),
      DateTime.toEpochMillis
    )
  )
