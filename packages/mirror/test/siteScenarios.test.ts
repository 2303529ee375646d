import { runSiteScenarios } from "@public-records/testing/vitest"
import { siteDriver } from "./siteDriver.ts"

runSiteScenarios(siteDriver)
