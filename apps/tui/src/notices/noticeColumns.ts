import type { Notice } from "@public-records/core"
import { type Column, fittingColumns, noValue } from "../collection/columns.ts"

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

const choices: ReadonlyArray<ReadonlyArray<Column<Notice>>> = [
  // The number comes only where both names have room beside it.
  [date, transaction, { ...acquiring, width: 24 }, { ...acquired, width: 22 }],
  [date, acquiring, acquired],
  [date, acquiring]
]

/** The columns of the notices that fit `width` cells; a narrow table keeps date and acquiring party. */
export const noticeColumns = (width: number): ReadonlyArray<Column<Notice>> => fittingColumns(choices, width)
