import {
  type Collection,
  type Complaint,
  ComplaintQuery,
  type InvalidQuery,
  type Notice,
  NoticeQuery,
  PublicRecords,
  type PublicRecordsError
} from "@public-records/core"
import { inspect } from "node:util"
import { Effect, Exit, Fiber, Layer, Result, Stream } from "effect"
import { FetchHttpClient } from "effect/http"
import { type Driver, mustBeCutOff, mustHaveLeft, notByClients, NotStopped } from "../Driver.ts"
import { mustShowNoKey } from "../Keys.ts"
import { type Outcome, records, refused, type Scenario } from "../Scenario.ts"
import { inVirtualTime } from "../virtualTime.ts"
import { keyOf, markOf, type SampleService, startSampleService } from "./SampleService.ts"

const list = <Query, Record>(
  collection: Pick<Collection<Query, Record>, "page" | "stream">,
  query: Query,
  all: boolean,
  count: number
): Effect.Effect<ReadonlyArray<Record>, PublicRecordsError> =>
  all
    ? Stream.runCollect(Stream.take(collection.stream(query), count))
    : Effect.map(collection.page(query), (page) => page.records)

const answer = Effect.fnUntraced(function* ({
  leaves,
  question
}: Scenario): Effect.fn.Return<ReadonlyArray<Complaint | Notice>, PublicRecordsError | InvalidQuery, PublicRecords> {
  const client = yield* PublicRecords
  const count = leaves?.after ?? Infinity
  switch (question._tag) {
    case "ListComplaints": {
      const query = yield* ComplaintQuery.fromInput(question.input)
      return yield* list(client.complaints, query, question.all, count)
    }
    case "ListNotices": {
      const query = yield* NoticeQuery.fromInput(question.input)
      return yield* list(client.notices, query, question.all, count)
    }
    case "GetComplaint":
      return [yield* client.complaints.get(question.id)]
    case "GetNotice":
      return [yield* client.notices.get(question.id)]
  }
})

/** Longer than a request counts in the budget. */
const aRequestCounts = "61 minutes"

/** Fails where the client's budget has another number of requests of the last hour than were sent. */
const mustCount = Effect.fnUntraced(function* (sent: number): Effect.fn.Return<void, NotStopped, PublicRecords> {
  const { requestsThisHour } = yield* (yield* PublicRecords).quota.get
  if (requestsThisHour === sent) return
  return yield* new NotStopped({ found: `the budget counts ${requestsThisHour} requests of the hour, not ${sent}` })
})

/** Asks, stops waiting during a request, and asks again when the hour is over in which that request counts. */
const answerAfterStop = Effect.fnUntraced(function* (
  scenario: Scenario,
  { during }: NonNullable<Scenario["stops"]>,
  { requests, server: { faults } }: SampleService,
  signals: ReadonlyArray<AbortSignal | null | undefined>
) {
  const asking = yield* Effect.forkChild(answer(scenario))
  yield* Effect.raceFirst(requests(scenario.question, during), Fiber.await(asking))
  yield* Fiber.interrupt(asking)
  const exit = yield* Fiber.await(asking)
  if (Exit.isSuccess(exit)) return yield* new NotStopped({ found: "it was answered" })
  // It was refused before that request.
  if (!Exit.hasInterrupts(exit)) return yield* exit
  yield* mustBeCutOff(signals)
  const { length: sent } = yield* faults.history
  yield* mustCount(sent)
  yield* Effect.sleep(aRequestCounts)
  const found = yield* Effect.result(answer(scenario))
  yield* mustCount((yield* faults.history).length - sent)
  return yield* Effect.fromResult(found)
})

const ask = Effect.fnUntraced(function* (scenario: Scenario) {
  const { setting, stops } = scenario
  const service = yield* startSampleService(setting, "process")
  const { baseUrl, server } = service
  const signals: Array<AbortSignal | null | undefined> = []
  const fetch: typeof globalThis.fetch = (input, init) => {
    signals.push(init?.signal)
    return server.fetch(input, init)
  }
  const client = PublicRecords.layer({ apiKey: keyOf(setting), baseUrl, allowHttp: !setting.isSecure }).pipe(
    Layer.provide(FetchHttpClient.layer),
    Layer.provide(Layer.succeed(FetchHttpClient.Fetch, fetch))
  )
  const answered = stops === undefined ? answer(scenario) : answerAfterStop(scenario, stops, service, signals)
  const found = yield* answered.pipe(Effect.provide(client), Effect.result)
  yield* mustHaveLeft(scenario, server)
  if (Result.isFailure(found)) {
    const error = found.failure
    if (error._tag === "NotStopped") return yield* error
    yield* mustShowNoKey(inspect(error, { depth: 8 }) + JSON.stringify(error))
    return refused(error._tag === "InvalidQuery" ? error._tag : error.reason._tag)
  }
  yield* mustShowNoKey(JSON.stringify(found.success))
  return records(found.success.map(markOf))
}, Effect.scoped)

/** Time passes at once, so that waits cost nothing. */
const askInVirtualTime = (scenario: Scenario): Effect.Effect<Outcome, unknown> =>
  Effect.flatMap(
    Effect.promise(() => inVirtualTime(ask(scenario))),
    ({ exit }) => exit ?? Effect.die(new Error("The client waits for what never comes."))
  )

/** The client of `@public-records/core` and the reference server in one process, without a socket, in virtual time. */
export const inProcess: Driver = { name: "the client, in process", cannot: notByClients, ask: askInVirtualTime }
