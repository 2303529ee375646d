import { type Notice, noticeFields, NoticeQuery } from "@public-records/core"
import { type RecordLayout } from "./RecordLayout.ts"

const csvCell = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  return typeof value === "string" ? value : JSON.stringify(value)
}

/** Whether `A; B` can be read back: no element is empty, contains a semicolon or looks like JSON. */
const isReadable = (list: ReadonlyArray<unknown>): boolean =>
  list.every((text) => typeof text === "string" && /^[^\s;[][^;]*$/.test(text) && text === text.trimEnd())

/** Returns a list as `A; B` if it can be read back. */
const spreadsheetCell = (value: unknown): string =>
  Array.isArray(value) && isReadable(value) ? value.join("; ") : csvCell(value)

/** The layout of notices. CSV contains arrays as JSON, except for spreadsheets. */
export const noticeLayout = {
  one: "notice",
  many: "notices",
  paramsOf: NoticeQuery.toUrlParams,
  fields: (notice: Notice) => Object.fromEntries(noticeFields.map((name) => [name, notice[name]])),
  csv: {
    header: noticeFields,
    cells: (notice: Notice) => noticeFields.map((name) => csvCell(notice[name])),
    spreadsheetCells: (notice: Notice) => noticeFields.map((name) => spreadsheetCell(notice[name]))
  },
  parquet: [
    { name: "id", type: "text" },
    { name: "transactionNumber", type: "text" },
    { name: "title", type: "text" },
    { name: "acquiringParty", type: "text" },
    { name: "acquiredParty", type: "text" },
    { name: "acquiredEntities", type: "texts" },
    { name: "date", type: "date" },
    { name: "created", type: "instant" },
    { name: "updated", type: "instant" },
    { name: "tags", type: "texts" }
  ]
} as const satisfies RecordLayout<NoticeQuery, Notice>
