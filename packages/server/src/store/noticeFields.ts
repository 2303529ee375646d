import type { PlainNotice } from "@public-records/files/PlainNotice"

/** A field of a notice for filters and sorts: case-insensitive strings, or a point in time. */
export type NoticeField =
  | { readonly _tag: "Strings"; readonly of: (notice: PlainNotice) => ReadonlyArray<string> }
  | { readonly _tag: "Instant"; readonly of: (notice: PlainNotice) => string }

const string = (of: (notice: PlainNotice) => string): NoticeField => ({
  _tag: "Strings",
  of: (notice) => (of(notice) === "" ? [] : [of(notice)])
})

const updated: NoticeField = { _tag: "Instant", of: (notice) => notice.updated }

/** The fields by their names in requests. `changed` is a documented alias of `updated`. */
export const noticeFields: ReadonlyMap<string, NoticeField> = new Map([
  ["id", string((notice) => notice.id)],
  ["title", string((notice) => notice.title)],
  ["transaction-number", string((notice) => notice.transactionNumber)],
  ["acquiring-party", string((notice) => notice.acquiringParty)],
  ["acquired-party", string((notice) => notice.acquiredParty)],
  ["acquired-entities", { _tag: "Strings", of: (notice: PlainNotice) => notice.acquiredEntities }],
  ["tags", { _tag: "Strings", of: (notice: PlainNotice) => notice.tags ?? [] }],
  ["date", string((notice) => notice.date)],
  ["created", { _tag: "Instant", of: (notice: PlainNotice) => notice.created }],
  ["updated", updated],
  ["changed", updated]
])
