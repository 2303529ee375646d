import { type Notice, noticeFields } from "@public-records/core"
import { type RecordKind, shownValue } from "./RecordKind.ts"
import { type Column } from "./table.ts"

type FieldName = (typeof noticeFields)[number]

const column = (name: FieldName, rank: number, narrowest: number, widest: number): Column<Notice> => ({
  name,
  text: (notice) => shownValue(notice[name]),
  narrowest,
  widest,
  rank
})

const csvCell = (value: unknown): string => (Array.isArray(value) ? JSON.stringify(value) : shownValue(value))

/**
 * How notices are printed; as CSV with arrays as JSON text in their cell.
 *
 * **Source** interface, "What comes out".
 */
export const noticeKind: RecordKind<Notice> = {
  one: "notice",
  many: "notices",
  fields: (notice) => Object.fromEntries(noticeFields.map((name) => [name, notice[name]])),
  csv: {
    header: noticeFields,
    cells: (notice) => noticeFields.map((name) => csvCell(notice[name]))
  },
  columns: [
    column("id", 6, 36, 36),
    column("transactionNumber", 2, 17, 17),
    column("title", 9, 20, 72),
    column("acquiringParty", 3, 20, 40),
    column("acquiredParty", 4, 20, 40),
    column("acquiredEntities", 5, 16, 48),
    column("date", 1, 10, 10),
    column("created", 7, 25, 25),
    column("updated", 8, 25, 25),
    column("tags", 10, 8, 24)
  ]
}
