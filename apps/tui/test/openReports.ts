import { type NumberReport, type PartyHistory, type ReportOptions } from "@public-records/mirror"
import { Effect } from "effect"
import { type FakeAnswers, fakeLocal } from "./fakeLocal.ts"
import { fakeComplaints, fakeNotices } from "./fakeRecords.ts"
import { fakePlatform, openTerminal, settled } from "./terminal.tsx"

export const size = { columns: 100, rows: 30 }

export const report: NumberReport = {
  number: "2145550000",
  possibly: ["1214555000"],
  reports: 42,
  records: 44,
  first: "2021-06-30 10:55:00",
  last: "2021-07-07 21:28:00",
  robocalls: { yes: 38, no: 2, unknown: 2 },
  states: [
    { state: "Texas", reports: 30 },
    { state: "Ohio", reports: 10 },
    { state: null, reports: 2 }
  ],
  areaCodes: Array.from({ length: 14 }, (_, index) => ({ areaCode: String(201 + index), reports: 3 })),
  subjects: [{ subject: "Reducing your debt", reports: 42 }],
  months: [
    { month: "2021-06", reports: 2 },
    { month: "2021-07", reports: 40 }
  ],
  neighbors: [
    { number: "2145550001", reports: 7, records: 7 },
    { number: "2145559999", reports: 1, records: 1 }
  ]
}

const notice = { id: "1", date: "2011-04-11", transactionNumber: "20110001" }

export const history: PartyHistory = {
  party: [
    { ...notice, acquiringParty: "Invented Holdings 1", acquiredParty: "Imaginary Works 0", role: "acquired" },
    { ...notice, acquiringParty: "Invented Holdings 1", acquiredParty: "Imaginary Works", role: "entity" },
    {
      id: "3",
      date: "2010-01-02",
      transactionNumber: "",
      acquiringParty: "Imaginary Works 0 North",
      acquiredParty: "Nothing Ltd",
      role: "acquiring"
    }
  ],
  transactions: 3,
  withoutEnding: null,
  similar: [],
  notices: 3002,
  lastChanged: "2021-02-01T23:44:03+00:00",
  readToTheEnd: false
}

export const usual: FakeAnswers = {
  number: (typed) => Effect.succeed({ ...report, number: typed }),
  hours: () => Effect.succeed([{ key: 10, split: null, reports: 40, records: 42 }]),
  party: () => Effect.succeed(history),
  dates: () => Effect.succeed({ first: "2021-07-01", last: "2021-07-07" })
}

export const content = { complaints: fakeComplaints(200), notices: fakeNotices(10) }

/** Does half of the work, and never the rest. */
export const halfway = (options?: ReportOptions) => {
  options?.onProgress?.(0.5)
  return Effect.never
}

/** Opens the complaints and notices of a mirror. */
export const open = async (answers: Partial<FakeAnswers> = {}, at = size, world = fakePlatform()) => {
  const terminal = await openTerminal(fakeLocal({ ...usual, ...answers }, content), at, world)
  await settled()
  return terminal
}
