import { Effect, Option } from "effect"
import { type Driver, rawOnlyReason } from "../Driver.ts"
import { type Outcome, type ScenarioRequest, type Scenario } from "../Scenario.ts"
import { keyOf, startSampleService } from "./SampleService.ts"

/** Service of a scenario, as a client needs to know it. */
export interface ServiceUnderTest {
  readonly baseUrl: string
  /** `undefined` if the scenario is about a client without a key. */
  readonly apiKey: string | undefined
  /** Sends requests to the service. Trusts its certificate. */
  readonly fetch: typeof globalThis.fetch
}

/** Options of `customClient`. */
export interface CustomClientOptions {
  /** Title of the tests. */
  readonly name: string
  /** Sends a request and returns the outcome: `records` with telephone or transaction numbers, or `refused` with the reason. */
  readonly run: (service: ServiceUnderTest, request: ScenarioRequest) => Promise<Outcome>
  /** Returns why the client cannot run a scenario, or `undefined` if it can. @default it can run every scenario for clients */
  readonly unsupported?: ((scenario: Scenario) => string | undefined) | undefined
}

const reason = (scenario: Scenario, unsupported: CustomClientOptions["unsupported"]): Option.Option<string> => {
  if (scenario.needsVirtualTime === true) return Option.some("it would wait in real time")
  if (scenario.stopsReading !== undefined) return Option.some("it reads complete lists")
  if (scenario.cancels !== undefined) return Option.some("it does not cancel requests")
  return Option.orElse(rawOnlyReason(scenario), () => Option.fromUndefinedOr(unsupported?.(scenario)))
}

/** Creates a driver that runs your own client against the reference server on a socket. */
export const customClient = ({ name, run, unsupported }: CustomClientOptions): Driver => ({
  name,
  unsupported: (scenario) => reason(scenario, unsupported),
  run: Effect.fnUntraced(function* ({ request, setup }: Scenario) {
    const { baseUrl, server } = yield* startSampleService(setup, "socket")
    return yield* Effect.promise(() => run({ baseUrl, apiKey: keyOf(setup), fetch: server.fetch }, request))
  }, Effect.scoped)
})
