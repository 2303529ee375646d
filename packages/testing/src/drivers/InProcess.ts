import {
  CallListener,
  type Collection,
  type Complaint,
  ComplaintQuery,
  type Notice,
  NoticeQuery,
  PublicRecords,
  type PublicRecordsError
} from "@public-records/core"
import { inspect } from "node:util"
import { Effect, Exit, Fiber, Layer, Result, Stream } from "effect"
import { FetchHttpClient } from "effect/http"
import { type Driver, assertCanceled, assertStoppedReading, rawOnlyReason, CallNotCanceled } from "../Driver.ts"
import { assertNoKeyLeak } from "../Keys.ts"
import { type Outcome, records, refused, type Scenario } from "../Scenario.ts"
import { inVirtualTime } from "../virtualTime.ts"
import { keyOf, identifierOf, type SampleService, startSampleService } from "./SampleService.ts"

const list = <Query, Record>(
  collection: Pick<Collection<Query, Record>, "page" | "stream">,
  query: Query,
  all: boolean,
  count: number
): Effect.Effect<ReadonlyArray<Record>, PublicRecordsError> =>
  all
    ? Stream.runCollect(Stream.take(collection.stream(query), count))
    : Effect.map(collection.page(query), (page) => page.records)

/** Sends the request of a scenario with a client. */
export const callClient = Effect.fnUntraced(function* ({
  stopsReading,
  request
}: Scenario): Effect.fn.Return<ReadonlyArray<Complaint | Notice>, PublicRecordsError, PublicRecords> {
  const client = yield* PublicRecords
  const count = stopsReading?.after ?? Infinity
  switch (request._tag) {
    case "ListComplaints": {
      const query = yield* ComplaintQuery.fromInput(request.input)
      return yield* list(client.complaints, query, request.all, count)
    }
    case "ListNotices": {
      const query = yield* NoticeQuery.fromInput(request.input)
      return yield* list(client.notices, query, request.all, count)
    }
    case "GetComplaint":
      return [yield* client.complaints.get(request.id)]
    case "GetNotice":
      return [yield* client.notices.get(request.id)]
  }
})

/** Longer than the hour for which a request counts in the budget. */
const budgetWindow = "61 minutes"

/** Fails unless the client's budget counts exactly the requests that were sent. */
const assertBudgetCount = Effect.fnUntraced(function* (
  sent: number
): Effect.fn.Return<void, CallNotCanceled, PublicRecords> {
  const { requestsThisHour } = yield* (yield* PublicRecords).quota.get
  if (requestsThisHour === sent) return
  return yield* new CallNotCanceled({
    found: `the budget counts ${requestsThisHour} requests of the hour, not ${sent}`
  })
})

/** Cancels a call during a request, waits until that request no longer counts in the budget, and repeats the call. */
const callAfterCancel = Effect.fnUntraced(function* (
  scenario: Scenario,
  { during }: NonNullable<Scenario["cancels"]>,
  { requests, server: { faults } }: SampleService,
  signals: ReadonlyArray<AbortSignal | null | undefined>
) {
  const call = yield* Effect.forkChild(callClient(scenario))
  yield* Effect.raceFirst(requests(scenario.request, during), Fiber.await(call))
  yield* Fiber.interrupt(call)
  const exit = yield* Fiber.await(call)
  if (Exit.isSuccess(exit)) return yield* new CallNotCanceled({ found: "it returned a result" })
  // The call failed before that request.
  if (!Exit.hasInterrupts(exit)) return yield* exit
  yield* assertCanceled(signals)
  const { length: sent } = yield* faults.history
  yield* assertBudgetCount(sent)
  yield* Effect.sleep(budgetWindow)
  const found = yield* Effect.result(callClient(scenario))
  yield* assertBudgetCount((yield* faults.history).length - sent)
  return yield* Effect.fromResult(found)
})

const runScenario = Effect.fnUntraced(function* (scenario: Scenario) {
  const { setup, cancels } = scenario
  const service = yield* startSampleService(setup, "process")
  const { baseUrl, server } = service
  const signals: Array<AbortSignal | null | undefined> = []
  const fetch: typeof globalThis.fetch = (input, init) => {
    signals.push(init?.signal)
    return server.fetch(input, init)
  }
  const client = PublicRecords.layer({
    apiKey: keyOf(setup),
    baseUrl,
    allowHttp: !setup.isSecure,
    maxRetryAfter: "2 minutes"
  }).pipe(Layer.provide(FetchHttpClient.layer), Layer.provide(Layer.succeed(FetchHttpClient.Fetch, fetch)))
  const outcome = cancels === undefined ? callClient(scenario) : callAfterCancel(scenario, cancels, service, signals)
  // The client would log long waits, which take no time here.
  const silent = Effect.provideService(outcome, CallListener, () => Effect.void)
  const found = yield* silent.pipe(Effect.provide(client), Effect.result)
  yield* assertStoppedReading(scenario, server)
  if (Result.isFailure(found)) {
    const error = found.failure
    if (error._tag === "CallNotCanceled") return yield* error
    yield* assertNoKeyLeak(inspect(error, { depth: 8 }) + JSON.stringify(error))
    return refused(error.code)
  }
  yield* assertNoKeyLeak(JSON.stringify(found.success))
  return records(found.success.map(identifierOf))
}, Effect.scoped)

/** Runs a scenario in virtual time, so that waits finish immediately. */
const runInVirtualTime = (scenario: Scenario): Effect.Effect<Outcome, unknown> =>
  Effect.flatMap(
    Effect.promise(() => inVirtualTime(runScenario(scenario))),
    ({ exit }) => exit ?? Effect.die(new Error("The client never finishes."))
  )

/** Runs the client of `@public-records/core` and the reference server in one process, without sockets, in virtual time. */
export const inProcess: Driver = { name: "the client, in process", unsupported: rawOnlyReason, run: runInVirtualTime }
