import { readFile } from "node:fs/promises"
import { Effect, Schema } from "effect"
import { ReferenceServerError } from "../ReferenceServerError.ts"
import { FaultInjector } from "./FaultInjector.ts"
import { FaultSchedule, NextFault } from "./FaultSchedule.ts"
import type { FaultHistoryEntry } from "./FaultHistory.ts"

/** Scripts the faults of a running server and reports what they did. */
export interface FaultControl {
  /**
   * Starts a schedule from its beginning. Clears the previous schedule, single faults and the history.
   *
   * **Fails with** `ReferenceServerError` if the schedule cannot be used.
   */
  readonly set: (schedule: FaultSchedule) => Effect.Effect<void, ReferenceServerError>
  /**
   * Injects a fault into the next request that passes the gates. Called twice, the next two requests get one each.
   *
   * **Gotchas** it comes before the schedule, which counts that request too.
   *
   * **Fails with** `ReferenceServerError` if the fault cannot be used.
   */
  readonly next: (fault: NextFault) => Effect.Effect<void, ReferenceServerError>
  /** Removes all faults and clears the history. */
  readonly clear: Effect.Effect<void>
  /** The requests that passed the gates and their faults, oldest first; at most `faultHistory` of them. */
  readonly history: Effect.Effect<ReadonlyArray<FaultHistoryEntry>>
}

const noFaults: FaultSchedule = { faults: [] }

const decodeSchedule = Schema.decodeUnknownEffect(FaultSchedule)
const decodeFile = Schema.decodeUnknownEffect(Schema.fromJsonString(FaultSchedule))
const decodeNext = Schema.decodeUnknownEffect(NextFault)

// A misspelled member would be a fault that never fires.
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

/** Makes the fault injector of a server from a schedule or the path of a file with one. */
export const makeFaultInjector = (
  faults: FaultSchedule | string = noFaults,
  historySize: number = 1_000
): Effect.Effect<FaultInjector, ReferenceServerError> =>
  Effect.map(
    typeof faults === "string" ? readSchedule(faults) : checkSchedule(faults),
    (schedule) => new FaultInjector(schedule, historySize)
  )

/** Returns the control of a server's fault injector. */
export const faultControlOf = (injector: FaultInjector): FaultControl => ({
  set: (schedule) => Effect.map(checkSchedule(schedule), (checked) => injector.set(checked)),
  next: (fault) =>
    Effect.map(Effect.mapError(decodeNext(fault, rejectUnknownMembers), unusable("The fault")), (checked) =>
      injector.add(checked)
    ),
  clear: Effect.sync(() => injector.set(noFaults)),
  history: Effect.sync(() => injector.history())
})
