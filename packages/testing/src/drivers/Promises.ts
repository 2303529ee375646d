import { inspect } from "node:util"
import {
  type Complaint,
  createClient,
  type Notice,
  type PublicRecordsClient,
  PublicRecordsError
} from "@public-records/core/promise"
import { Effect, Option } from "effect"
import { type Driver, assertCanceled, assertStoppedReading, rawOnlyReason, CallNotCanceled } from "../Driver.ts"
import { assertNoKeyLeak } from "../Keys.ts"
import { type Outcome, type ScenarioRequest, records, refused, type Scenario } from "../Scenario.ts"
import { keyOf, identifierOf, type SampleService, startSampleService } from "./SampleService.ts"

const collect = async <A>(items: AsyncIterable<A>, count: number): Promise<ReadonlyArray<A>> => {
  const all: Array<A> = []
  for await (const item of items) if (all.push(item) === count) break
  return all
}

const callClient = async (
  { complaints, notices }: PublicRecordsClient,
  request: ScenarioRequest,
  count: number,
  signal?: AbortSignal
): Promise<ReadonlyArray<Complaint | Notice>> => {
  switch (request._tag) {
    case "ListComplaints":
      return request.all
        ? await collect(complaints.stream(request.input, { signal }), count)
        : (await complaints.page(request.input, { signal })).records
    case "ListNotices":
      return request.all
        ? await collect(notices.stream(request.input, { signal }), count)
        : (await notices.page(request.input, { signal })).records
    case "GetComplaint":
      return [await complaints.get(request.id, { signal })]
    case "GetNotice":
      return [await notices.get(request.id, { signal })]
  }
}

/** Result of a call, and everything that a program could print of it. */
interface CallResult {
  readonly outcome: Outcome
  readonly output: string
}

/** Calls the client. Errors other than `PublicRecordsError` are defects. */
const resultOf = async (
  client: PublicRecordsClient,
  request: ScenarioRequest,
  count: number,
  signal?: AbortSignal
): Promise<CallResult> => {
  try {
    const found = await callClient(client, request, count, signal)
    return { outcome: records(found.map(identifierOf)), output: JSON.stringify(found) }
  } catch (error) {
    if (!(error instanceof PublicRecordsError)) throw error
    return { outcome: refused(error.reason._tag), output: inspect(error, { depth: 8 }) + JSON.stringify(error) }
  }
}

/** Sends the request of a scenario with a client and returns the outcome. */
export const outcomeOf = async (client: PublicRecordsClient, request: ScenarioRequest): Promise<Outcome> =>
  (await resultOf(client, request, Infinity)).outcome

/** Aborts a call during a request. Returns `undefined` if that ended the call, or its result if it ended before. */
const resultBeforeCancel = async (
  client: PublicRecordsClient,
  { request, cancels }: Scenario,
  { requests }: SampleService
): Promise<CallResult | undefined> => {
  if (cancels === undefined) return undefined
  const controller = new AbortController()
  const call = resultOf(client, request, Infinity, controller.signal)
  await Promise.race([call, Effect.runPromise(requests(request, cancels.during))])
  const reason = new Error("the caller aborted")
  controller.abort(reason)
  try {
    return await call
  } catch (error) {
    if (error === reason) return undefined
    throw error
  }
}

const run = Effect.fnUntraced(function* (scenario: Scenario) {
  const { stopsReading, setup, request, cancels } = scenario
  const service = yield* startSampleService(setup, "socket")
  const { baseUrl, server } = service
  const signals: Array<AbortSignal | null | undefined> = []
  const client = yield* Effect.acquireRelease(
    Effect.sync(() =>
      createClient({
        apiKey: keyOf(setup),
        baseUrl,
        allowHttp: !setup.isSecure,
        maxWait: "2 minutes",
        logLevel: "off",
        fetch: (input, init) => {
          signals.push(init?.signal)
          return server.fetch(input, init)
        }
      })
    ),
    (client) => Effect.promise(() => client[Symbol.asyncDispose]())
  )
  const early = yield* Effect.promise(() => resultBeforeCancel(client, scenario, service))
  if (early?.outcome._tag === "Records") return yield* new CallNotCanceled({ found: "it returned a result" })
  if (cancels !== undefined && early === undefined) yield* assertCanceled(signals)
  const { outcome, output } =
    early ?? (yield* Effect.promise(() => resultOf(client, request, stopsReading?.after ?? Infinity)))
  yield* assertNoKeyLeak(output)
  yield* assertStoppedReading(scenario, server)
  return outcome
}, Effect.scoped)

/** Runs the Promise client over HTTPS. */
export const promises: Driver = {
  name: "the Promise client, over HTTPS",
  unsupported: (scenario) =>
    scenario.needsVirtualTime === true ? Option.some("it would wait in real time") : rawOnlyReason(scenario),
  run
}
