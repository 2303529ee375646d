import { ComplaintQuery, PublicRecords, type PublicRecordsError } from "@public-records/core"
import { layerConfig } from "@public-records/core/config"
import { Effect, Layer, Stream } from "effect"
import { FetchHttpClient } from "effect/http"

/** Counts the complaints of a day about a phone number. Takes at most a minute. */
export const countComplaints = Effect.fn("countComplaints")(function* (number: string, day: string) {
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

/** Returns advice for two of the reasons. Fails with all others. */
export const withAdvice = <A>(call: Effect.Effect<A, PublicRecordsError>) =>
  Effect.catchReasons(call, "PublicRecordsError", {
    RateLimited: ({ nextTryAt }) =>
      Effect.succeed(nextTryAt === undefined ? "Try again later." : `Try again at ${nextTryAt.toISOString()}.`),
    InvalidQuery: ({ problems }) => Effect.succeed(problems.map(({ field, rule }) => `${field}: ${rule}`).join("\n"))
  })

/** A client that uses fetch and reads its options from the environment. */
export const live = layerConfig.pipe(Layer.provide(FetchHttpClient.layer))
