import { createClient } from "@public-records/core/promise"
import { Effect, Option } from "effect"
import { type Driver, rawOnlyReason } from "../Driver.ts"
import { type Scenario } from "../Scenario.ts"
import { outcomeOf } from "./Promises.ts"

/** Options of `serviceAt`. */
export interface ServiceAtOptions {
  /** Title of the tests. */
  readonly name: string
  readonly baseUrl: string
  /** A key that the service accepts. @default "DEMO_KEY" */
  readonly apiKey?: string | undefined
  /** Whether the base URL may be plain HTTP. @default false */
  readonly allowHttp?: boolean | undefined
  /** Function that sends requests. @default globalThis.fetch */
  readonly fetch?: typeof globalThis.fetch | undefined
}

const unsupported = (scenario: Scenario): Option.Option<string> => {
  const { request, setup } = scenario
  const rawOnly = rawOnlyReason(scenario)
  if (Option.isSome(rawOnly)) return rawOnly
  const { burstLimits, faults, isSecure, isQuotaExhausted, key, profile, quirks, wrongPath } = setup
  if (key !== "known" || isQuotaExhausted) return Option.some("the service has its own keys and rate limits")
  if (!isSecure || wrongPath) return Option.some("the base URL is fixed")
  if (profile !== "documented") return Option.some("it tests documented behavior")
  if (Object.keys(quirks).length > 0 || burstLimits.length > 0 || faults.length > 0) {
    return Option.some("no faults can be injected")
  }
  if (scenario.stopsReading !== undefined) return Option.some("it does not test the service")
  if (setup.data !== undefined) return Option.some("the service holds the samples")
  return "wire" in request && request.wire === undefined
    ? Option.some("the client rejects it, so it does not test the service")
    : Option.none()
}

/**
 * Creates a driver that tests your own service, which must hold the records of `Samples`, with the Promise client.
 *
 * **Gotchas** The driver cannot configure the service, so it skips scenarios with other keys, faults or rate limits.
 */
export const serviceAt = ({ name, apiKey = "DEMO_KEY", ...options }: ServiceAtOptions): Driver => ({
  name,
  unsupported,
  run: ({ request }) =>
    Effect.promise(async () => {
      await using client = createClient({ apiKey, ...options, requestsPerHour: Infinity })
      return await outcomeOf(client, request)
    })
})
