import { ComplaintQuery, PublicRecords, type PublicRecordsError } from "@public-records/core"
import { Effect, Layer, Stream } from "effect"
import { FetchHttpClient } from "effect/http"

/** How many complaints of a day name a number, as far as the service tells within a minute. */
export const countOf = Effect.fn("countOf")(function* (number: string, day: string) {
  const { complaints } = yield* PublicRecords
  const query = yield* ComplaintQuery.fromInput({ createdFrom: day, createdTo: day })
  const { requests } = yield* complaints.estimate(query, { priority: "bulk" })
  const found = yield* complaints
    .stream(query, { deadline: "1 minute", onReport: (report) => Effect.logInfo(report) })
    .pipe(
      Stream.filter(({ companyPhoneNumber }) => companyPhoneNumber === number),
      Stream.runCount
    )
  return { found, requests }
})

/** A sentence in place of two of the reasons; the others stay in the error channel. */
export const withAdvice = <A>(call: Effect.Effect<A, PublicRecordsError>) =>
  Effect.catchReasons(call, "PublicRecordsError", {
    RateLimited: ({ nextTryAt }) =>
      Effect.succeed(nextTryAt === null ? "Come back later." : `Come back at ${new Date(nextTryAt).toISOString()}.`),
    InvalidQuery: ({ problems }) => Effect.succeed(problems.map(({ field, rule }) => `${field}: ${rule}`).join("\n"))
  })

/** The client over fetch, with its options from the environment. */
export const live = PublicRecords.layerConfig.pipe(Layer.provide(FetchHttpClient.layer))
