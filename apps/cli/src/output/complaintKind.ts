import { type Complaint } from "@public-records/core"
import { complaintFiles } from "@public-records/export/complaintFiles"
import { type RecordKind, shownValue } from "./RecordKind.ts"
import { type Column } from "./table.ts"

type FieldName = keyof ReturnType<typeof complaintFiles.fields>

const column = (name: FieldName, rank: number, narrowest: number, widest: number): Column<Complaint> => ({
  name,
  text: (complaint) => shownValue(complaint[name]),
  narrowest,
  widest,
  rank
})

/** How complaints are printed: as in files, or as a table. */
export const complaintKind: RecordKind<Complaint> = {
  ...complaintFiles,
  columns: [
    column("id", 7, 32, 32),
    column("companyPhoneNumber", 1, 18, 18),
    column("createdDate", 2, 19, 19),
    column("violationDate", 6, 19, 19),
    column("consumerCity", 5, 12, 20),
    column("consumerState", 4, 13, 20),
    column("consumerAreaCode", 8, 16, 16),
    column("subject", 3, 18, 72),
    column("isRobocall", 3.5, 10, 10)
  ]
}
