import type { Notice } from "@public-records/core"
import type { Detail, DetailField } from "../collection/CollectionDefinition.ts"
import { type TableColumn, fittingColumns, linkText, noValue } from "../collection/tableColumns.ts"

const date: TableColumn<Notice> = { title: "DATE", width: 10, text: (notice) => notice.date.slice(0, 10) }
const transaction: TableColumn<Notice> = {
  title: "TXN",
  width: 9,
  text: (notice) => notice.transactionNumber ?? noValue
}
const acquiring: TableColumn<Notice> = {
  title: "ACQUIRING PARTY",
  width: 16,
  grow: 1,
  text: (notice) => notice.acquiringParty ?? notice.title ?? noValue
}
const acquired: TableColumn<Notice> = {
  title: "ACQUIRED PARTY",
  width: 14,
  grow: 1,
  text: (notice) => notice.acquiredParty ?? noValue
}

const choices: ReadonlyArray<ReadonlyArray<TableColumn<Notice>>> = [
  // Shows the transaction number only if both names have enough room.
  [date, transaction, { ...acquiring, width: 24 }, { ...acquired, width: 22 }],
  [date, acquiring, acquired],
  [date, acquiring]
]

/** Returns the columns of notices that fit `width` cells. */
export const noticeColumns = (width: number): ReadonlyArray<TableColumn<Notice>> => fittingColumns(choices, width)

const tagText = (tag: unknown): string => (typeof tag === "string" ? tag : (JSON.stringify(tag) ?? noValue))

const listed = (label: string, texts: ReadonlyArray<string>): ReadonlyArray<DetailField> =>
  texts.length === 0
    ? [{ label, text: noValue }]
    : texts.map((text, index) => ({ label: index === 0 ? label : "", text }))

/** Returns the parties of a notice, each with its role. */
export const noticeParties = ({
  acquiredEntities,
  acquiredParty,
  acquiringParty
}: Notice): ReadonlyArray<DetailField> =>
  [
    { label: "acquiring", text: acquiringParty ?? "" },
    { label: "acquired", text: acquiredParty ?? "" },
    ...acquiredEntities.map((text) => ({ label: "entity", text }))
  ].filter(({ text }, index, all) => text !== "" && all.findIndex((other) => other.text === text) === index)

/** Returns all fields of a notice in reading order. Dates are as in the response. */
export const noticeDetail = (notice: Notice): Detail => [
  { label: "ACQUIRING", text: notice.acquiringParty ?? noValue },
  { label: "ACQUIRED", text: notice.acquiredParty ?? noValue },
  { label: "DATE", text: notice.date },
  { label: "TRANSACTION", text: notice.transactionNumber ?? noValue },
  ...listed("ENTITIES", notice.acquiredEntities),
  { label: "TITLE", text: notice.title ?? noValue },
  { label: "CREATED", text: notice.created ?? noValue },
  { label: "UPDATED", text: notice.updated ?? noValue },
  ...listed("TAGS", notice.tags.map(tagText)),
  { label: "ID", text: notice.id },
  { label: "LINK", text: linkText(notice.link) }
]
