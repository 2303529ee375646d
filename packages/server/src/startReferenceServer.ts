import { Context, Effect, Exit, Layer, Option, Scope } from "effect"
import type { FaultControl } from "./faults/FaultControl.ts"
import type { FaultSchedule, NextFault } from "./faults/FaultSchedule.ts"
import type { PlayedRequest } from "./faults/PlayedRequests.ts"
import { ReferenceServer } from "./ReferenceServer.ts"
import type { Certificate } from "./socket/Certificate.ts"
import type { SocketOptions } from "./ReferenceServerOptions.ts"

/** What a reference server without Effect takes. */
export interface StartOptions extends Omit<SocketOptions, "tls" | "allowHttp"> {
  /**
   * Serve HTTPS with a self-made certificate, instead of plain HTTP that is answered as if it were HTTPS.
   * @default false
   */
  readonly tls?: boolean | undefined
  /**
   * @default 0, which picks a free port
   */
  readonly port?: number | undefined
}

/** `FaultControl` for code without Effect: where that fails, this throws. */
export interface FaultScript {
  readonly set: (schedule: FaultSchedule) => void
  readonly next: (fault: NextFault) => void
  readonly clear: () => void
  readonly played: () => ReadonlyArray<PlayedRequest>
}

/** A reference server on a socket, for code without Effect. */
export interface RunningReferenceServer {
  /** The base URL, without a slash at its end. */
  readonly url: string
  /** Reaches this server and trusts its certificate. */
  readonly fetch: typeof globalThis.fetch
  /** Nothing for plain HTTP. */
  readonly certificate: Certificate | undefined
  /** Scripts the faults of this server, and tells what they did. */
  readonly faults: FaultScript
  /** Answers what is in flight, then closes. */
  readonly close: () => Promise<void>
}

const scriptOf = (control: FaultControl): FaultScript => ({
  set: (schedule) => Effect.runSync(control.set(schedule)),
  next: (fault) => Effect.runSync(control.next(fault)),
  clear: () => Effect.runSync(control.clear),
  played: () => Effect.runSync(control.played)
})

/**
 * Starts a reference server on a socket of this machine.
 *
 * **Fails with** a rejection with `ReferenceServerError`, whose message is one sentence.
 */
export const startReferenceServer = (options: StartOptions = {}): Promise<RunningReferenceServer> => {
  const scope = Scope.makeUnsafe()
  const tls = options.tls === true ? "self-signed" : "off"
  const layer = ReferenceServer.layerSocket({ port: 0, ...options, tls, allowHttp: true })
  const started = Layer.buildWithScope(layer, scope).pipe(
    Effect.map((context): RunningReferenceServer => {
      const { certificate, faults, fetch, url } = Context.get(context, ReferenceServer)
      const close = () => Effect.runPromise(Scope.close(scope, Exit.void))
      return { url, fetch, certificate: Option.getOrUndefined(certificate), faults: scriptOf(faults), close }
    }),
    Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause)))
  )
  return Effect.runPromise(started)
}
