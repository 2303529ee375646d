import { defaultBaseUrl, failureFromTransport, KeyMask } from "@public-records/core"
import { Context, Effect, Layer, Option, Result } from "effect"
import { HttpClient } from "effect/http"
import { CommandFailure, exitCodes } from "../CommandFailure.ts"
import { Host } from "../Host.ts"
import { proxyVariable } from "../proxies.ts"
import { recordsLayer } from "../recordsLayer.ts"
import { type Settings } from "../Settings.ts"
import { clockFinding } from "./clock.ts"
import { type Finding } from "./Finding.ts"
import { remembering } from "./LastAnswer.ts"
import { problemOf, reached, unknown, unreachable } from "./serviceFindings.ts"

const noKey = new KeyMask(Option.none())

const silent = (message: string): CommandFailure =>
  new CommandFailure({ reason: "Unavailable", message, exitCode: exitCodes.unavailable, nextTryAt: null })

/** Whether the service answers at all is seen without a key too. */
export const keylessFindings = Effect.fnUntraced(function* (
  missing: CommandFailure,
  settings: Settings
): Effect.fn.Return<ReadonlyArray<Finding>, CommandFailure, Host> {
  const { environment } = yield* Host
  const key = problemOf("key", missing)
  const baseUrl = settings.baseUrl?.value ?? defaultBaseUrl
  const { serviceTransport } = yield* Effect.promise(() => import("../ServiceTransport.ts"))
  const transport = yield* serviceTransport(environment, settings.ca)
  return yield* Effect.scoped(
    Effect.gen(function* () {
      const http = Context.get(yield* Layer.build(transport), HttpClient.HttpClient)
      // The base URL is checked as with a key.
      const options = { baseUrl, allowHttp: settings.allowHttp?.value }
      yield* Layer.build(recordsLayer(options).pipe(Layer.provide(Layer.succeed(HttpClient.HttpClient, http))))
      const { client, last } = remembering(http)
      const asked = yield* client.get(`${baseUrl.replace(/\/$/, "")}/v0/dnc-complaints`).pipe(
        Effect.mapError((error) => silent(failureFromTransport(error, noKey).reason.message)),
        Effect.timeoutOrElse({
          duration: "15 seconds",
          orElse: () => Effect.fail(silent("The service does not answer. Try again later."))
        }),
        Effect.result
      )
      const answer = Option.getOrUndefined(last())
      if (Result.isFailure(asked)) return [key, ...unreachable(asked.failure, proxyVariable(environment))]
      if (answer === undefined) return [key]
      return [
        key,
        reached(baseUrl, answer),
        clockFinding(answer),
        ...unknown(["quota"], "There is none without a key.")
      ]
    })
  )
})
