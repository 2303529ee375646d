/** Prints the three most reported callers of an hour. Needs `PUBLIC_RECORDS_API_KEY`. */
import { layerConfig } from "@public-records/core/config"
import { Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { Callers } from "./Callers.ts"

const program = Effect.gen(function* () {
  const { worst } = yield* Callers
  for (const { number, complaints } of worst(3)) process.stdout.write(`${number} ${complaints}\n`)
})

const callers = Callers.layer("2021-07-07 09:00:00", "2021-07-07 10:00:00").pipe(
  Layer.provide(layerConfig),
  Layer.provide(FetchHttpClient.layer)
)

await Effect.runPromise(Effect.provide(program, callers))
