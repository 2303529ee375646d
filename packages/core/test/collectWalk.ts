import { assert } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { ComplaintQuery, PublicRecords, type WalkReport } from "../src/index.ts"
import { type Respond, clientOf, fakeService, pageOfIds } from "./FakeService.ts"

/** Returns the ids `id-0`, `id-1` and so on. */
export const numbered = (count: number) => Array.from({ length: count }, (_, index) => `id-${index}`)

export const offsetOf = (url: URL) => Number(url.searchParams.get("offset"))
export const limitOf = (url: URL) => Number(url.searchParams.get("items_per_page"))

/** Walks the complaints of a service and returns its results. */
export const collectWalk = (respond: Respond, query = ComplaintQuery.default, take = Number.POSITIVE_INFINITY) =>
  Effect.gen(function* () {
    const service = fakeService(respond)
    const reports: Array<WalkReport> = []
    const ids: Array<string> = []
    const rejected: Array<unknown> = []
    const result = yield* PublicRecords.use((records) =>
      records.complaints
        .stream(query, {
          onReport: (report) => Effect.sync(() => reports.push(report)),
          onRejected: ({ raw }) => Effect.sync(() => rejected.push(raw))
        })
        .pipe(
          Stream.take(take),
          Stream.runForEach(({ id }) => Effect.sync(() => ids.push(id)))
        )
    ).pipe(Effect.provide(clientOf(service)), Effect.result)
    assert.strictEqual(reports.length, 1, "reported once")
    return {
      ids,
      rejected,
      failure: result._tag === "Failure" ? result.failure.reason._tag : undefined,
      report: reports[0],
      offsets: service.arrivals.map(({ url }) => offsetOf(url)),
      limits: service.arrivals.map(({ url }) => limitOf(url))
    }
  })

/** A list, the size of pages, and the expected outcome of its walk. */
export type Walk = readonly [what: string, limit: number, respond: Respond, expected: string]

/**
 * Walks the complaints of a service. Returns each request as offset+limit, the number of records and duplicates, and whether the
 * service reported as many. Asserts that each record is returned once, and that records `id-N` are in their order.
 */
export const outcomeOf = (respond: Respond, limit: number) =>
  Effect.map(
    collectWalk(respond, { ...ComplaintQuery.default, limit }),
    ({ failure, ids, limits, offsets, rejected, report }) => {
      const order = ids.filter((id) => id.startsWith("id-")).map((id) => Number(id.slice(3)))
      assert.deepStrictEqual(
        [...new Set(order)].toSorted((one, other) => one - other),
        order
      )
      const requests = offsets.map((offset, n) => `${offset}+${limits[n]}`).join(" ")
      const found = `${ids.length + rejected.length} records, ${report?.duplicates} again`
      const agreement = report?.agrees === true ? ", agrees" : report?.agrees === false ? ", disagrees" : ""
      return `${requests}: ${found}${failure === undefined ? agreement : `, ${failure}`}`
    }
  )

/** Returns the ids of records that arrive before all others, the last arrival first. */
export const arrivals = (count: number) => Array.from({ length: count }, (_, index) => `new-${count - index}`)

/** Returns the pages of a list that changes with each request, with its total. */
export const changing =
  (listAt: (n: number) => ReadonlyArray<string>): Respond =>
  (url, n) =>
    listOf(listAt(n))(url, n)

/** Returns the pages of a list that changes with each request, without a total. */
export const withoutTotal =
  (listAt: (n: number) => ReadonlyArray<string>): Respond =>
  (url, n) =>
    pageOfList(listAt(n), url)

/** Returns the ids of the requested page of a list. `early` shifts it towards the start. */
export const pageIds = (all: ReadonlyArray<string>, url: URL, early = 0) => {
  const start = Math.max(0, offsetOf(url) - early)
  return all.slice(start, start + limitOf(url))
}

/** Returns the requested page of a list. `early` shifts it towards the start. */
export const pageOfList = (all: ReadonlyArray<string>, url: URL, meta?: object, early = 0) =>
  pageOfIds(pageIds(all, url, early), meta)

/** Returns the pages of a stable list with a total. */
export const listOf =
  (all: ReadonlyArray<string>, cap = 50): Respond =>
  (url) =>
    pageOfIds(all.slice(offsetOf(url), offsetOf(url) + Math.min(cap, limitOf(url))), { "records-total": all.length })
