import { assert, it } from "@effect/vitest"
import { ComplaintQuery, PublicRecords } from "@public-records/core"
import { ReferenceServer } from "@public-records/server"
import { Effect, Layer, Option, Stream } from "effect"
import { Callers } from "../effect-service/Callers.ts"

const sample = PublicRecords.layer({ apiKey: "DEMO_KEY", baseUrl: "https://reference-server.invalid" }).pipe(
  Layer.provide(ReferenceServer.httpClient),
  Layer.provide(ReferenceServer.layerInProcess({ rateLimit: "off" }))
)

const [createdFrom, createdTo] = ["2021-07-07 09:00:00", "2021-07-07 09:20:00"] as const

it.live("the Effect service returns the callers of an hour, most reported first", () =>
  Effect.gen(function* () {
    const { reportOf, worst } = yield* Callers
    const [first, second] = worst(2)
    assert.isAbove(first?.complaints ?? 0, second?.complaints ?? Infinity)
    assert.isAtMost(first?.robocalls ?? Infinity, first?.complaints ?? 0)
    assert.isAbove(first?.subjects.size ?? 0, 0)
    assert.deepStrictEqual(reportOf(first?.number ?? ""), Option.fromNullishOr(first))
    assert.isTrue(Option.isNone(reportOf("0000000000")))
    const { complaints } = yield* PublicRecords
    const query = yield* ComplaintQuery.fromInput({ createdFrom, createdTo })
    const withNumber = (yield* Stream.runCollect(complaints.stream(query))).filter(
      ({ companyPhoneNumber }) => companyPhoneNumber !== null
    )
    const callers = worst(Infinity)
    const sum = (counts: ReadonlyArray<number>) => counts.reduce((total, count) => total + count, 0)
    assert.strictEqual(sum(callers.map((caller) => caller.complaints)), withNumber.length)
    assert.strictEqual(
      sum(callers.map(({ robocalls }) => robocalls)),
      withNumber.filter(({ isRobocall }) => isRobocall === true).length
    )
    assert.isTrue(withNumber.some(({ isRobocall }) => isRobocall === null))
  }).pipe(Effect.provide(Callers.layer(createdFrom, createdTo).pipe(Layer.provideMerge(sample))))
)
