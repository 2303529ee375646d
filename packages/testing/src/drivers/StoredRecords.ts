import { type PublicRecords } from "@public-records/core"
import { Effect, type Layer, Option, Result } from "effect"
import { type Driver, rawOnlyReason } from "../Driver.ts"
import { defaultSetup, records, refused, type Scenario } from "../Scenario.ts"
import { callClient } from "./InProcess.ts"
import { dataFiles, identifierOf } from "./SampleService.ts"

const reasons = {
  key: "stored records need no key",
  queryKey: "stored records need no key",
  isSecure: "stored records have no address",
  wrongPath: "stored records have no address",
  isQuotaExhausted: "stored records have no rate limit",
  burstLimits: "stored records have no rate limit",
  profile: "it is about deviations of the service",
  quirks: "it is about deviations of the service",
  faults: "it is about failures of the service"
} as const

/** Returns why a scenario needs a service that sends responses, or `None` if stored records are enough. */
export const serviceOnlyReason = (scenario: Scenario): Option.Option<string> => {
  const { cancels, setup } = scenario
  for (const [name, reason] of Object.entries(reasons)) {
    const [given, usual] = [Reflect.get(setup, name), Reflect.get(defaultSetup, name)]
    if (JSON.stringify(given) !== JSON.stringify(usual)) return Option.some(reason)
  }
  return cancels === undefined ? rawOnlyReason(scenario) : Option.some("stored records send no requests to cancel")
}

/**
 * Creates a driver for `PublicRecords` without a service, such as a local copy. `layerOf` receives the files with the records of a
 * scenario.
 */
export const storedRecords = (
  name: string,
  layerOf: (files: ReadonlyArray<string>) => Layer.Layer<PublicRecords, unknown>
): Driver => ({
  name,
  unsupported: serviceOnlyReason,
  run: Effect.fnUntraced(function* (scenario: Scenario) {
    const called = Effect.result(callClient(scenario))
    const found = yield* Effect.provide(called, layerOf(dataFiles(scenario.setup)))
    if (Result.isSuccess(found)) return records(found.success.map(identifierOf))
    return refused(found.failure.reason._tag)
  })
})
