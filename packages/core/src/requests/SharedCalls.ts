import { Effect, Exit, Fiber, type Scope } from "effect"
import { type Call } from "../Call.ts"

/** A call that others may join. */
interface SharedCall<A, E> {
  readonly call: Call
  readonly fiber: Fiber.Fiber<A, E>
  callers: number
}

/** Makes a call by its name: joins the one of that name that is under way, or runs a new one. */
export type JoinCall<A, E> = (name: string, call: Call, run: (call: Call) => Effect.Effect<A, E>) => Effect.Effect<A, E>

/**
 * Sends what is asked for several times at the same time only once. Who leaves does not take the answer from the others;
 * when all have left, or the scope ends, the request is stopped.
 */
export const shareCalls = <A, E>(scope: Scope.Scope): JoinCall<A, E> => {
  const underWay = new Map<string, SharedCall<A, E>>()

  const forget = (name: string, call: Call): void => {
    if (underWay.get(name)?.call === call) underWay.delete(name)
  }

  const start = Effect.fnUntraced(function* (name: string, first: Call, run: (call: Call) => Effect.Effect<A, E>) {
    const call = first.copy()
    const running = Effect.ensuring(
      Effect.interruptible(run(call)),
      Effect.sync(() => forget(name, call))
    )
    const fiber = yield* Effect.forkIn(running, scope, { startImmediately: true })
    const shared: SharedCall<A, E> = { call, fiber, callers: 0 }
    if (fiber.pollUnsafe() === undefined) underWay.set(name, shared)
    return shared
  })

  const stop = (name: string, shared: SharedCall<A, E>): Effect.Effect<void> =>
    Effect.suspend(() => {
      forget(name, shared.call)
      return Fiber.interrupt(shared.fiber)
    })

  return (name, call, run) =>
    Effect.uninterruptibleMask(
      Effect.fnUntraced(function* (restore) {
        const shared = underWay.get(name) ?? (yield* start(name, call, run))
        shared.callers++
        shared.call.join(call)
        const answered = yield* Effect.exit(restore(Fiber.await(shared.fiber)))
        shared.callers--
        if (Exit.isSuccess(answered)) return yield* answered.value
        if (shared.callers === 0) yield* stop(name, shared)
        return yield* Effect.failCause(answered.cause)
      })
    )
}
