import { Context, Effect, Exit, Layer, Option, Scope } from "effect"
import type { FaultControl } from "./faults/FaultControl.ts"
import type { FaultSchedule, NextFault } from "./faults/FaultSchedule.ts"
import type { FaultHistoryEntry } from "./faults/FaultHistory.ts"
import { ReferenceServer } from "./ReferenceServer.ts"
import type { Certificate } from "./socket/Certificate.ts"
import type { SocketOptions } from "./ReferenceServerOptions.ts"

/** Options of `startReferenceServer`. */
export interface StartOptions extends Omit<SocketOptions, "tls" | "allowHttp"> {
  /**
   * Serve HTTPS with a self-signed certificate, instead of plain HTTP that counts as HTTPS.
   * @default false
   */
  readonly tls?: boolean | undefined
  /** The port to listen on. @default 0 (a free port) */
  readonly port?: number | undefined
}

/** `FaultControl` for code without Effect. Its functions throw a `ReferenceServerError` instead of failing with one. */
export interface FaultScript {
  readonly set: (schedule: FaultSchedule) => void
  readonly next: (fault: NextFault) => void
  readonly clear: () => void
  readonly history: () => ReadonlyArray<FaultHistoryEntry>
}

/** A reference server on a socket, for code without Effect. */
export interface RunningReferenceServer {
  /** The base URL without a trailing slash. */
  readonly url: string
  /** A `fetch` that reaches this server and trusts its certificate. */
  readonly fetch: typeof globalThis.fetch
  /** The certificate to trust, or `undefined` for plain HTTP. */
  readonly certificate: Certificate | undefined
  /** Injects faults into this server and reports which requests they affected. */
  readonly faults: FaultScript
  /** Completes requests in flight, then closes the server. */
  readonly close: () => Promise<void>
}

const scriptOf = (control: FaultControl): FaultScript => ({
  set: (schedule) => Effect.runSync(control.set(schedule)),
  next: (fault) => Effect.runSync(control.next(fault)),
  clear: () => Effect.runSync(control.clear),
  history: () => Effect.runSync(control.history)
})

/**
 * Starts a reference server on a socket of this machine.
 *
 * **Fails with** a rejection with `ReferenceServerError`.
 */
export const startReferenceServer = (options: StartOptions = {}): Promise<RunningReferenceServer> => {
  const scope = Scope.makeUnsafe()
  const tls = options.tls === true ? "self-signed" : "off"
  const layer = ReferenceServer.layerSocket({ ...options, port: options.port ?? 0, tls, allowHttp: true })
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
