import { DateTime } from "effect"
import type { ComplaintValues } from "../store/ComplaintColumns.ts"
import type { DataSet } from "./DataSet.ts"
import type { NoticeValues } from "../store/Notice.ts"
import { SeededRandom } from "../SeededRandom.ts"

const firstMoment = "2021-07-08 00:00:00"

/** The next second after a civil date-time. */
const secondAfter = (moment: string): string => {
  const next = DateTime.add(DateTime.makeUnsafe(`${moment.replace(" ", "T")}Z`), { seconds: 1 })
  return DateTime.formatIso(next).slice(0, 19).replace("T", " ")
}

const newComplaint = (dataSet: DataSet): ComplaintValues => {
  const { complaints } = dataSet
  const moment = complaints.size === 0 ? firstMoment : secondAfter(complaints.values(complaints.size - 1).createdDate)
  return {
    id: new SeededRandom(complaints.size).hex(32),
    companyPhoneNumber: "2025550100",
    createdDate: moment,
    violationDate: moment,
    consumerCity: "",
    consumerState: "Ohio",
    consumerAreaCode: "216",
    subject: "Other",
    recordedMessageOrRobocall: "Y"
  }
}

const newNotice = (dataSet: DataSet): NoticeValues => {
  const newest = dataSet.notices.at(dataSet.notices.size - 1)
  const moment = secondAfter((newest?.created ?? firstMoment).slice(0, 19).replace("T", " "))
  const created = `${moment.replace(" ", "T")}+00:00`
  const number = String(20_990_000 + dataSet.notices.size)
  return {
    id: new SeededRandom(dataSet.notices.size).uuid(),
    title: `${number}: Sample Newcomer Holdings, LLC; Example Arrival Works, Inc.`,
    transactionNumber: number,
    acquiringParty: "Sample Newcomer Holdings, LLC",
    acquiredParty: "Example Arrival Works, Inc.",
    acquiredEntities: ["Example Arrival Works, Inc."],
    date: moment.slice(0, 10),
    created,
    updated: created,
    tags: undefined,
    revision: number
  }
}

/** The same data set with one new record, newer than all of its collection. */
export const withArrival = (dataSet: DataSet, collection: "complaints" | "notices"): DataSet => {
  const { complaints: before, notices: noticesBefore } = dataSet
  const version = `${dataSet.version.split("+", 1)[0] ?? ""}+${before.size + noticesBefore.size}`
  if (collection === "notices") {
    const notices = noticesBefore.withNewest(newNotice(dataSet))
    return { ...dataSet, notices, version, summary: { ...dataSet.summary, notices: notices.size } }
  }
  const complaints = before.withNewest(newComplaint(dataSet))
  return { ...dataSet, complaints, version, summary: { ...dataSet.summary, complaints: complaints.size } }
}
