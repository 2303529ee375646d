import { readFile } from "node:fs/promises"
import { Effect, Schema } from "effect"
import { ReferenceServerError } from "../ReferenceServerError.ts"
import { FaultInjector } from "./FaultInjector.ts"
import { FaultSchedule, NextFault } from "./FaultSchedule.ts"
import type { FaultHistoryEntry } from "./FaultHistory.ts"

/** Injects faults into a running server and reports which requests they affected. */
export interface FaultControl {
  /**
   * Starts a schedule from its beginning. Clears the previous schedule, single faults and the history.
   *
   * **Fails with** `ReferenceServerError` if the schedule cannot be used.
   */
  readonly set: (schedule: FaultSchedule) => Effect.Effect<void, ReferenceServerError>
  /**
   * Injects a fault into the next request that passes the gates. After two calls, the next two requests get one fault each.
   *
   * **Gotchas** The fault precedes those of the schedule, which counts the request too.
   *
   * **Fails with** `ReferenceServerError` if the fault cannot be used.
   */
  readonly next: (fault: NextFault) => Effect.Effect<void, ReferenceServerError>
  /** Removes all faults and clears the history. */
  readonly clear: Effect.Effect<void>
  /** The last requests that passed the gates, with their faults, oldest first, at most 1,000. */
  readonly history: Effect.Effect<ReadonlyArray<FaultHistoryEntry>>
}

const noFaults: FaultSchedule = { faults: [] }

const decodeSchedule = Schema.decodeUnknownEffect(FaultSchedule)
const decodeFile = Schema.decodeUnknownEffect(Schema.fromJsonString(FaultSchedule))
const decodeNext = Schema.decodeUnknownEffect(NextFault)

// Ignoring a misspelled member would change which requests a fault affects.
const rejectUnknownMembers = { onExcessProperty: "error" } as const

const unusable =
  (what: string) =>
  ({ message }: Schema.SchemaError): ReferenceServerError =>
    new ReferenceServerError({ message: `${what} cannot be used: ${message.replaceAll(/\s*\n\s*/g, " ")}.` })

const readSchedule = (file: string): Effect.Effect<FaultSchedule, ReferenceServerError> =>
  Effect.tryPromise({
    try: () => readFile(file, "utf8"),
    catch: () => new ReferenceServerError({ message: `The faults file ${file} cannot be read.` })
  }).pipe(
    Effect.flatMap((text) =>
      Effect.mapError(decodeFile(text, rejectUnknownMembers), unusable(`The faults file ${file}`))
    )
  )

const checkSchedule = (schedule: FaultSchedule): Effect.Effect<FaultSchedule, ReferenceServerError> =>
  Effect.mapError(decodeSchedule(schedule, rejectUnknownMembers), unusable("The schedule of faults"))

/** Creates the fault injector of a server from a schedule, or from the path of a JSON file that contains one. */
export const makeFaultInjector = (
  faults: FaultSchedule | string = noFaults
): Effect.Effect<FaultInjector, ReferenceServerError> =>
  Effect.map(
    typeof faults === "string" ? readSchedule(faults) : checkSchedule(faults),
    (schedule) => new FaultInjector(schedule)
  )

/** Returns the public interface of a fault injector. */
export const faultControlOf = (injector: FaultInjector): FaultControl => ({
  set: (schedule) => Effect.map(checkSchedule(schedule), (checked) => injector.set(checked)),
  next: (fault) =>
    Effect.map(Effect.mapError(decodeNext(fault, rejectUnknownMembers), unusable("The fault")), (checked) =>
      injector.add(checked)
    ),
  clear: Effect.sync(() => injector.set(noFaults)),
  history: Effect.sync(() => injector.history())
})
