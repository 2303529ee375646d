import { scenarios } from "@public-records/testing/scenarios"
import type { Scenario } from "@public-records/testing/Scenario"

/**
 * Returns one of this many scenarios, and those that cancel a call, for drivers that start a process for each. A process takes a
 * hundred times as long as the same program in this process. With `PUBLIC_RECORDS_TEST_PROCESSES=all`, returns all scenarios.
 */
export const sampledScenarios = (oneOf: number): ReadonlyArray<Scenario> =>
  process.env["PUBLIC_RECORDS_TEST_PROCESSES"] === "all"
    ? scenarios
    : scenarios.filter(({ cancels }, position) => position % oneOf === 0 || cancels !== undefined)
