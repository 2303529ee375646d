import { Effect, Exit, Fiber, type Scope } from "effect"
import { type HttpClientRequest, UrlParams } from "effect/http"
import { type Call } from "../budget/Call.ts"
import { type DeadlineExceeded } from "../PublicRecordsError.ts"
import { type KeyedRequest, type Send } from "./Send.ts"

/** Tells a request apart from others. */
export const requestKey = ({ url, urlParams }: HttpClientRequest.HttpClientRequest): string =>
  `${url}?${UrlParams.toString(urlParams)}`

/** A request in flight that further callers may join. */
interface SharedRequest<A, E> {
  readonly call: Call
  readonly fiber: Fiber.Fiber<A, E>
  callers: number
}

/**
 * Sends identical concurrent requests once. A caller that stops waiting does not take the response from the others; when all
 * have stopped, or the scope ends, the request is interrupted.
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

    const stop = (key: string, shared: SharedRequest<A, E>): Effect.Effect<void> =>
      Effect.suspend(() => {
        forget(key, shared.call)
        return Fiber.interrupt(shared.fiber)
      })

    return (request, call) =>
      Effect.uninterruptibleMask(
        Effect.fnUntraced(function* (restore) {
          const key = requestKey(request.http)
          const shared = inFlight.get(key) ?? (yield* start(key, request, call))
          shared.callers++
          shared.call.join(call)
          const exit = yield* Effect.exit(restore(Fiber.await(shared.fiber)))
          shared.callers--
          if (Exit.isSuccess(exit)) return yield* exit.value
          if (shared.callers === 0) yield* stop(key, shared)
          return yield* Effect.failCause(exit.cause)
        })
      )
  }

/** Ends a call at its deadline, whatever it is doing. */
export const withDeadline =
  <Request, A, E>(send: Send<Request, A, E>): Send<Request, A, E | DeadlineExceeded> =>
  (request, call) =>
    call.bound(send(request, call))
