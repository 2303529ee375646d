import { Effect, Option } from "effect"
import { type Driver, notByClients } from "../Driver.ts"
import { type Outcome, type Question, type Scenario } from "../Scenario.ts"
import { keyOf, startSampleService } from "./SampleService.ts"

/** The service that a scenario sets up, as a client needs to know it. */
export interface ServiceToAsk {
  readonly baseUrl: string
  /** Nothing where the scenario is about a client without a key. */
  readonly apiKey: string | undefined
  /** Reaches the service and trusts its certificate. */
  readonly fetch: typeof globalThis.fetch
}

/** A client of one's own, and how it is asked. */
export interface OwnClientOptions {
  /** What the tests are called after. */
  readonly name: string
  /** Asks, and tells what came: `records` of telephone or transaction numbers, or `refused` with the reason. */
  readonly ask: (service: ServiceToAsk, question: Question) => Promise<Outcome>
  /** Why the client cannot put a scenario's question; nothing where it can. @default every question of a client */
  readonly cannot?: ((scenario: Scenario) => string | undefined) | undefined
}

const reason = (scenario: Scenario, cannot: OwnClientOptions["cannot"]): Option.Option<string> => {
  if (scenario.isSlow === true) return Option.some("it would wait in real time")
  if (scenario.leaves !== undefined) return Option.some("it is asked for whole lists")
  if (scenario.stops !== undefined) return Option.some("it is asked, and not stopped")
  return Option.orElse(notByClients(scenario), () => Option.fromUndefinedOr(cannot?.(scenario)))
}

/** A client of one's own, against the reference server on a socket. */
export const ownClient = ({ name, ask, cannot }: OwnClientOptions): Driver => ({
  name,
  cannot: (scenario) => reason(scenario, cannot),
  ask: Effect.fnUntraced(function* ({ question, setting }: Scenario) {
    const { baseUrl, server } = yield* startSampleService(setting, "socket")
    return yield* Effect.promise(() => ask({ baseUrl, apiKey: keyOf(setting), fetch: server.fetch }, question))
  }, Effect.scoped)
})
