import type { NoticeFilter, NoticeSort, SortOrder, TitleFilter, UndocumentedNoticeQuery } from "@public-records/core"
import { matchesNames } from "@public-records/files/keywords"
import { containsName, foldName } from "@public-records/files/names"
import type { PlainNotice } from "@public-records/files/PlainNotice"
import { compareText, foldCase, instantOf } from "@public-records/files/text"
import { allRows, type Database, type Row, text, textOrNull } from "../store/Database.ts"
import { Remembered } from "../store/Remembered.ts"
import type { Steps } from "../store/steps.ts"

/** The filter of a documented query, or one with a range of dates. */
type AnyNoticeFilter = NoticeFilter | UndocumentedNoticeQuery["filter"]

type Test = (value: string) => boolean

const equals = (wanted: string | undefined, fold: (text: string) => string): Test => {
  if (wanted === undefined) return () => true
  const folded = fold(wanted)
  return (value) => value !== "" && fold(value) === folded
}

const titleTest = (filter: TitleFilter | undefined): Test => {
  if (filter === undefined) return () => true
  if (filter._tag === "Keywords") return matchesNames(filter.words)
  if (filter._tag === "Exactly") return equals(filter.title, foldName)
  const contains = containsName(filter.text)
  return (title) => title !== "" && contains(title)
}

const dateTest = (date: AnyNoticeFilter["date"]): Test => {
  if (date === undefined || typeof date === "string") return equals(date, foldCase)
  const { from, to } = date
  return (value) => (from === undefined || value >= from) && (to === undefined || value <= to)
}

const testOf = (filter: AnyNoticeFilter): ((notice: PlainNotice) => boolean) => {
  const isId = equals(filter.id, foldCase)
  const isNumber = equals(filter.transactionNumber, foldCase)
  const isAcquiring = equals(filter.acquiringParty, foldName)
  const isAcquired = equals(filter.acquiredParty, foldName)
  const [isDate, isTitle] = [dateTest(filter.date), titleTest(filter.title)]
  return (notice) =>
    isId(notice.id) &&
    isNumber(notice.transactionNumber) &&
    isAcquiring(notice.acquiringParty) &&
    isAcquired(notice.acquiredParty) &&
    isDate(notice.date) &&
    isTitle(notice.title)
}

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
    .filter(testOf(filter))
    .map((notice) => ({ notice, at: instantOf(sortBy === "created" ? notice.created : notice.updated) ?? 0 }))
    .toSorted((left, right) => sign * (left.at - right.at || compareText(left.notice.id, right.notice.id)))
  return { records: sorted.slice(offset, offset + limit).map(({ notice }) => notice), total: sorted.length }
}

export const noticeById = (db: Database, id: string): PlainNotice | undefined => {
  const row = db.first("select * from notices where id = ? and gone is null", id)
  return row === undefined ? undefined : storedNotice(row)
}
