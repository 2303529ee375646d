import { CivilDate } from "@public-records/core"
import type { SiteDriver } from "@public-records/testing/SiteScenario"
import { startSiteService } from "@public-records/testing/drivers/SiteService"
import { Effect, Stream } from "effect"
import { HttpClient } from "effect/http"
import { TestClock } from "effect/testing"
import { makeMemoryMirror } from "./mirrors.ts"
import { storedDays } from "./sites.ts"
import { passingTime } from "./syncs.ts"

/** Keeps a mirror in memory by `mirror.sync`. */
export const siteDriver: SiteDriver = {
  name: "a mirror that reads the site",
  run: Effect.fnUntraced(
    function* (scenario) {
      const { client, requests, server, url } = yield* startSiteService(scenario)
      const { mirror } = yield* makeMemoryMirror
      const from = CivilDate.make(scenario.from)
      const sync = mirror
        .sync({ site: url, source: "files", from })
        .pipe(
          Stream.runDrain,
          Effect.provideService(HttpClient.HttpClient, client),
          Effect.match({ onFailure: () => true, onSuccess: () => false }),
          passingTime
        )
      const runs: Array<{ readonly failed: boolean; readonly requests: ReadonlyArray<string> }> = []
      for (const { at, faults = [] } of scenario.runs) {
        yield* TestClock.setTime(Date.parse(at))
        yield* server.faults.set({ faults })
        runs.push({ failed: yield* sync, requests: requests() })
      }
      return { runs, days: yield* storedDays(mirror) }
    },
    Effect.scoped,
    Effect.provide(TestClock.layer())
  )
}
