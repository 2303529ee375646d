import { scenarios } from "@public-records/testing/scenarios"
import type { Scenario } from "@public-records/testing/Scenario"

/**
 * Every eighth scenario and those that cancel a call, for drivers that start a process for each. A process takes a hundred times as
 * long as the same program in this process. With `PUBLIC_RECORDS_TEST_PROCESSES=all`, all scenarios.
 */
export const sampledScenarios: ReadonlyArray<Scenario> =
  process.env["PUBLIC_RECORDS_TEST_PROCESSES"] === "all"
    ? scenarios
    : scenarios.filter(({ cancels }, position) => position % 8 === 0 || cancels !== undefined)
