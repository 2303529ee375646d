import { CallListener, type ClientEvent, watchClock } from "@public-records/core"
import { Effect, Layer } from "effect"
import { Atom, AtomRegistry } from "effect/reactivity"

/** A request that waits: for what, and until when in milliseconds since 1970. */
export interface Waiting {
  readonly callId: string
  readonly for: "budget" | "pause" | "retry"
  readonly until: number
}

/** The request that began to wait last, until it is sent. */
export const waitingAtom: Atom.Writable<Waiting | undefined> = Atom.keepAlive(Atom.make<Waiting | undefined>(undefined))

/** Shorter waits are not shown. */
const shortWaitMillis = 1000

/** Returns what waits after an event, if it is known. */
const waitingAfter = (event: ClientEvent, before: Waiting | undefined, now: number): Waiting | undefined => {
  const { callId } = event
  if (event._tag === "Wait") {
    return { callId, for: event.for === "budget" ? "budget" : "pause", until: event.until.getTime() }
  }
  if (event._tag === "Retry" && event.waitMilliseconds > shortWaitMillis) {
    const isRefusal = event.reason._tag === "RateLimited"
    return { callId, for: isRefusal ? "budget" : "retry", until: now + event.waitMilliseconds }
  }
  return before?.callId === callId ? undefined : before
}

/** The problem of this machine's clock that the last response showed, or "". */
export const clockProblemAtom = Atom.keepAlive(Atom.make(""))

/** Keeps the events of requests from the log, which would be written onto the screen. Shows waits, and a clock that is wrong. */
export const listening: Layer.Layer<never, never, AtomRegistry.AtomRegistry> = Layer.effect(
  CallListener,
  Effect.map(AtomRegistry.AtomRegistry, (registry) => {
    const watched = watchClock()
    const show = (event: ClientEvent, now: number): void => {
      registry.set(waitingAtom, waitingAfter(event, registry.get(waitingAtom), now))
      const problem = watched.problem() ?? ""
      if (problem !== registry.get(clockProblemAtom)) registry.set(clockProblemAtom, problem)
    }
    return (event) =>
      Effect.andThen(
        watched.see(event),
        Effect.clockWith((clock) => Effect.sync(() => show(event, clock.currentTimeMillisUnsafe())))
      )
  })
)

/** The runtime that every request goes through. */
export const appRuntime = Atom.keepAlive(Atom.runtime(listening))
