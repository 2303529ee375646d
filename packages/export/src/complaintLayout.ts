import { type Complaint, ComplaintQuery } from "@public-records/core"
import { complaintColumns } from "@public-records/files/parquetFile"
import { type RecordLayout } from "./RecordLayout.ts"

/** The columns of the FTC's daily CSV file. */
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

/** The layout of complaints. CSV has the columns of the daily file, so that the reference server can load it. */
export const complaintLayout = {
  one: "complaint",
  many: "complaints",
  paramsOf: ComplaintQuery.toUrlParams,
  fields: (complaint: Complaint) => ({
    id: complaint.id,
    companyPhoneNumber: complaint.companyPhoneNumber,
    createdDate: complaint.createdDate,
    violationDate: complaint.violationDate,
    consumerCity: complaint.consumerCity,
    consumerState: complaint.consumerState,
    consumerAreaCode: complaint.consumerAreaCode,
    subject: complaint.subject,
    isRobocall: complaint.isRobocall
  }),
  csv: {
    header: csvColumns.map(([name]) => name),
    cells: (complaint: Complaint) => csvColumns.map(([, cell]) => cell(complaint) ?? "")
  },
  parquet: complaintColumns,
  note: "Complaints are reported by consumers and are not verified."
} as const satisfies RecordLayout<ComplaintQuery, Complaint>
