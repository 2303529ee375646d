import type { NoticeFilters, NoticeQuery } from "@public-records/core"
import { matchesNames } from "@public-records/files/keywords"
import { containsName, foldName } from "@public-records/files/names"
import type { PlainNotice } from "@public-records/files/PlainNotice"
import { compareText, foldCase, instantOf } from "@public-records/files/text"
import { Struct } from "effect"
import { allRows, type Database, type Row, text, textOrNull } from "../store/Database.ts"
import { Remembered } from "../store/Remembered.ts"
import type { Steps } from "../store/steps.ts"

type Test = (notice: PlainNotice) => boolean
type TextField = "id" | "title" | "transactionNumber" | "acquiringParty" | "acquiredParty" | "date"

/** Tests a field. A missing value matches nothing. */
const hasField = (field: TextField, isWanted: (value: string) => boolean): Test => {
  return (notice) => notice[field] !== "" && isWanted(notice[field])
}

const equals = (wanted: string, fold: (text: string) => string): ((value: string) => boolean) => {
  const folded = fold(wanted)
  return (value) => fold(value) === folded
}

/** The test of each filter. */
const tests: { readonly [Name in keyof NoticeFilters]-?: (wanted: string) => Test } = {
  id: (id) => hasField("id", equals(id, foldCase)),
  transactionNumber: (number) => hasField("transactionNumber", equals(number, foldCase)),
  acquiringParty: (name) => hasField("acquiringParty", equals(name, foldName)),
  acquiredParty: (name) => hasField("acquiredParty", equals(name, foldName)),
  party: (name) => {
    const [isAcquiring, isAcquired] = [tests.acquiringParty(name), tests.acquiredParty(name)]
    return (notice) => isAcquiring(notice) || isAcquired(notice)
  },
  date: (date) => hasField("date", (value) => value === date),
  dateFrom: (from) => hasField("date", (value) => value >= from),
  dateTo: (to) => hasField("date", (value) => value <= to),
  createdSince: (moment) => {
    const since = instantOf(moment) ?? Number.POSITIVE_INFINITY
    return ({ created }) => (instantOf(created) ?? Number.NEGATIVE_INFINITY) >= since
  },
  title: (words) => {
    const matches = matchesNames(words)
    return ({ title }) => matches(title)
  },
  titleContains: (part) => hasField("title", containsName(part)),
  titleExactly: (title) => hasField("title", equals(title, foldName))
}

/** Returns the test whether a notice meets all filters. */
const testOf = (filters: NoticeFilters): Test => {
  const given = Struct.keys(tests).flatMap((name) => {
    const wanted = filters[name]
    return wanted === undefined ? [] : [tests[name](wanted)]
  })
  return (notice) => given.every((isMet) => isMet(notice))
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

/** Returns a page of the notices that match a query. **Source** docs/api.md, statements 23 to 27. */
export function* noticePage(db: Database, query: NoticeQuery) {
  const { limit, offset, sort, sortBy } = query
  const notices = yield* allNotices(db)
  const sign = sort === "asc" ? 1 : -1
  const sorted = notices
    .filter(testOf(query))
    .map((notice) => ({ notice, at: instantOf(sortBy === "created" ? notice.created : notice.updated) ?? 0 }))
    .toSorted((left, right) => sign * (left.at - right.at || compareText(left.notice.id, right.notice.id)))
  return { records: sorted.slice(offset, offset + limit).map(({ notice }) => notice), total: sorted.length }
}

export const noticeById = (db: Database, id: string): PlainNotice | undefined => {
  const row = db.first("select * from notices where id = ? and gone is null", id)
  return row === undefined ? undefined : storedNotice(row)
}
