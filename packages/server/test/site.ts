import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { ReferenceServer, type ReferenceServerOptions } from "../src/index.ts"
import { ComplaintStore } from "../src/store/ComplaintStore.ts"
import { dailyFile } from "./dailyFile.ts"
import { sendRequest } from "./requests.ts"

export const indexPath = "/policy-notices/open-government/data-sets/do-not-call-data"

/** Returns the path of a daily file, by its date and suffix. */
export const filePath = (date: string): string => `/sites/default/files/DNC_Complaint_Numbers_${date}.csv`

/** Returns the dates from one to another. */
export const datesFrom = (from: string, days: number): ReadonlyArray<string> =>
  Array.from({ length: days }, (_, day) =>
    DateTime.formatIsoDateUtc(DateTime.add(DateTime.makeUnsafe(from), { days: day }))
  )

/** Returns complaints of one date, with different phone numbers. */
export const complaintsOf = (date: string, count: number): ReadonlyArray<PlainComplaint> =>
  Array.from({ length: count }, (_, index) => ({
    id: `${date}-${String(index).padStart(4, "0")}`,
    companyPhoneNumber: `${date.replaceAll("-", "")}${String(index).padStart(4, "0")}`,
    // The first one at midnight, the last one in the last second of the day.
    createdDate: `${date} ${index === 0 ? "00:00:00" : "23:59:59"}`,
    violationDate: `${date} 00:00:00`,
    consumerCity: "",
    consumerState: "Ohio",
    consumerAreaCode: "216",
    subject: "Energy, solar,  & utilities",
    recordedMessageOrRobocall: "Y"
  }))

/** Serves complaints to a program. */
export const served = (complaints: ReadonlyArray<PlainComplaint>, options: ReferenceServerOptions = {}) => {
  const openRecords = Effect.sync(() => ({
    source: "some days",
    complaints: new ComplaintStore(complaints),
    notices: []
  }))
  return Effect.provide(ReferenceServer.layerInProcess({ openRecords, ...options }))
}

/** Sets the clock, and requests a path of the site without a key. */
export const getAt = Effect.fnUntraced(function* (
  time: string,
  path: string,
  headers: Readonly<Record<string, string>> = {}
) {
  yield* TestClock.setTime(DateTime.toEpochMillis(DateTime.makeUnsafe(time)))
  return yield* sendRequest(path, { headers })
})

/** Returns the paths that the index links at a time. */
export const linkedAt = (time: string) =>
  Effect.map(getAt(time, indexPath), ({ text }) =>
    Array.from(text.matchAll(/href="([^"]*)"/g), ([, path = ""]) => path)
  )

/** Returns the phone numbers of a daily file. */
export const numbersIn = (text: string): ReadonlyArray<string> =>
  text
    .split("\r\n")
    .slice(1, -1)
    .map((line) => line.split(",")[0] ?? "")

/** The content of a daily file without complaints. */
export const emptyFile = dailyFile("", 0)
