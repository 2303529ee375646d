import { createClient, PublicRecordsError, type PublicRecordsClient } from "@public-records/core/promise"
import { Effect, Option } from "effect"
import { type Driver } from "../Driver.ts"
import { type Outcome, type Question, records, refused, type Scenario } from "../Scenario.ts"
import { keyOf, startSampleService } from "./SampleService.ts"

const gathered = async <A>(items: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const all: Array<A> = []
  for await (const item of items) all.push(item)
  return all
}

const complaints = async (
  { complaints: { page, stream } }: PublicRecordsClient,
  { all, input }: Extract<Question, { readonly _tag: "ListComplaints" }>
): Promise<ReadonlyArray<string>> => {
  const found = all ? await gathered(stream(input)) : (await page(input)).records
  return found.map(({ companyPhoneNumber }) => companyPhoneNumber ?? "")
}

const notices = async (
  { notices: { page, stream } }: PublicRecordsClient,
  { all, input }: Extract<Question, { readonly _tag: "ListNotices" }>
): Promise<ReadonlyArray<string>> => {
  const found = all ? await gathered(stream(input)) : (await page(input)).records
  return found.map(({ transactionNumber }) => transactionNumber ?? "")
}

const answer = async (client: PublicRecordsClient, question: Question): Promise<ReadonlyArray<string>> => {
  switch (question._tag) {
    case "ListComplaints":
      return complaints(client, question)
    case "ListNotices":
      return notices(client, question)
    case "GetComplaint":
      return [(await client.complaints.get(question.id)).companyPhoneNumber ?? ""]
    case "GetNotice":
      return [(await client.notices.get(question.id)).transactionNumber ?? ""]
  }
}

/** Puts a question to a client, and tells what came; whatever is thrown and is no `PublicRecordsError` is a defect. */
export const outcomeOf = async (client: PublicRecordsClient, question: Question): Promise<Outcome> => {
  try {
    return records(await answer(client, question))
  } catch (error) {
    if (error instanceof PublicRecordsError) return refused(error.reason._tag)
    throw error
  }
}

const ask = Effect.fnUntraced(function* ({ setting, question }: Scenario) {
  const { baseUrl, server } = yield* startSampleService(setting, "socket")
  return yield* Effect.promise(async () => {
    await using client = createClient({
      apiKey: keyOf(setting),
      baseUrl,
      allowHttp: !setting.isSecure,
      fetch: server.fetch
    })
    return await outcomeOf(client, question)
  })
}, Effect.scoped)

/** The client for code without Effect, over a socket. */
export const promises: Driver = {
  name: "the client of promises, over HTTPS",
  cannot: ({ isSlow }) => (isSlow === true ? Option.some("it would wait in real time") : Option.none()),
  ask
}
