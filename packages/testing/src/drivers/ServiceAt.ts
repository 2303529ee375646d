import { createClient } from "@public-records/core/promise"
import { Effect, Option } from "effect"
import { type Driver, notByClients } from "../Driver.ts"
import { type Scenario } from "../Scenario.ts"
import { outcomeOf } from "./Promises.ts"

/** A service that is there already, and how to ask it. */
export interface ServiceAtOptions {
  /** What the tests are called after. */
  readonly name: string
  readonly baseUrl: string
  /** A key that the service knows. @default "DEMO_KEY" */
  readonly apiKey?: string | undefined
  /** Whether the base URL may be plain HTTP. @default false */
  readonly allowHttp?: boolean | undefined
  /** What sends requests. @default globalThis.fetch */
  readonly fetch?: typeof globalThis.fetch | undefined
}

const cannot = (scenario: Scenario): Option.Option<string> => {
  const { question, setting } = scenario
  const unclientlike = notByClients(scenario)
  if (Option.isSome(unclientlike)) return unclientlike
  const { burstLimits, faults, isSecure, isSpent, key, profile, quirks, wrongPath } = setting
  if (key !== "known" || isSpent) return Option.some("its keys and their limits are its own")
  if (!isSecure || wrongPath) return Option.some("it is asked where it is")
  if (profile !== "documented") return Option.some("it is asked whether it does what is documented")
  if (Object.keys(quirks).length > 0 || burstLimits.length > 0 || faults.length > 0) {
    return Option.some("nothing makes it fail")
  }
  if (scenario.leaves !== undefined) return Option.some("it says nothing of the service")
  if (setting.data !== undefined) return Option.some("it holds the samples")
  return "wire" in question && question.wire === undefined
    ? Option.some("the client refuses it, so that it says nothing of the service")
    : Option.none()
}

/**
 * A service of one's own that holds the records of `Samples`, asked by the client of promises.
 *
 * **Gotchas** only scenarios of a service in order are asked: nothing here can set it up, give it keys or make it fail.
 */
export const serviceAt = ({ name, apiKey = "DEMO_KEY", ...options }: ServiceAtOptions): Driver => ({
  name,
  cannot,
  ask: ({ question }) =>
    Effect.promise(async () => {
      await using client = createClient({ apiKey, ...options, requestsPerHour: Infinity })
      return await outcomeOf(client, question)
    })
})
