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
import { ReferenceServer } from "@public-records/server"
import { inspect } from "node:util"
import { Effect, Layer, Result, Stream } from "effect"
import { type Driver, mustHaveLeft, notByClients } from "../Driver.ts"
import { mustShowNoKey } from "../Keys.ts"
import { type Outcome, records, refused, type Scenario } from "../Scenario.ts"
import { startOfRun } from "../soak/Schedule.ts"
import { inVirtualTime } from "../soak/VirtualTime.ts"
import { keyOf, startSampleService } from "./SampleService.ts"

const markOf = (record: Complaint | Notice): string =>
  ("companyPhoneNumber" in record ? record.companyPhoneNumber : record.transactionNumber) ?? ""

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

const ask = Effect.fnUntraced(function* (scenario: Scenario) {
  const { setting } = scenario
  const { baseUrl, server } = yield* startSampleService(setting, "process")
  const client = PublicRecords.layer({ apiKey: keyOf(setting), baseUrl, allowHttp: !setting.isSecure }).pipe(
    Layer.provide(ReferenceServer.httpClient),
    Layer.provide(Layer.succeed(ReferenceServer, server))
  )
  const found = yield* answer(scenario).pipe(Effect.provide(client), Effect.result)
  yield* mustHaveLeft(scenario, server)
  if (Result.isFailure(found)) {
    const error = found.failure
    yield* mustShowNoKey(inspect(error, { depth: 8 }) + JSON.stringify(error))
    return refused(error._tag === "InvalidQuery" ? error._tag : error.reason._tag)
  }
  yield* mustShowNoKey(JSON.stringify(found.success))
  return records(found.success.map(markOf))
}, Effect.scoped)

/** Time passes at once, so that waits cost nothing. */
const askInVirtualTime = (scenario: Scenario): Effect.Effect<Outcome, unknown> =>
  Effect.flatMap(
    Effect.promise(() => inVirtualTime(ask(scenario), startOfRun)),
    ({ exit }) => exit ?? Effect.die(new Error("The client waits for what never comes."))
  )

/** The client of `@public-records/core` and the reference server in one process, without a socket, in virtual time. */
export const inProcess: Driver = { name: "the client, in process", cannot: notByClients, ask: askInVirtualTime }
