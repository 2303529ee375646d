import { globSync, readFileSync } from "node:fs"
import { assert, describe, expect, it } from "@effect/vitest"
import { customClient } from "@public-records/testing/drivers/CustomClient"
import { serviceAt } from "@public-records/testing/drivers/ServiceAt"
import { scenarios } from "@public-records/testing/scenarios"
import { siteScenarios } from "@public-records/testing/siteScenarios"
import { Option } from "effect"
import { drivers, driversByWorkspace, siteDrivers } from "../drivers.ts"

const root = new URL("../../", import.meta.url)

/** Returns how often the tests of a workspace register scenarios. */
const runsIn = (workspace: string): number =>
  globSync(`${workspace}/test/**/*.test.ts`, { cwd: root })
    .map((file) => readFileSync(new URL(file, root), "utf8"))
    .join("")
    .split("runScenarios(").length - 1

describe("the drivers of the workspaces", () => {
  it("are listed for every package and app", () => {
    const workspaces = globSync("{packages,apps}/*/package.json", { cwd: root }).map((file) =>
      file.replace("/package.json", "")
    )
    assert.deepStrictEqual(Object.keys(driversByWorkspace).toSorted(), workspaces.toSorted())
  })

  for (const [workspace, listed] of Object.entries(driversByWorkspace)) {
    it(`run the scenarios in the tests of ${workspace}, or there is a reason`, () => {
      assert.isAbove(listed.length, 0)
      assert.strictEqual(runsIn(workspace), typeof listed === "string" ? 0 : listed.length)
    })
  }

  it("have different names, and run every scenario", () => {
    assert.strictEqual(new Set(drivers.map(({ name }) => name)).size, drivers.length)
    const left = scenarios.filter((scenario) =>
      drivers.every(({ unsupported }) => Option.isSome(unsupported(scenario)))
    )
    assert.deepStrictEqual(left, [])
  })

  it("run as many scenarios as before, like the drivers for clients and services of your own", async () => {
    const client = customClient({
      name: "a client of your own",
      run: () => Promise.reject(new Error("It does not run.")),
      unsupported: ({ setup }) => (setup.profile === "live" ? "it is not for the live profile" : undefined)
    })
    const service = serviceAt({ name: "a service of your own", baseUrl: "https://service.invalid" })
    const counts = [...drivers, client, service].map(({ name, unsupported }) => {
      const reasons = scenarios.flatMap((scenario) => Option.toArray(unsupported(scenario)))
      const groups = Array.from(Map.groupBy(reasons, String), ([reason, { length }]) => `  ${length}: ${reason}\n`)
      return `${name}: ${scenarios.length - reasons.length} of ${scenarios.length}\n${groups.join("")}`
    })
    const ofSite = siteDrivers.map(
      ({ name }) => `${name}: ${siteScenarios.length} of ${siteScenarios.length} of the site\n`
    )
    await expect([...counts, ...ofSite].join("\n")).toMatchFileSnapshot("scenariosByDriver.txt")
  })
})
