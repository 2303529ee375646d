import { Effect, Exit, Fiber, type Scope } from "effect"
import { type HttpClientRequest, UrlParams } from "effect/http"
import { type Call, type Send } from "../budget/Call.ts"
import { type KeyedRequest } from "./exchange.ts"

/** Returns a text that is different for different requests. */
export const requestKey = ({ url, urlParams }: HttpClientRequest.HttpClientRequest): string =>
  `${url}?${UrlParams.toString(urlParams)}`

interface SharedRequest<A, E> {
  readonly call: Call
  readonly fiber: Fiber.Fiber<A, E>
  callers: number
}

/**
 * Sends identical concurrent requests once. Interrupting one caller does not affect the others. The request is interrupted when
 * all callers have stopped or the scope ends.
 */
export const singleFlight =
  (scope: Scope.Scope) =>
  <A, E>(send: Send<KeyedRequest, A, E>): Send<KeyedRequest, A, E> => {
    const inFlight = new Map<string, SharedRequest<A, E>>()

    const forget = (key: string, call: Call): void => {
      if (inFlight.get(key)?.call === call) inFlight.delete(key)
    }

    const start = Effect.fnUntraced(function* (key: string, request: KeyedRequest, first: Call) {
      const call = first.copy()
      const running = Effect.ensuring(
        Effect.interruptible(send(request, call)),
        Effect.sync(() => forget(key, call))
      )
      const fiber = yield* Effect.forkIn(running, scope, { startImmediately: true })
      const shared: SharedRequest<A, E> = { call, fiber, callers: 0 }
      if (fiber.pollUnsafe() === undefined) inFlight.set(key, shared)
      return shared
    })

    return (request, call) =>
      Effect.uninterruptibleMask(
        Effect.fnUntraced(function* (restore) {
          const key = requestKey(request.http)
          const shared = inFlight.get(key) ?? (yield* start(key, request, call))
          shared.callers++
          shared.call.merge(call)
          const exit = yield* Effect.exit(restore(Fiber.await(shared.fiber)))
          shared.callers--
          if (Exit.isSuccess(exit)) return yield* exit.value
          if (shared.callers === 0) {
            forget(key, shared.call)
            yield* Fiber.interrupt(shared.fiber)
          }
          return yield* Effect.failCause(exit.cause)
        })
      )
  }
