import { inspect } from "node:util"
import {
  type Complaint,
  createClient,
  type Notice,
  type PublicRecordsClient,
  PublicRecordsError
} from "@public-records/core/promise"
import { Effect, Option } from "effect"
import { type Driver, mustBeCutOff, mustHaveLeft, notByClients, NotStopped } from "../Driver.ts"
import { mustShowNoKey } from "../Keys.ts"
import { type Outcome, type Question, records, refused, type Scenario } from "../Scenario.ts"
import { keyOf, markOf, type SampleService, startSampleService } from "./SampleService.ts"

const gathered = async <A>(items: AsyncIterable<A>, count: number): Promise<ReadonlyArray<A>> => {
  const all: Array<A> = []
  for await (const item of items) if (all.push(item) === count) break
  return all
}

const answer = async (
  { complaints, notices }: PublicRecordsClient,
  question: Question,
  count: number,
  signal?: AbortSignal
): Promise<ReadonlyArray<Complaint | Notice>> => {
  switch (question._tag) {
    case "ListComplaints":
      return question.all
        ? await gathered(complaints.stream(question.input, { signal }), count)
        : (await complaints.page(question.input, { signal })).records
    case "ListNotices":
      return question.all
        ? await gathered(notices.stream(question.input, { signal }), count)
        : (await notices.page(question.input, { signal })).records
    case "GetComplaint":
      return [await complaints.get(question.id, { signal })]
    case "GetNotice":
      return [await notices.get(question.id, { signal })]
  }
}

/** What came, and all that a program could print of it. */
interface Came {
  readonly outcome: Outcome
  readonly shown: string
}

/** What came; whatever is thrown and is no `PublicRecordsError` is a defect. */
const cameOf = async (
  client: PublicRecordsClient,
  question: Question,
  count: number,
  signal?: AbortSignal
): Promise<Came> => {
  try {
    const found = await answer(client, question, count, signal)
    return { outcome: records(found.map(markOf)), shown: JSON.stringify(found) }
  } catch (error) {
    if (!(error instanceof PublicRecordsError)) throw error
    return { outcome: refused(error.reason._tag), shown: inspect(error, { depth: 8 }) + JSON.stringify(error) }
  }
}

/** Puts a question to a client, and tells what came. */
export const outcomeOf = async (client: PublicRecordsClient, question: Question): Promise<Outcome> =>
  (await cameOf(client, question, Infinity)).outcome

/** Asks, and aborts during a request; nothing where that ended it, and what came where it ended before. */
const cameBeforeStop = async (
  client: PublicRecordsClient,
  { question, stops }: Scenario,
  { requests }: SampleService
): Promise<Came | undefined> => {
  if (stops === undefined) return undefined
  const controller = new AbortController()
  const asking = cameOf(client, question, Infinity, controller.signal)
  await Promise.race([asking, Effect.runPromise(requests(question, stops.during))])
  const reason = new Error("the reader has had enough")
  controller.abort(reason)
  try {
    return await asking
  } catch (error) {
    if (error === reason) return undefined
    throw error
  }
}

const ask = Effect.fnUntraced(function* (scenario: Scenario) {
  const { leaves, setting, question, stops } = scenario
  const service = yield* startSampleService(setting, "socket")
  const { baseUrl, server } = service
  const signals: Array<AbortSignal | null | undefined> = []
  const client = yield* Effect.acquireRelease(
    Effect.sync(() =>
      createClient({
        apiKey: keyOf(setting),
        baseUrl,
        allowHttp: !setting.isSecure,
        fetch: (input, init) => {
          signals.push(init?.signal)
          return server.fetch(input, init)
        }
      })
    ),
    (client) => Effect.promise(() => client[Symbol.asyncDispose]())
  )
  const early = yield* Effect.promise(() => cameBeforeStop(client, scenario, service))
  if (early?.outcome._tag === "Records") return yield* new NotStopped({ found: "it was answered" })
  if (stops !== undefined && early === undefined) yield* mustBeCutOff(signals)
  const { outcome, shown } = early ?? (yield* Effect.promise(() => cameOf(client, question, leaves?.after ?? Infinity)))
  yield* mustShowNoKey(shown)
  yield* mustHaveLeft(scenario, server)
  return outcome
}, Effect.scoped)

/** The client for code without Effect, over a socket. */
export const promises: Driver = {
  name: "the client of promises, over HTTPS",
  cannot: (scenario) => (scenario.isSlow === true ? Option.some("it would wait in real time") : notByClients(scenario)),
  ask
}
