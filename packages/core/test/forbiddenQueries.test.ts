import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  CivilDate,
  type ComplaintInput,
  ComplaintQuery,
  type InvalidQuery,
  type NoticeInput,
  NoticeQuery,
  type PublicRecords,
  readComplaintQuery,
  readNoticeQuery,
  type Records
} from "../src/index.ts"
import type * as promise from "../src/promise.ts"

type Reading = Effect.Effect<unknown, InvalidQuery>
const day = CivilDate.make("2021-07-07")

/** Read what compiles as a query of the service. */
const complaints = (query: Parameters<PublicRecords["Service"]["complaints"]["page"]>[0]): Reading =>
  readComplaintQuery(query, "service")
const notices = (query: Parameters<PublicRecords["Service"]["notices"]["page"]>[0]): Reading =>
  readNoticeQuery(query, "service")

/** Queries that must not compile. Otherwise the directive is unused, and the type check fails. */
const forbiddenComplaints: ReadonlyArray<readonly [string, Reading]> = [
  // @ts-expect-error The service accepts one of state, area code and robocall.
  ["a state and an area code", complaints({ state: "Ohio", areaCode: 614 })],
  // @ts-expect-error The service accepts one of state, area code and robocall.
  ["a state and robocalls", complaints({ state: "Ohio", robocall: true })],
  // @ts-expect-error The service accepts one of state, area code and robocall.
  ["an area code and robocalls", complaints({ areaCode: 614, robocall: false })],
  // @ts-expect-error A city requires a state.
  ["a city alone", complaints({ city: "Akron" })],
  // @ts-expect-error A city requires a state.
  ["a city and an area code", complaints({ city: "Akron", areaCode: 614 })],
  // @ts-expect-error A range has both ends.
  ["the begin of a range", complaints({ createdFrom: day })],
  // @ts-expect-error A range has both ends.
  ["the end of a range", complaints({ createdTo: day, state: "Ohio" })],
  // @ts-expect-error A range has both ends.
  ["the begin of a range of calls", complaints({ violationFrom: day })],
  // @ts-expect-error A created date stands alone.
  ["a created date and a state", complaints({ createdDate: day, state: "Ohio" })],
  // @ts-expect-error A created date stands alone.
  ["a created date and a range", complaints({ createdDate: day, createdFrom: day, createdTo: day })],
  // @ts-expect-error A created date stands alone.
  ["a created date and a date of the call", complaints({ createdDate: day, violationDate: day })],
  // @ts-expect-error The date of the call stands alone.
  ["a date of the call and robocalls", complaints({ violationDate: day, robocall: true })],
  // @ts-expect-error The date of the call stands alone.
  ["a date of the call and a range", complaints({ violationDate: day, createdFrom: day, createdTo: day })],
  // @ts-expect-error A date excludes a range.
  ["a date of the call and its range", complaints({ violationDate: day, violationFrom: day, violationTo: day })],
  // @ts-expect-error A range of calls stands alone.
  ["a range of calls and a state", complaints({ violationFrom: day, violationTo: day, state: "Ohio" })],
  // @ts-expect-error Unchecked parameters replace all filters.
  ["unchecked parameters and a state", complaints({ unchecked: { area_code: "614" }, state: "Ohio" })],
  // @ts-expect-error Only local records have them.
  ["unknown robocalls", complaints({ robocall: "unknown" })],
  // @ts-expect-error Only local records have it.
  ["a number", complaints({ number: "2135550100" })],
  // @ts-expect-error Only local records have it.
  ["a subject", complaints({ subject: "Debt" })],
  // @ts-expect-error Only local records have it.
  ["an hour", complaints({ hour: 9 })],
  // @ts-expect-error Only local records have it.
  ["a number of days", complaints({ days: 7 })],
  // @ts-expect-error A date must be read.
  ["an unread date", complaints({ createdDate: "2021-02-30" })],
  // @ts-expect-error The order is desc or asc.
  ["an unknown order", complaints({ sort: "newest" })],
  // @ts-expect-error No such member.
  ["an unknown member", complaints({ sate: "Ohio" })]
]

const forbiddenNotices: ReadonlyArray<readonly [string, Reading]> = [
  // @ts-expect-error The service accepts one filter for the title.
  ["words and a complete title", notices({ title: "media", titleExactly: "Media" })],
  // @ts-expect-error The service accepts one filter for the title.
  ["a part of the title and the complete one", notices({ titleContains: "media", titleExactly: "Media" })],
  // @ts-expect-error A date excludes a range.
  ["a date and the begin of a range", notices({ date: day, dateFrom: day })],
  // @ts-expect-error A date excludes a range.
  ["a date and the end of a range", notices({ date: day, dateTo: day })],
  // @ts-expect-error Only local records have it.
  ["either party", notices({ party: "Acme" })],
  // @ts-expect-error Only local records have it.
  ["a time of creation", notices({ createdSince: day })],
  // @ts-expect-error Notices have no states.
  ["a state", notices({ state: "Ohio" })]
]

/** Postal codes and other texts do not compile, but the service accepts them as a program reads them. */
const read: ReadonlyArray<Reading> = [
  // @ts-expect-error A literal has the full name of a state.
  complaints({ state: "OH" }),
  // @ts-expect-error A literal has a number.
  complaints({ areaCode: "614" })
]

describe("a query that the service cannot answer does not compile, and is refused", () => {
  for (const [name, reading] of [...forbiddenComplaints, ...forbiddenNotices]) {
    it.effect(name, () =>
      Effect.gen(function* () {
        assert.isNotEmpty((yield* Effect.flip(reading)).problems)
      })
    )
  }
})

describe("a query that the service can answer compiles, and is accepted", () => {
  const range = { createdFrom: day, createdTo: day }
  const accepted: Readonly<Record<string, Reading>> = {
    everything: complaints({}),
    "a created date": complaints({ createdDate: day, sort: "asc", limit: 1, offset: 50 }),
    "a created range": complaints(range),
    "a state": complaints({ state: "Ohio" }),
    "a city and a range": complaints({ ...range, state: "Ohio", city: "Akron" }),
    "an area code and a range": complaints({ ...range, areaCode: 614 }),
    robocalls: complaints({ robocall: false }),
    "a date of the call": complaints({ violationDate: day }),
    "a range of calls": complaints({ violationFrom: day, violationTo: day }),
    "unchecked parameters": complaints({ unchecked: { state: "Ohio", area_code: "614" }, limit: 5 }),
    "a copy with another page": complaints({ ...ComplaintQuery.default, offset: 50 }),
    "every notice": notices({}),
    "one title and both parties": notices({ titleExactly: "Media", acquiringParty: "A", acquiredParty: "B" }),
    "a range of dates of notices": notices({ title: "media", dateFrom: day, dateTo: day }),
    "half a range of dates of notices": notices({ dateTo: day, sortBy: "changed" }),
    "a date of notices": notices({ ...NoticeQuery.default, date: day, transactionNumber: "20110718", id: "x" })
  }
  for (const [name, reading] of Object.entries(accepted)) it.effect(name, () => reading)
  for (const reading of read) it.effect("a text that is read", () => reading)
})

describe("the queries of the clients", () => {
  it("are the same", () => {
    type Equal<A, B> = [keyof A, keyof B] extends [keyof B, keyof A] ? true : false
    const areSame: [
      Equal<promise.ComplaintQuery, ComplaintInput>,
      Equal<promise.NoticeQuery, NoticeInput>,
      promise.ComplaintQuery extends ComplaintInput ? true : false,
      promise.NoticeQuery extends NoticeInput ? true : false,
      Records extends PublicRecords["Service"] ? true : false
    ] = [true, true, true, true, true]
    assert.lengthOf(areSame, 5)
  })
})
