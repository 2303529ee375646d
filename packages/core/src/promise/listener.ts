import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Predicate from "effect/Predicate"
import { logLine } from "../CallListener.ts"
import type { ClientEvent } from "../ClientEvent.ts"
import type { Hooks, ListenerOptions } from "./api.ts"

export type Listener = (event: ClientEvent) => Effect.Effect<void>

const ranks = { off: 0, error: 1, warn: 2, info: 3, debug: 4 }

const callHook = (hooks: Hooks, event: ClientEvent): unknown => {
  switch (event._tag) {
    case "Call":
      return hooks.onCall?.(event)
    case "Request":
      return hooks.onRequest?.(event)
    case "Response":
      return hooks.onResponse?.(event)
    case "Retry":
      return hooks.onRetry?.(event)
    case "Wait":
      return hooks.onWait?.(event)
    case "CallEnd":
      return hooks.onCallEnd?.(event)
  }
}

/** Returns the facts of an event as plain data, without stacks. */
const detailsOf = (event: ClientEvent): object => {
  const { _tag, ...facts } = event
  if (event._tag === "Retry") return { ...facts, reason: event.reason._tag }
  return event._tag === "CallEnd" ? { ...facts, error: event.error?.toJSON() } : facts
}

type Log = (level: "error" | "warn" | "info" | "debug", message: string, details?: object) => void

const makeLog =
  ({ logger, logLevel = "warn" }: ListenerOptions): Log =>
  (level, message, details) => {
    if (ranks[level] > ranks[logLevel]) return
    try {
      const target = logger ?? globalThis.console
      const written: unknown = details === undefined ? target[level](message) : target[level](message, details)
      if (Predicate.isPromiseLike(written)) written.then(undefined, () => {})
    } catch {
      // A client works without its log.
    }
  }

/** Returns a layer in which the log of effects goes to the client's logger. */
export const logLayer = (options: ListenerOptions): Layer.Layer<never> => {
  const log = makeLog(options)
  const levels: Readonly<Record<string, Parameters<Log>[0]>> = { Error: "error", Warn: "warn", Info: "info" }
  return Logger.layer([Logger.make(({ logLevel, message }) => log(levels[logLevel] ?? "debug", String(message)))])
}

/** Returns a listener that calls hooks and a logger. It never fails: the failures of hooks are logged, those of loggers ignored. */
export const makeListener = ({ hooks = {}, ...options }: ListenerOptions): Listener => {
  const log = makeLog(options)
  return (event) =>
    Effect.clockWith((clock) => {
      const failed = (error: unknown): void =>
        log("error", `The hook on${event._tag} failed: ${Predicate.isError(error) ? error.message : "no error"}`, {
          error
        })
      try {
        const result = callHook(hooks, event)
        if (Predicate.isPromiseLike(result)) result.then(undefined, failed)
      } catch (error) {
        failed(error)
      }
      const line = logLine(event, clock.currentTimeMillisUnsafe())
      if (line !== undefined) log(line.level, line.message, detailsOf(event))
      return Effect.void
    })
}
