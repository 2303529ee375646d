import { type ReferenceServer } from "@public-records/server"
import { Data, Effect, Option } from "effect"
import { type Outcome, type Scenario } from "./Scenario.ts"

/** Runs scenarios against a service in one specific way: in process, over a socket, as a program, or on a screen. */
export interface Driver {
  readonly name: string
  /** Returns why this driver cannot run a scenario, or `None` if it can. */
  readonly unsupported: (scenario: Scenario) => Option.Option<string>
  /** Sets up the service, sends the request, and returns the outcome. */
  readonly run: (scenario: Scenario) => Effect.Effect<Outcome, unknown>
}

/** A walk that continued after its caller stopped reading. */
class WalkNotStopped extends Data.TaggedError("WalkNotStopped")<{
  readonly requests: number
  readonly maxRequests: number
}> {}

/** Fails if the service received more requests than the scenario allows after the caller stops. */
export const assertStoppedReading = (
  { stopsReading, cancels }: Scenario,
  { faults }: ReferenceServer["Service"]
): Effect.Effect<void, WalkNotStopped> => {
  const { maxRequests = Infinity } = stopsReading ?? cancels ?? {}
  return Effect.flatMap(faults.history, ({ length: requests }) =>
    requests <= maxRequests ? Effect.void : Effect.fail(new WalkNotStopped({ requests, maxRequests }))
  )
}

/** A canceled call that returned a result or left something behind. */
export class CallNotCanceled extends Data.TaggedError("CallNotCanceled")<{ readonly found: string }> {
  override get message(): string {
    return `The request was canceled, but ${this.found}.`
  }
}

/** Fails if the last request was not aborted. */
export const assertCanceled = (
  signals: ReadonlyArray<AbortSignal | null | undefined>
): Effect.Effect<void, CallNotCanceled> =>
  signals.at(-1)?.aborted === true ? Effect.void : Effect.fail(new CallNotCanceled({ found: "it is still running" }))

/** Returns why no client can send a scenario's request, or `None` if clients can. */
export const rawOnlyReason = ({ isRawOnly, setup }: Scenario): Option.Option<string> => {
  if (isRawOnly === true) return Option.some("no client sends such a request")
  return setup.queryKey === undefined ? Option.none() : Option.some("a client sends its key only in the header")
}
