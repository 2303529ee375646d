import type { Notice } from "@public-records/core"
import { type Column, noValue } from "../browsing/columns.ts"

const wide = 84
const medium = 54

const date: Column<Notice> = { title: "DATE", width: 10, grow: 0, text: (notice) => notice.date.slice(0, 10) }
const transaction: Column<Notice> = {
  title: "TXN",
  width: 9,
  grow: 0,
  text: (notice) => notice.transactionNumber ?? noValue
}
const acquiring: Column<Notice> = {
  title: "ACQUIRING PARTY",
  width: 16,
  grow: 1,
  text: (notice) => notice.acquiringParty ?? notice.title ?? noValue
}
const acquired: Column<Notice> = {
  title: "ACQUIRED PARTY",
  width: 14,
  grow: 1,
  text: (notice) => notice.acquiredParty ?? noValue
}

/** The columns of the notices that fit `width` cells; a narrow table keeps date and acquiring party. */
export const noticeColumns = (width: number): ReadonlyArray<Column<Notice>> => {
  if (width >= wide) return [date, transaction, acquiring, acquired]
  return width >= medium ? [date, acquiring, acquired] : [date, acquiring]
}
