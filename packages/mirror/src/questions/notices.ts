import type { NoticeFilters, NoticeQuery } from "@public-records/core"
import { matchesNames } from "@public-records/files/keywords"
import { containsName, foldName } from "@public-records/files/names"
import { type PlainNotice, sitePrefix } from "@public-records/files/PlainNotice"
import { compareText, foldCase, instantOf } from "@public-records/files/text"
import { Effect, Struct } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import { type Database, type Row, text } from "../store/Database.ts"
import { inTurns } from "../store/inTurns.ts"
import { raw, sql } from "../store/sql.ts"

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

/** The notice in a row as JSON, which takes a third of the time of reading its columns. */
const noticeJson = raw(`json_object('id', id, 'title', title, 'transactionNumber', transaction_number,
  'acquiringParty', acquiring_party, 'acquiredParty', acquired_party, 'acquiredEntities', acquired_entities,
  'date', date, 'created', created, 'updated', updated, 'tags', tags, 'revision', revision)::varchar as notice`)

const storedNotice = (row: Row): PlainNotice => {
  const notice: PlainNotice = JSON.parse(text(row, "notice"))
  return { ...notice, tags: notice.tags ?? undefined }
}

/**
 * Returns all notices of a mirror, except those that the service no longer has. They are a few thousand, so that questions about names,
 * which the engine cannot fold, read all of them.
 */
export const allNotices = (db: Database): Effect.Effect<ReadonlyArray<PlainNotice>, MirrorError> =>
  db.read(sql`select ${noticeJson} from notices where gone is null order by rowid`, storedNotice)

/** Returns the notices that meet all filters. */
export const noticesWhere = (
  db: Database,
  filters: NoticeFilters
): Effect.Effect<ReadonlyArray<PlainNotice>, MirrorError> =>
  Effect.flatMap(allNotices(db), (notices) => inTurns(notices, (some) => some.filter(testOf(filters))))

/**
 * Returns a page of the notices that match a query. Those of the FTC's site, without the time to sort by, come last in both orders, sorted
 * by their date. **Source** docs/api.md, statements 23 to 27.
 */
export const noticePage = (db: Database, query: NoticeQuery) => {
  const { limit, offset, sort, sortBy } = query
  const sign = sort === "asc" ? 1 : -1
  return Effect.map(noticesWhere(db, query), (notices) => {
    const sorted = notices
      .map((notice) => {
        const time = sortBy === "created" ? notice.created : notice.updated
        return { notice, group: time === "" ? 1 : 0, at: instantOf(time || notice.date) ?? 0 }
      })
      .toSorted(
        (left, right) =>
          left.group - right.group || sign * (left.at - right.at || compareText(left.notice.id, right.notice.id))
      )
    return { records: sorted.slice(offset, offset + limit).map(({ notice }) => notice), total: sorted.length }
  })
}

/** Returns the notice with an id. That of the FTC's site also finds the notice that the service gave another one. */
export const noticeById = (db: Database, id: string): Effect.Effect<PlainNotice | undefined, MirrorError> =>
  Effect.map(
    db.first(
      sql`select ${noticeJson} from notices where gone is null and (id = ${id} or ${sitePrefix} || transaction_number = ${id})
        order by date desc, id limit 1`
    ),
    (row) => row && storedNotice(row)
  )
