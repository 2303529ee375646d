import { type RunningReferenceServer, startReferenceServer, type StartOptions } from "@public-records/server"
import { Effect, type Scope } from "effect"

/** A service on this machine, which can be stopped and restarted. */
export interface Service {
  readonly url: string
  readonly faults: () => RunningReferenceServer["faults"]
  readonly stop: Effect.Effect<void>
  /** Starts the service again at the same URL. */
  readonly restart: Effect.Effect<void>
}

/** Starts a service and stops it when the scope closes. */
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
    stop: Effect.promise(() => running.close()),
    restart: Effect.promise(async () => {
      running = await startReferenceServer({ ...options, port })
    })
  }
})
