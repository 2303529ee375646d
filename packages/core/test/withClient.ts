import { Effect } from "effect"
import { PublicRecords, type PublicRecordsOptions } from "../src/index.ts"
import { type Respond, clientOf, fakeService, advanceUntil } from "./FakeService.ts"

/** Uses a client while time passes. Succeeds with the result and the requests that the service received. */
export const withClient = <A, E>(
  respond: Respond,
  use: (client: PublicRecords["Service"]) => Effect.Effect<A, E>,
  options?: PublicRecordsOptions
) =>
  Effect.gen(function* () {
    const service = fakeService(respond)
    const using = PublicRecords.use(use).pipe(Effect.provide(clientOf(service, options)), Effect.result)
    const fiber = yield* Effect.forkChild(using)
    return { result: yield* advanceUntil(fiber), arrivals: service.arrivals }
  })
