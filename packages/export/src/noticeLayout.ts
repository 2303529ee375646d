import { type Notice, noticeFields } from "@public-records/core"
import { type RecordLayout } from "./RecordLayout.ts"

const csvCell = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  return typeof value === "string" ? value : JSON.stringify(value)
}

/** The layout of notices. CSV contains arrays as JSON. */
export const noticeLayout = {
  one: "notice",
  many: "notices",
  fields: (notice: Notice) => Object.fromEntries(noticeFields.map((name) => [name, notice[name]])),
  csv: {
    header: noticeFields,
    cells: (notice: Notice) => noticeFields.map((name) => csvCell(notice[name]))
  },
  parquet: [
    { name: "id", type: "text", isRequired: true },
    { name: "transactionNumber", type: "text" },
    { name: "title", type: "text" },
    { name: "acquiringParty", type: "text" },
    { name: "acquiredParty", type: "text" },
    { name: "acquiredEntities", type: "texts", isRequired: true },
    { name: "date", type: "date", isRequired: true },
    { name: "created", type: "instant", isRequired: true },
    { name: "updated", type: "instant", isRequired: true },
    { name: "tags", type: "texts", isRequired: true }
  ]
} as const satisfies RecordLayout<Notice>
