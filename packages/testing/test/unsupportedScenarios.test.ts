import { assert, describe, it } from "@effect/vitest"
import { PublicRecords } from "@public-records/core"
import { Effect, Layer, Option } from "effect"
import { type Driver } from "../src/Driver.ts"
import { customClient } from "../src/drivers/CustomClient.ts"
import { serviceAt } from "../src/drivers/ServiceAt.ts"
import { storedRecords } from "../src/drivers/StoredRecords.ts"
import { defaultSetup, records, type Scenario, type ServiceSetup } from "../src/Scenario.ts"
import { complaintsPage, everyComplaint } from "../src/scenarios/requests.ts"

const plain: Scenario = {
  name: "lists complaints",
  statements: [],
  setup: defaultSetup,
  request: everyComplaint,
  outcome: records([])
}
const withSetup = (setup: Partial<ServiceSetup>): Scenario => ({ ...plain, setup: { ...defaultSetup, ...setup } })

/** Scenarios that differ from the plain one in one way. */
const scenarios = {
  plain,
  raw: { ...plain, isRawOnly: true },
  queryKey: withSetup({ queryKey: "known" }),
  slow: { ...plain, needsVirtualTime: true },
  stops: { ...plain, stopsReading: { after: 1, maxRequests: 1 } },
  cancels: { ...plain, cancels: { during: 1, maxRequests: 2 } },
  unsent: { ...plain, request: complaintsPage({ city: "Akron" }, undefined) },
  hostile: withSetup({ data: "hostile" }),
  unknownKey: withSetup({ key: "unknown" }),
  usedUp: withSetup({ isQuotaExhausted: true }),
  insecure: withSetup({ isSecure: false }),
  wrongPath: withSetup({ wrongPath: true }),
  live: withSetup({ profile: "live" }),
  quirks: withSetup({ quirks: { overlaps: 1 } }),
  bursts: withSetup({ burstLimits: [{ limit: 1, window: "1 second" }] }),
  faults: withSetup({ faults: [{ do: "reset" }] })
} satisfies Readonly<Record<string, Scenario>>

const unsupportedBy = ({ unsupported }: Driver): ReadonlyArray<string> =>
  Object.entries(scenarios).flatMap(([name, scenario]) => (Option.isSome(unsupported(scenario)) ? [name] : []))

const setups = ["unknownKey", "usedUp", "insecure", "wrongPath", "live", "quirks", "bursts", "faults"]

describe("the scenarios that a driver does not run", () => {
  it("are those that a client of your own cannot prove", () => {
    const run = () => Promise.resolve(records([]))
    assert.deepStrictEqual(unsupportedBy(customClient({ name: "", run })), [
      "raw",
      "queryKey",
      "slow",
      "stops",
      "cancels"
    ])
    const unsupported = ({ setup }: Scenario) => (setup.faults.length > 0 ? "it does not retry" : undefined)
    assert.include(unsupportedBy(customClient({ name: "", run, unsupported })), "faults")
  })

  it("are those that need another setup of your service, or no service", () => {
    assert.deepStrictEqual(unsupportedBy(serviceAt({ name: "", baseUrl: "https://service.invalid" })), [
      "raw",
      "queryKey",
      "stops",
      "unsent",
      "hostile",
      ...setups
    ])
  })

  it("are those about a service if records are stored", () => {
    assert.deepStrictEqual(unsupportedBy(storedRecords("", () => Layer.effect(PublicRecords, Effect.never))), [
      "raw",
      "queryKey",
      "cancels",
      ...setups
    ])
  })
})
