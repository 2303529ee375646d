import { type Complaint } from "@public-records/core"
import { type RecordKind, shownValue } from "./RecordKind.ts"
import { type Column } from "./table.ts"

const fields = (complaint: Complaint) => ({
  id: complaint.id,
  companyPhoneNumber: complaint.companyPhoneNumber,
  createdDate: complaint.createdDate,
  violationDate: complaint.violationDate,
  consumerCity: complaint.consumerCity,
  consumerState: complaint.consumerState,
  consumerAreaCode: complaint.consumerAreaCode,
  subject: complaint.subject,
  isRobocall: complaint.isRobocall
})

const column = (
  name: keyof ReturnType<typeof fields>,
  rank: number,
  narrowest: number,
  widest: number
): Column<Complaint> => ({ name, text: (complaint) => shownValue(complaint[name]), narrowest, widest, rank })

/** Each of the daily file's columns, and what it holds of a complaint. */
const csvColumns: ReadonlyArray<readonly [string, (complaint: Complaint) => string | null]> = [
  ["Company_Phone_Number", (complaint) => complaint.companyPhoneNumber],
  ["Created_Date", (complaint) => complaint.createdDate],
  ["Violation_Date", (complaint) => complaint.violationDate],
  ["Consumer_City", (complaint) => complaint.consumerCity],
  ["Consumer_State", (complaint) => complaint.consumerState],
  ["Consumer_Area_Code", (complaint) => complaint.consumerAreaCode],
  ["Subject", (complaint) => complaint.subject],
  ["Recorded_Message_Or_Robocall", (complaint) => complaint.recordedMessageOrRobocall]
]

/**
 * How complaints are printed; as CSV in the daily file's own form, so that the file can be served again.
 *
 * **Source** interface, "What comes out"; observed, "The daily CSV file"; decisions 32, 33 and 37.
 */
export const complaintKind: RecordKind<Complaint> = {
  one: "complaint",
  many: "complaints",
  fields,
  csv: {
    header: csvColumns.map(([name]) => name),
    cells: (complaint) => csvColumns.map(([, cell]) => cell(complaint) ?? "")
  },
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
  ],
  note: "Complaints are reported by consumers and are not verified."
}
