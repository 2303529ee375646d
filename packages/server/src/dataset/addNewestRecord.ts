import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import type { PlainNotice } from "@public-records/files/PlainNotice"
import { instantOf } from "@public-records/files/text"
import { DateTime, Effect } from "effect"
import { SeededRandom } from "../SeededRandom.ts"
import { ComplaintStore } from "../store/ComplaintStore.ts"
import { NoticeStore } from "../store/NoticeStore.ts"
import type { DataSet } from "./DataSet.ts"

const firstDateTime = "2021-07-08 00:00:00"

/** Returns the next second after a date and time as `YYYY-MM-DDTHH:MM:SS` in UTC. Without a zone it is UTC. */
const secondAfter = (moment: string): string =>
  DateTime.formatIso(DateTime.add(DateTime.makeUnsafe(instantOf(moment) ?? 0), { seconds: 1 })).slice(0, 19)

const newerComplaint = (oldestFirst: ReadonlyArray<PlainComplaint>): PlainComplaint => {
  const newest = oldestFirst.at(-1)
  const dateTime = newest === undefined ? firstDateTime : secondAfter(newest.createdDate).replace("T", " ")
  return {
    id: new SeededRandom(oldestFirst.length).hex(32),
    companyPhoneNumber: "2025550100",
    createdDate: dateTime,
    violationDate: dateTime,
    consumerCity: "",
    consumerState: "Ohio",
    consumerAreaCode: "216",
    subject: "Other",
    recordedMessageOrRobocall: "Y"
  }
}

const newerNotice = (notices: NoticeStore): PlainNotice => {
  const created = `${secondAfter(notices.newest?.created ?? firstDateTime)}+00:00`
  const number = String(20_990_000 + notices.size)
  return {
    id: new SeededRandom(notices.size).uuid(),
    title: `${number}: Sample Newcomer Holdings, LLC; Example Arrival Works, Inc.`,
    transactionNumber: number,
    acquiringParty: "Sample Newcomer Holdings, LLC",
    acquiredParty: "Example Arrival Works, Inc.",
    acquiredEntities: ["Example Arrival Works, Inc."],
    date: created.slice(0, 10),
    created,
    updated: created,
    tags: undefined,
    revision: number
  }
}

/** Returns the data set with one more record, newer than all others in its collection. */
export const addNewestRecord = Effect.fnUntraced(function* (
  { complaints, notices, summary }: DataSet,
  collection: "complaints" | "notices"
): Effect.fn.Return<DataSet> {
  if (collection === "notices") {
    const more = new NoticeStore([...notices, newerNotice(notices)])
    return { complaints, notices: more, summary: { ...summary, notices: more.size } }
  }
  const oldestFirst = yield* complaints.all
  const more = new ComplaintStore([...oldestFirst, newerComplaint(oldestFirst)])
  return { complaints: more, notices, summary: { ...summary, complaints: more.size } }
})
