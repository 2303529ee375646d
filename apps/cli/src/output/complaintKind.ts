import { type Complaint } from "@public-records/core"
import { complaintFiles } from "@public-records/export/complaintFiles"
import { type RecordKind, shownValue } from "./RecordKind.ts"
import { type Column } from "./table.ts"

type FieldName = keyof ReturnType<typeof complaintFiles.fields>

const column = (name: FieldName, rank: number, narrowest: number, grows = false): Column<Complaint> => ({
  name,
  text: (complaint) => shownValue(complaint[name]),
  narrowest,
  rank,
  grows
})

/** How complaints are printed: as in files, or as a table. */
export const complaintKind: RecordKind<Complaint> = {
  ...complaintFiles,
  columns: [
    column("id", 7, 32),
    column("companyPhoneNumber", 1, 18),
    column("createdDate", 2, 19),
    column("violationDate", 6, 19),
    column("consumerCity", 5, 12, true),
    column("consumerState", 4, 13, true),
    column("consumerAreaCode", 8, 16),
    column("subject", 3, 18, true),
    column("isRobocall", 3.5, 10)
  ]
}
