import {
  CallListener,
  type ClientEvent,
  PublicRecords,
  PublicRecordsError,
  type QuerySource,
  watchClock
} from "@public-records/core"
import type { MirrorCoverage, Mirror } from "@public-records/mirror"
import type { Source } from "./Source.ts"
import { Effect, Layer, Option } from "effect"
import { Atom } from "effect/reactivity"

/** Creates an atom whose value is provided by the program that runs the terminal UI. */
export const provided = <A>(what: string): Atom.Writable<A> =>
  Atom.keepAlive(
    Atom.writable(
      (get) => Option.getOrThrowWith(get.self<A>(), () => new Error(`The program has not provided ${what}.`)),
      (context, value: A) => context.setSelf(value)
    )
  )

/** The source of the records. */
export interface SourceInfo {
  readonly baseUrl: string
  readonly isSample: boolean
  /** A description such as "sample of 7 July 2021", or an empty string if the records are not a sample. */
  readonly sampleNote: string
  /** The source of the key, such as "environment" or "none". Never the key itself. */
  readonly keySource: string
  /** Advice for a key whose limit is reached, or an empty string. */
  readonly keyAdvice: string
  readonly hasLimit: boolean
}

/** A mirror, and the days that it had when it was opened. */
export interface OpenedMirror {
  readonly answers: Mirror["Service"]
  readonly coverage: MirrorCoverage
}

/** The client for the records, with the settings of the program. If the records come from a mirror, also the mirror. */
export interface Records {
  readonly layer: Layer.Layer<PublicRecords, PublicRecordsError>
  readonly mirror?: OpenedMirror | undefined
}

export const recordsAtom: Atom.Writable<Records> = provided("the records")

/** The mirror that the records come from, if any. */
export const mirrorAtom: Atom.Atom<OpenedMirror | undefined> = Atom.make((get) => get(recordsAtom).mirror)

/** The source that answers queries. Sample data and files have the rules of the service. */
export const querySourceAtom: Atom.Atom<QuerySource> = Atom.make((get) =>
  get(mirrorAtom) === undefined ? "service" : "local"
)

/** Returns the message of an error. That of a mirror does not say that the service cannot be reached. */
export const messageOf = (error: { readonly message: string }, mirror: OpenedMirror | undefined): string => {
  const isOfMirror = mirror !== undefined && error instanceof PublicRecordsError
  return isOfMirror && error.reason._tag === "Unavailable" ? error.reason.detail : error.message
}

export const sourceInfoAtom: Atom.Writable<SourceInfo> = provided("the source of the records")

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
const listenOn = (get: Atom.AtomContext): Layer.Layer<never> => {
  const watched = watchClock()
  return Layer.succeed(CallListener, (event) =>
    Effect.andThen(
      watched.see(event),
      Effect.clockWith((clock) =>
        Effect.sync(() => {
          get.set(waitingAtom, waitingAfter(event, get.once(waitingAtom), clock.currentTimeMillisUnsafe()))
          const problem = watched.problem() ?? ""
          if (problem !== get.once(clockProblemAtom)) get.set(clockProblemAtom, problem)
        })
      )
    )
  )
}

/** The runtime that every request goes through. */
export const appRuntime = Atom.keepAlive(Atom.runtime((get) => Layer.merge(get(recordsAtom).layer, listenOn(get))))

export const recordsOf = (source: Source): Records => ({
  layer: Layer.succeed(PublicRecords, source.records),
  mirror: source._tag === "Local" ? { answers: source.questions, coverage: source.coverage } : undefined
})

export const infoOf = (source: Source): SourceInfo =>
  source._tag === "Service"
    ? { ...source, isSample: false, sampleNote: "", hasLimit: true }
    : {
        baseUrl: source.name,
        isSample: source.noun === "sample",
        sampleNote: source.name,
        keySource: "none",
        keyAdvice: "",
        hasLimit: false
      }
