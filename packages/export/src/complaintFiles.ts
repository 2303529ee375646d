import { type Complaint } from "@public-records/core"
import { type FileForm } from "./FileForm.ts"

/** The columns of the daily file. */
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

/** Complaints in files. Their CSV has the daily file's own form, so that it can be served again. */
export const complaintFiles = {
  one: "complaint",
  many: "complaints",
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
  parquet: [
    { name: "id", type: "text", isRequired: true },
    { name: "companyPhoneNumber", type: "text" },
    { name: "createdDate", type: "moment", isRequired: true },
    { name: "violationDate", type: "moment", isRequired: true },
    { name: "consumerCity", type: "text" },
    { name: "consumerState", type: "text" },
    { name: "consumerAreaCode", type: "text" },
    { name: "subject", type: "text" },
    { name: "isRobocall", type: "boolean" }
  ],
  note: "Complaints are reported by consumers and are not verified."
} as const satisfies FileForm<Complaint>
