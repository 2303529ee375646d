import type { NoticeFilter, NoticeSort, SortOrder, TitleFilter, UndocumentedNoticeQuery } from "@public-records/core"
import { matchesKeywords, readKeywords } from "@public-records/files/keywords"
import type { PlainNotice } from "@public-records/files/PlainNotice"
import { compareText, foldCase, instantOf } from "@public-records/files/text"
import { allRows, type Database, type Row, text, textOrNull } from "../store/Database.ts"
import { Remembered } from "../store/Remembered.ts"
import type { Steps } from "../store/steps.ts"

/** The filter of a documented query, or one with a range of dates. */
type AnyNoticeFilter = NoticeFilter | UndocumentedNoticeQuery["filter"]

const matchesTitle = (title: string, filter: TitleFilter): boolean => {
  if (filter._tag === "Keywords") return matchesKeywords(readKeywords(filter.words))(title)
  if (filter._tag === "Contains") return title !== "" && foldCase(title).includes(foldCase(filter.text))
  return foldCase(title) === foldCase(filter.title)
}

const equals = (value: string, wanted: string | undefined): boolean =>
  wanted === undefined || (value !== "" && foldCase(value) === foldCase(wanted))

const matchesDate = (value: string, date: AnyNoticeFilter["date"]): boolean => {
  if (date === undefined || typeof date === "string") return equals(value, date)
  return (date.from === undefined || value >= date.from) && (date.to === undefined || value <= date.to)
}

const matches = (notice: PlainNotice, filter: AnyNoticeFilter): boolean =>
  equals(notice.id, filter.id) &&
  equals(notice.transactionNumber, filter.transactionNumber) &&
  equals(notice.acquiringParty, filter.acquiringParty) &&
  equals(notice.acquiredParty, filter.acquiredParty) &&
  matchesDate(notice.date, filter.date) &&
  (filter.title === undefined || matchesTitle(notice.title, filter.title))

const storedNotice = (row: Row): PlainNotice => {
  const tags = textOrNull(row, "tags")
  return {
    id: text(row, "id"),
    title: text(row, "title"),
    transactionNumber: text(row, "transaction_number"),
    acquiringParty: text(row, "acquiring_party"),
    acquiredParty: text(row, "acquired_party"),
    acquiredEntities: JSON.parse(text(row, "acquired_entities")),
    date: text(row, "date"),
    created: text(row, "created"),
    updated: text(row, "updated"),
    tags: tags === null ? undefined : JSON.parse(tags),
    revision: text(row, "revision")
  }
}

/** There are a few thousand notices, so that lists are filtered in memory. */
const remembered = new Remembered<ReadonlyArray<PlainNotice>>()

/** Returns all notices of a mirror, except those that the service no longer has. */
export function* allNotices(db: Database): Steps<ReadonlyArray<PlainNotice>> {
  const known = remembered.of(db)
  const notices =
    known.get("all") ??
    (yield* allRows(db, "select * from notices where gone is null order by rowid", [], storedNotice))
  known.set("all", notices)
  return notices
}

interface NoticeList {
  readonly filter: AnyNoticeFilter
  readonly sortBy: NoticeSort
  readonly order: SortOrder
  readonly limit: number
  readonly offset: number
}

/** Returns a page of the notices that match a filter. **Source** docs/api.md, statements 23 to 27. */
export function* noticePage(db: Database, { filter, limit, offset, order, sortBy }: NoticeList) {
  const notices = yield* allNotices(db)
  const sign = order === "ASC" ? 1 : -1
  const sorted = notices
    .filter((notice) => matches(notice, filter))
    .map((notice) => ({ notice, at: instantOf(sortBy === "created" ? notice.created : notice.updated) ?? 0 }))
    .toSorted((left, right) => sign * (left.at - right.at || compareText(left.notice.id, right.notice.id)))
  return { records: sorted.slice(offset, offset + limit).map(({ notice }) => notice), total: sorted.length }
}

export const noticeById = (db: Database, id: string): PlainNotice | undefined => {
  const row = db.first("select * from notices where id = ? and gone is null", id)
  return row === undefined ? undefined : storedNotice(row)
}
