import { type RunningReferenceServer, startReferenceServer, type StartOptions } from "@public-records/server"
import { Effect, type Scope } from "effect"

/** A service on this machine, which may be cut off and come back. */
export interface Service {
  readonly url: string
  readonly faults: () => RunningReferenceServer["faults"]
  /** Nobody reaches the service any longer. */
  readonly cutOff: Effect.Effect<void>
  /** The service is where it was. */
  readonly comeBack: Effect.Effect<void>
}

/** Starts a service for the time of a scope. */
export const startService = Effect.fnUntraced(function* (
  options: StartOptions
): Effect.fn.Return<Service, never, Scope.Scope> {
  let running = yield* Effect.promise(() => startReferenceServer(options))
  const { url } = running
  const port = Number(new URL(url).port)
  yield* Effect.addFinalizer(() => Effect.promise(() => running.close()))
  return {
    url,
    faults: () => running.faults,
    cutOff: Effect.promise(() => running.close()),
    comeBack: Effect.promise(async () => {
      running = await startReferenceServer({ ...options, port })
    })
  }
})
