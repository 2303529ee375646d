import { Effect } from "effect"
import { PublicRecords, type PublicRecordsOptions } from "../src/index.ts"
import { type Answer, clientOf, fakeService, passTimeUntil } from "./FakeService.ts"

/** Uses a client while time passes. Succeeds with the result and the requests that the service received. */
export const withClient = <A, E>(
  answer: Answer,
  use: (client: PublicRecords["Service"]) => Effect.Effect<A, E>,
  options?: PublicRecordsOptions
) =>
  Effect.gen(function* () {
    const service = fakeService(answer)
    const using = PublicRecords.use(use).pipe(Effect.provide(clientOf(service, options)), Effect.result)
    const fiber = yield* Effect.forkChild(using)
    return { result: yield* passTimeUntil(fiber), arrivals: service.arrivals }
  })
