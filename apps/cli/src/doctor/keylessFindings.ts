import { defaultBaseUrl, makeSendRaw, type PublicRecordsError } from "@public-records/core"
import { Context, Effect, Layer, Option, Result } from "effect"
import { HttpClient } from "effect/http"
import { CommandFailure, failureOf } from "../CommandFailure.ts"
import { exitCodes } from "../exitCodes.ts"
import { Host } from "../Host.ts"
import { proxyVariable } from "../source/proxies.ts"
import { type Settings } from "../source/settings.ts"
import { clockFinding } from "./clock.ts"
import { type Finding } from "./Finding.ts"
import { remembering } from "./LastAnswer.ts"
import { problemOf, reached, unknown, unreachable } from "./serviceFindings.ts"

const notReached = ({ reason: { message } }: PublicRecordsError): CommandFailure =>
  new CommandFailure({ reason: "Unavailable", message, exitCode: exitCodes.unavailable, nextTryAt: null })

/** Whether the service responds is visible without a key too. */
export const keylessFindings = Effect.fnUntraced(function* (
  missing: CommandFailure,
  settings: Settings
): Effect.fn.Return<ReadonlyArray<Finding>, CommandFailure, Host> {
  const { environment } = yield* Host
  const key = problemOf("key", missing)
  const baseUrl = settings.baseUrl?.value ?? defaultBaseUrl
  const { serviceTransport } = yield* Effect.promise(() => import("../source/network.ts"))
  const transport = yield* serviceTransport(environment, settings.ca)
  return yield* Effect.scoped(
    Effect.gen(function* () {
      const { client, last } = remembering(Context.get(yield* Layer.build(transport), HttpClient.HttpClient))
      // The base URL is checked as with a key.
      const options = { baseUrl, allowHttp: settings.allowHttp?.value, attemptTimeout: "15 seconds" } as const
      const sendRaw = yield* makeSendRaw(options).pipe(
        Effect.provideService(HttpClient.HttpClient, client),
        Effect.mapError((error) => failureOf(error))
      )
      const sent = yield* sendRaw({ path: "/v0/dnc-complaints" }, { maxAttempts: 1 }).pipe(
        Effect.mapError(notReached),
        Effect.result
      )
      const answer = Option.getOrUndefined(last())
      if (Result.isFailure(sent)) return [key, ...unreachable(sent.failure, proxyVariable(environment))]
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
