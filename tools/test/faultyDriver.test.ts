import { type Driver } from "@public-records/testing/Driver"
import { type Outcome, records, refused, type Scenario } from "@public-records/testing/Scenario"
import { scenarios } from "@public-records/testing/scenarios"
import { Effect, Option } from "effect"
import { assert, describe, it } from "vitest"
import { faultyScenarioOf, soakScenarios } from "../soak/faultyScenarios.ts"

/** Creates a driver whose client ends every scenario like this. */
const driverThat = (end: (scenario: Scenario) => Effect.Effect<Outcome, unknown>): Driver => ({
  name: "a client",
  unsupported: () => Option.none(),
  run: end
})

const identifiersOf = ({ outcome }: Scenario): ReadonlyArray<string> =>
  outcome._tag === "Records" ? outcome.identifiers : []

/** The first seed of a scenario that returns all records of a list without faults of its own. */
const seed =
  1 + scenarios.findIndex((scenario) => scenario.setup.faults.length === 0 && identifiersOf(scenario).length > 10)

/** Returns the problems of a client that ends like this. */
const problemsOf = async (end: (scenario: Scenario) => Effect.Effect<Outcome, unknown>, seeds = [seed]) =>
  (await soakScenarios([driverThat(end)], seeds)).problems

describe("the check of scenarios with one more fault", () => {
  it("accepts the records of the scenario, and each error that the fault may cause", async () => {
    const played: Array<number> = []
    const right = driverThat(({ outcome }) => Effect.succeed(outcome))
    const { calls, problems } = await soakScenarios([right, right], [seed, seed + 1], (done) => played.push(done))
    assert.deepStrictEqual([calls, problems, played], [4, [], [1, 2]])
    const refusing = Array.from({ length: 200 }, (_, n) => n + 1).find(
      (one) => faultyScenarioOf(one).allowedErrors.length > 0
    )
    assert.isDefined(refusing)
    for (const reason of faultyScenarioOf(refusing ?? 0).allowedErrors) {
      assert.deepStrictEqual(await problemsOf(() => Effect.succeed(refused(reason)), [refusing ?? 0]), [])
    }
  })

  it("finds lost, added and reordered records, with the seed and the fault", async () => {
    const changes: ReadonlyArray<(all: ReadonlyArray<string>) => ReadonlyArray<string>> = [
      (all) => all.slice(1),
      (all) => all.slice(0, -1),
      (all) => [...all, ...all.slice(-1)],
      (all) => all.toReversed(),
      (all) => [...all, "5550000000"]
    ]
    for (const change of changes) {
      const [problem, ...others] = await problemsOf((scenario) =>
        Effect.succeed(records(change(identifiersOf(scenario))))
      )
      assert.deepStrictEqual(others, [])
      assert.match(problem ?? "", new RegExp(`^Seed ${seed}, a client, ".*": it returned other records`))
      assert.include(problem ?? "", `the fault: ${JSON.stringify(faultyScenarioOf(seed).fault)}`)
    }
  })

  it("finds an error that the fault does not explain, and one without a type", async () => {
    const [unexplained] = await problemsOf(() => Effect.succeed(refused("InvalidQuery")))
    assert.include(unexplained ?? "", "it ended with InvalidQuery")
    const [untyped] = await problemsOf(() => Effect.die(new Error("oh")))
    assert.include(untyped ?? "", "it failed without a typed error")
  })
})
