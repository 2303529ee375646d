import { afterEach, assert, describe, it } from "@effect/vitest"
import {
  ComplaintFilters,
  ComplaintQuery,
  type InvalidQuery,
  NoticeFilters,
  NoticeQuery,
  readComplaintQuery,
  readNoticeQuery
} from "@public-records/core"
import { DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { complaintForm } from "../src/complaints/complaintForm.ts"
import { complaints } from "../src/complaints/definition.ts"
import { describeForm } from "../src/form/filterForm.ts"
import type { FormValues } from "../src/form/FormModel.ts"
import { noticeForm } from "../src/notices/noticeForm.ts"
import type { Source } from "../src/Source.ts"
import { closeSessions } from "./browsing.ts"
import { fakeComplaints, fakeNotices, fakeService } from "./fakeRecords.ts"
import { localForReports, opened } from "./openSession.ts"
import { openTerminal } from "./terminal.tsx"

afterEach(closeSessions)

const held = { complaints: fakeComplaints(120), notices: fakeNotices(10) }

const problemsOf = <A>(query: Effect.Effect<A, InvalidQuery>) =>
  Effect.map(Effect.flip(query), ({ problems }) => problems.map(({ field, rule }) => `${field}: ${rule}`))

describe("the fields of a form", () => {
  it("are the members of the query, a single date as both ends of its range", () => {
    const namesIn = (fields: object, ...others: ReadonlyArray<string>) =>
      [...Object.keys(fields), ...others].filter((name) => !/^(createdDate|violationDate|unchecked)$/.test(name))
    assert.sameMembers(
      complaintForm.fields.map(({ name }) => name),
      namesIn(ComplaintFilters.fields, "sort")
    )
    assert.sameMembers(
      noticeForm.fields.map(({ name }) => name),
      namesIn(NoticeFilters.fields, "sort", "sortBy")
    )
  })

  it.effect.prop("show the current query of complaints", { query: ComplaintQuery }, ({ query: generated }) =>
    Effect.gen(function* () {
      const query = yield* Effect.option(readComplaintQuery(generated, "local"))
      if (Option.isNone(query)) return
      const { createdDate, violationDate, ...others } = query.value
      const again = yield* complaintForm.queryOf(complaintForm.formOf(query.value), "local")
      assert.deepStrictEqual(
        { ...again },
        {
          ...(createdDate && { createdFrom: createdDate, createdTo: createdDate }),
          ...(violationDate && { violationFrom: violationDate, violationTo: violationDate }),
          ...others,
          limit: 50,
          offset: 0
        }
      )
    })
  )

  it.effect.prop("show the current query of notices", { query: NoticeQuery }, ({ query: generated }) =>
    Effect.gen(function* () {
      const query = yield* Effect.option(readNoticeQuery(generated, "local"))
      if (Option.isNone(query)) return
      const again = yield* noticeForm.queryOf(noticeForm.formOf(query.value), "local")
      assert.deepStrictEqual({ ...again }, { ...query.value, limit: 50, offset: 0 })
    })
  )
})

describe("a form for local records", () => {
  it.effect("combines all of its fields", () =>
    Effect.gen(function* () {
      const complaintValues = {
        createdFrom: "2021-07-01",
        createdTo: "2021-07-07 12:00",
        violationTo: "2021-07-06",
        number: "(315) 232-8257",
        subject: "other",
        state: "OH",
        city: "Akron",
        areaCode: "330",
        hour: "9",
        robocall: "unknown"
      }
      const query = yield* complaintForm.queryOf(complaintValues, "local")
      assert.deepInclude(query, {
        number: "(315) 232-8257",
        state: "Ohio",
        areaCode: 330,
        hour: 9,
        robocall: "unknown"
      })
      assert.strictEqual(
        describeForm(complaintForm.fields, complaintForm.formOf(query)),
        "created 2021-07-01 → 2021-07-07 12:00:59 · called until 2021-07-06 · number (315) 232-8257 · subject other · " +
          "state Ohio · city Akron · area code 330 · hour 9 · robocall not stated"
      )
      const noticeValues = {
        party: "Dish",
        dateTo: "2021-01-01",
        createdSince: "2020-01-01",
        title: "a",
        titleContains: "b"
      }
      const notices = yield* noticeForm.queryOf(noticeValues, "local")
      assert.strictEqual(
        describeForm(noticeForm.fields, noticeForm.formOf(notices)),
        "title a · part of title b · party Dish · dated until 2021-01-01 · created since 2020-01-01"
      )
    })
  )

  it.effect("describes one day, one end and a number of days", () =>
    Effect.gen(function* () {
      const described = (values: FormValues) =>
        Effect.map(complaintForm.queryOf(values, "local"), (query) =>
          describeForm(complaintForm.fields, complaintForm.formOf(query))
        )
      assert.strictEqual(yield* described({ createdFrom: "2021-07-07", createdTo: "2021-07-07" }), "created 2021-07-07")
      assert.strictEqual(yield* described({ violationFrom: "2021-07-07" }), "called from 2021-07-07")
      assert.strictEqual(yield* described({ days: "3" }), "last days 3")
      assert.strictEqual(yield* described({ robocall: "", sort: "asc", hour: " " }), "")
    })
  )

  it.effect("refuses a range beside a number of days", () =>
    Effect.gen(function* () {
      const problems = yield* problemsOf(complaintForm.queryOf({ days: "2", createdFrom: "2021-07-01" }, "local"))
      assert.match(problems.join(), /^days: .*leave one out/)
    })
  )
})

describe("a form for the service", () => {
  it.effect("says by the names of its fields what the service cannot answer, and that a mirror can", () =>
    Effect.gen(function* () {
      const service = (values: FormValues) => problemsOf(complaintForm.queryOf(values, "service"))
      assert.deepStrictEqual(yield* service({ createdFrom: "2021-07-07" }), [
        "createdTo: A range needs both ends. Add created to or remove created from."
      ])
      assert.deepStrictEqual(yield* service({ state: "Ohio", areaCode: "614" }), [
        "areaCode: The service accepts only one of state, area code and robocall, not state and area code. Remove all but one."
      ])
      assert.deepStrictEqual(yield* service({ violationFrom: "2021-07-07", violationTo: "2021-07-07", state: "OH" }), [
        "violationFrom: The date of the call cannot be combined with state. Remove one of them."
      ])
      assert.deepStrictEqual(yield* service({ days: "3" }), [
        "days: The service has no filter for last days, but a local mirror has one. Remove it."
      ])
      assert.deepStrictEqual(yield* problemsOf(noticeForm.queryOf({ party: "Dish" }, "service")), [
        "party: The service has no filter for party, but a local mirror has one. Remove it."
      ])
    })
  )

  it.effect("names the field of a wrong value", () =>
    Effect.gen(function* () {
      const values = { createdFrom: "2021-02-30", createdTo: "2021-02-30", state: "Ohoi" }
      const problems = yield* problemsOf(complaintForm.queryOf(values, "service"))
      assert.match(problems.join(), /^createdFrom: .*February has 28 days.*createdTo: .*state: .*Ohio/)
      assert.match((yield* problemsOf(noticeForm.queryOf({ date: "2011-13-01" }, "service"))).join(), /^date: .*months/)
    })
  )
})

describe("a date field", () => {
  it.effect("accepts the same values as the command line", () =>
    Effect.gen(function* () {
      // Monday, 10 a.m. in Washington: last Friday's complaints are not published yet.
      yield* TestClock.setTime(DateTime.toEpochMillis(DateTime.makeUnsafe("2026-11-23T15:00:00Z")))
      const between = { createdFrom: "Latest", createdTo: "2026-11-20 17:30" }
      const created = yield* complaintForm.queryOf(between, "service")
      assert.strictEqual(created.createdFrom, "2026-11-19")
      assert.strictEqual(created.createdTo, "2026-11-20 17:30:59")
      const called = yield* complaintForm.queryOf({ violationFrom: "yesterday" }, "local")
      assert.strictEqual(called.violationFrom, "2026-11-22")
      assert.strictEqual((yield* noticeForm.queryOf({ date: "latest" }, "service")).date, "2026-11-19")
    })
  )

  it("resolves latest to the last day of local data, or the last published day of a service", async () => {
    const open = async (source: Source) => {
      const terminal = await openTerminal(source, { columns: 100, rows: 30 })
      await terminal.keys("f", "latest\tlatest")
      return terminal
    }
    const local = await open(localForReports({}, held))
    await local.until((frame) => frame.includes("Shows: created 2021-07-07"))
    await local.keys("\u0013")
    assert.strictEqual(local.registry.get(complaints.summary).filter, "created 2021-07-07")
    local.close()
    const service = await open(fakeService(held))
    assert.notInclude(service.frame(), 'created_date_from="2021')
    assert.match(service.frame(), /Sends: GET .*created_date_from="20\d\d-/)
    service.close()
  })
})

describe("the line below a form", () => {
  const line = async (keys: string, isLocal: boolean): Promise<string> => {
    const { after, screenOn } = await opened({}, isLocal ? localForReports() : undefined)
    await after(keys)
    const lines = screenOn(140, 30).slice(2, -3)
    return lines.map((text) => text.replaceAll(/[│─└┘]/g, "").trim()).findLast((text) => text !== "") ?? ""
  }

  it("says what is sent to the service, and what is uncertain", async () => {
    assert.match(await line("f", false), /^Sends: GET dnc-complaints\?.* · 1 request per 50 rows$/)
    assert.match(await line(`2f${"\t".repeat(8)}2021-01-01`, false), /does not document them\.$/)
  })

  it("says which local records it shows, and never what is sent", async () => {
    assert.strictEqual(await line("f", true), "Shows: all complaints · newest first")
    assert.strictEqual(await line(`f${"\t".repeat(7)}oh`, true), "Shows: state Ohio · newest first")
    assert.strictEqual(await line(`2f${"\t".repeat(3)}dish`, true), "Shows: party dish · newest created first")
  })
})
