import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { results } from "./syncs.ts"
import { startSite } from "./sites.ts"

describe("a sync without a key", () => {
  it.effect("reads", () =>
    Effect.gen(function* () {
      const { mirror, requests, sync } = yield* startSite()
      const { events, error } = yield* sync(mirror)
      console.log(error, JSON.stringify(events.filter(e=>e._tag!=="Day"), null, 1), results(events), requests)
      requests.length = 0
      const again = yield* sync(mirror)
      console.log(again.error, JSON.stringify(again.events), requests)
      console.log(JSON.stringify(yield* mirror.status))
    }))
})
