import { createWriteStream } from "node:fs"
import { writeFile } from "node:fs/promises"
import { once } from "node:events"
import { finished } from "node:stream/promises"
import { type Complaint } from "@public-records/core"
import { Schema } from "effect"
import { drawnBelow } from "./drawing.ts"
import { type Question } from "./Question.ts"
import { bodyOf, complaintPage } from "./readPages.ts"
import { type ServerProcess } from "./ServerProcess.ts"

const wholePage = 50
const requestsAtOnce = 8

/** As many as a day of the real file has; rows of a day are in no order, days are. */
const rowsOfADay = 14_034

const header =
  "Company_Phone_Number,Created_Date,Violation_Date,Consumer_City,Consumer_State,Consumer_Area_Code,Subject,Recorded_Message_Or_Robocall\r\n"

const cell = (text: string | null): string => {
  if (text === null) return ""
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const rowOf = (complaint: Complaint): string =>
  `${[
    complaint.companyPhoneNumber,
    complaint.createdDate,
    complaint.violationDate,
    complaint.consumerCity,
    complaint.consumerState,
    complaint.consumerAreaCode,
    complaint.subject,
    complaint.recordedMessageOrRobocall
  ]
    .map(cell)
    .join(",")}\r\n`

const shuffled = (rows: ReadonlyArray<string>): ReadonlyArray<string> => {
  const some = [...rows]
  for (let last = some.length - 1; last > 0; last--) {
    const other = drawnBelow(last + 1)
    const [a = "", b = ""] = [some[last], some[other]]
    some[last] = b
    some[other] = a
  }
  return some
}

const complaintsAt = (offset: number): Question => ({
  about: "complaints",
  filters: {},
  order: "ASC",
  offset,
  limit: wholePage
})

const noticesAt = (offset: number): Question => ({ about: "notices", order: "ASC", offset, limit: wholePage })

const offsetsUpTo = (total: number): ReadonlyArray<number> =>
  Array.from({ length: Math.ceil(total / wholePage) }, (_, page) => page * wholePage)

/** Reads pages a few at a time, and gives them in their order. */
async function* inOrder<A>(total: number, read: (offset: number) => Promise<A>): AsyncGenerator<A> {
  const offsets = offsetsUpTo(total)
  for (let first = 0; first < offsets.length; first += requestsAtOnce) {
    yield* await Promise.all(offsets.slice(first, first + requestsAtOnce).map(read))
  }
}

/** Writes every complaint of a server in the form of the daily file. */
export const writeCsv = async (server: ServerProcess, total: number, path: string): Promise<void> => {
  const file = createWriteStream(path)
  file.write(header)
  let day: Array<string> = []
  for await (const page of inOrder(total, (offset) => complaintPage(server, complaintsAt(offset)))) {
    day.push(...page.records.map(rowOf))
    if (day.length < rowsOfADay) continue
    if (!file.write(shuffled(day).join(""))) await once(file, "drain")
    day = []
  }
  file.end(shuffled(day).join(""))
  await finished(file)
}

const RecordsInJson = Schema.fromJsonString(Schema.Struct({ data: Schema.Array(Schema.Json) }))

/** Writes records of a server in the service's own form. */
export const writeJson = async (
  server: ServerProcess,
  collection: "complaints" | "notices",
  total: number,
  path: string
): Promise<void> => {
  const data: Array<Schema.Json> = []
  const questionAt = collection === "complaints" ? complaintsAt : noticesAt
  for await (const text of inOrder(total, (offset) => bodyOf(server, questionAt(offset)))) {
    data.push(...Schema.decodeUnknownSync(RecordsInJson)(text).data)
  }
  await writeFile(path, JSON.stringify({ data }))
}
