import { readFile } from "node:fs/promises"
import { Effect, Schema } from "effect"
import { ReferenceServerError } from "../ReferenceServerError.ts"
import { Faults } from "./Faults.ts"
import { FaultSchedule, NextFault } from "./FaultSchedule.ts"
import type { PlayedRequest } from "./PlayedRequests.ts"

/** Scripts the faults of a running server, and tells what they did. */
export interface FaultControl {
  /**
   * Plays this schedule from its beginning; what was scheduled, put up and told before is forgotten.
   *
   * **Fails with** one sentence where it cannot be played.
   */
  readonly set: (schedule: FaultSchedule) => Effect.Effect<void, ReferenceServerError>
  /**
   * Strikes the next request that passes the gates, once; called twice, the next and the one after it.
   *
   * **Gotchas** it comes before the schedule, which counts that request too.
   *
   * **Fails with** one sentence where it cannot be played.
   */
  readonly next: (fault: NextFault) => Effect.Effect<void, ReferenceServerError>
  /** Nothing goes wrong any more, and what was played is forgotten. */
  readonly clear: Effect.Effect<void>
  /** The requests that passed the gates and what struck each, the oldest first; as many as `faultHistory` says. */
  readonly played: Effect.Effect<ReadonlyArray<PlayedRequest>>
}

const noFaults: FaultSchedule = { faults: [] }

const decodeSchedule = Schema.decodeUnknownEffect(FaultSchedule)
const decodeFile = Schema.decodeUnknownEffect(Schema.fromJsonString(FaultSchedule))
const decodeNext = Schema.decodeUnknownEffect(NextFault)

// A misspelt member would be a fault that never strikes.
const strictly = { onExcessProperty: "error" } as const

const unusable =
  (what: string) =>
  ({ message }: Schema.SchemaError): ReferenceServerError =>
    new ReferenceServerError({ message: `${what} cannot be used: ${message.replaceAll(/\s*\n\s*/g, " ")}.` })

const readSchedule = (file: string): Effect.Effect<FaultSchedule, ReferenceServerError> =>
  Effect.tryPromise({
    try: () => readFile(file, "utf8"),
    catch: () => new ReferenceServerError({ message: `The faults file ${file} cannot be read.` })
  }).pipe(Effect.flatMap((text) => Effect.mapError(decodeFile(text, strictly), unusable(`The faults file ${file}`))))

const checked = (schedule: FaultSchedule): Effect.Effect<FaultSchedule, ReferenceServerError> =>
  Effect.mapError(decodeSchedule(schedule, strictly), unusable("The schedule of faults"))

/** The faults of a server that begins with a schedule, the path of a file that holds one, or none. */
export const makeFaults = (
  faults: FaultSchedule | string = noFaults,
  history: number = 1_000
): Effect.Effect<Faults, ReferenceServerError> =>
  Effect.map(
    typeof faults === "string" ? readSchedule(faults) : checked(faults),
    (schedule) => new Faults(schedule, history)
  )

/** The control of a server's faults. */
export const controlOf = (faults: Faults): FaultControl => ({
  set: (schedule) => Effect.map(checked(schedule), (sound) => faults.set(sound)),
  next: (fault) =>
    Effect.map(Effect.mapError(decodeNext(fault, strictly), unusable("The fault")), (sound) => faults.add(sound)),
  clear: Effect.sync(() => faults.set(noFaults)),
  played: Effect.sync(() => faults.played())
})
