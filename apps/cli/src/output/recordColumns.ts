import { type Complaint, type Notice } from "@public-records/core"
import { type TableColumn } from "./table.ts"

/** Formats a field for people. A missing value is empty, and the elements of an array are joined with `; `. */
export const formatValue = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (Array.isArray(value)) return value.map(formatValue).join("; ")
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}

const column = <Record>(
  name: keyof Record & string,
  rank: number,
  minWidth: number,
  grows = false
): TableColumn<Record> => ({ name, text: (record) => formatValue(record[name]), minWidth, rank, grows })

export const complaintColumns: ReadonlyArray<TableColumn<Complaint>> = [
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

export const noticeColumns: ReadonlyArray<TableColumn<Notice>> = [
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
