import { type Notice, type noticeFields } from "@public-records/core"
import { noticeFiles } from "@public-records/export/noticeFiles"
import { type RecordKind, shownValue } from "./RecordKind.ts"
import { type Column } from "./table.ts"

type FieldName = (typeof noticeFields)[number]

const column = (name: FieldName, rank: number, narrowest: number, grows = false): Column<Notice> => ({
  name,
  text: (notice) => shownValue(notice[name]),
  narrowest,
  rank,
  grows
})

/** How notices are printed: as in files, or as a table. */
export const noticeKind: RecordKind<Notice> = {
  ...noticeFiles,
  columns: [
    column("id", 6, 36),
    column("transactionNumber", 2, 17),
    column("title", 9, 20, true),
    column("acquiringParty", 3, 20, true),
    column("acquiredParty", 4, 20, true),
    column("acquiredEntities", 5, 16, true),
    column("date", 1, 10),
    column("created", 7, 25),
    column("updated", 8, 25),
    column("tags", 10, 8, true)
  ]
}
