import { assert, it } from "@effect/vitest"
import { PublicRecords } from "@public-records/core"
import { ReferenceServer } from "@public-records/server"
import { Effect, Layer, Option } from "effect"
import { Callers } from "../effect-service/Callers.ts"

const sample = PublicRecords.layer({ apiKey: "DEMO_KEY", baseUrl: "https://reference-server.invalid" }).pipe(
  Layer.provide(ReferenceServer.httpClient),
  Layer.provide(ReferenceServer.layerInProcess({ rateLimit: "off" }))
)

it.live("the Effect service returns the callers of an hour, most reported first", () =>
  Effect.gen(function* () {
    const { reportOf, worst } = yield* Callers
    const [first, second] = worst(2)
    assert.isAbove(first?.complaints ?? 0, second?.complaints ?? Infinity)
    assert.isAtMost(first?.robocalls ?? Infinity, first?.complaints ?? 0)
    assert.isAbove(first?.subjects.size ?? 0, 0)
    assert.deepStrictEqual(reportOf(first?.number ?? ""), Option.fromNullishOr(first))
    assert.isTrue(Option.isNone(reportOf("0000000000")))
  }).pipe(Effect.provide(Callers.layer("2021-07-07 09:00:00", "2021-07-07 09:20:00").pipe(Layer.provide(sample))))
)
