import { inspect } from "node:util"
import {
  type Complaint,
  createClient,
  type Notice,
  type PublicRecordsClient,
  PublicRecordsError
} from "@public-records/core/promise"
import { Effect, Option } from "effect"
import { type Driver, mustHaveLeft, notByClients } from "../Driver.ts"
import { mustShowNoKey } from "../Keys.ts"
import { type Outcome, type Question, records, refused, type Scenario } from "../Scenario.ts"
import { keyOf, startSampleService } from "./SampleService.ts"

const gathered = async <A>(items: AsyncIterable<A>, count: number): Promise<ReadonlyArray<A>> => {
  const all: Array<A> = []
  for await (const item of items) if (all.push(item) === count) break
  return all
}

const markOf = (record: Complaint | Notice): string =>
  ("companyPhoneNumber" in record ? record.companyPhoneNumber : record.transactionNumber) ?? ""

const answer = async (
  { complaints, notices }: PublicRecordsClient,
  question: Question,
  count: number
): Promise<ReadonlyArray<Complaint | Notice>> => {
  switch (question._tag) {
    case "ListComplaints":
      return question.all
        ? await gathered(complaints.stream(question.input), count)
        : (await complaints.page(question.input)).records
    case "ListNotices":
      return question.all
        ? await gathered(notices.stream(question.input), count)
        : (await notices.page(question.input)).records
    case "GetComplaint":
      return [await complaints.get(question.id)]
    case "GetNotice":
      return [await notices.get(question.id)]
  }
}

/** What came, and all that a program could print of it. */
interface Came {
  readonly outcome: Outcome
  readonly shown: string
}

/** What came; whatever is thrown and is no `PublicRecordsError` is a defect. */
const cameOf = async (client: PublicRecordsClient, question: Question, count: number): Promise<Came> => {
  try {
    const found = await answer(client, question, count)
    return { outcome: records(found.map(markOf)), shown: JSON.stringify(found) }
  } catch (error) {
    if (!(error instanceof PublicRecordsError)) throw error
    return { outcome: refused(error.reason._tag), shown: inspect(error, { depth: 8 }) + JSON.stringify(error) }
  }
}

/** Puts a question to a client, and tells what came. */
export const outcomeOf = async (client: PublicRecordsClient, question: Question): Promise<Outcome> =>
  (await cameOf(client, question, Infinity)).outcome

const ask = Effect.fnUntraced(function* (scenario: Scenario) {
  const { leaves, setting, question } = scenario
  const { baseUrl, server } = yield* startSampleService(setting, "socket")
  const { outcome, shown } = yield* Effect.promise(async () => {
    await using client = createClient({
      apiKey: keyOf(setting),
      baseUrl,
      allowHttp: !setting.isSecure,
      fetch: server.fetch
    })
    return await cameOf(client, question, leaves?.after ?? Infinity)
  })
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
