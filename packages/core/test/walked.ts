import { assert } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { ComplaintQuery, PublicRecords, type WalkReport } from "../src/index.ts"
import { type Answer, clientOf, fakeService, pageOfIds } from "./FakeService.ts"

/** `id-0`, `id-1` and so on. */
export const numbered = (count: number) => Array.from({ length: count }, (_, index) => `id-${index}`)

export const offsetOf = (url: URL) => Number(url.searchParams.get("offset"))
export const limitOf = (url: URL) => Number(url.searchParams.get("items_per_page"))

/** Walks every complaint of a service that answers so. */
export const walked = (answer: Answer, query = ComplaintQuery.default, take = Number.POSITIVE_INFINITY) =>
  Effect.gen(function* () {
    const service = fakeService(answer)
    const reports: Array<WalkReport> = []
    const ids: Array<string> = []
    const rejected: Array<unknown> = []
    const dropped: Array<string> = []
    const result = yield* PublicRecords.use((records) =>
      records.complaints
        .stream(query, {
          onReport: (told) => Effect.sync(() => reports.push(told)),
          onRejected: ({ raw }) => Effect.sync(() => rejected.push(raw)),
          onDropped: (id) => Effect.sync(() => dropped.push(id))
        })
        .pipe(
          Stream.take(take),
          Stream.runForEach(({ id }) => Effect.sync(() => ids.push(id)))
        )
    ).pipe(Effect.provide(clientOf(service)), Effect.result)
    assert.strictEqual(reports.length, 1, "told once")
    if (result._tag === "Success" && rejected.length === 0 && take === Number.POSITIVE_INFINITY) {
      assert.strictEqual(dropped.length, reports[0]?.duplicates, "every duplicate is told of")
    }
    return {
      ids,
      rejected,
      dropped,
      failure: result._tag === "Failure" ? result.failure.reason._tag : undefined,
      report: reports[0],
      offsets: service.arrivals.map(({ url }) => offsetOf(url)),
      limits: service.arrivals.map(({ url }) => limitOf(url))
    }
  })

/** The page that was asked for, of a list as it stands now. */
export const pageOfList = (all: ReadonlyArray<string>, url: URL, meta?: object, early = 0) => {
  const start = Math.max(0, offsetOf(url) - early)
  return pageOfIds(all.slice(start, start + limitOf(url)), meta)
}

/** A well-behaved list that names its total. */
export const listOf =
  (all: ReadonlyArray<string>, cap = 50): Answer =>
  (url) =>
    pageOfIds(all.slice(offsetOf(url), offsetOf(url) + Math.min(cap, limitOf(url))), { "records-total": all.length })
