import { type ReferenceServer } from "@public-records/server"
import { Data, Effect, Option } from "effect"
import { type Outcome, type Scenario } from "./Scenario.ts"

/** A way to ask the service: the client in process, a socket, a program, a screen. */
export interface Driver {
  readonly name: string
  /** Why this driver cannot put a scenario's question; nothing where it can. */
  readonly cannot: (scenario: Scenario) => Option.Option<string>
  /** Sets the service up, asks, and tells what came. */
  readonly ask: (scenario: Scenario) => Effect.Effect<Outcome, unknown>
}

/** A walk was left or stopped, and yet went on. */
class WalkWentOn extends Data.TaggedError("WalkWentOn")<{ readonly requests: number; readonly mostRequests: number }> {}

/** Fails where a service was asked for more than a reader needs who leaves or stops. */
export const mustHaveLeft = (
  { leaves, stops }: Scenario,
  { faults }: ReferenceServer["Service"]
): Effect.Effect<void, WalkWentOn> => {
  const { mostRequests = Infinity } = leaves ?? stops ?? {}
  return Effect.flatMap(faults.history, ({ length: requests }) =>
    requests <= mostRequests ? Effect.void : Effect.fail(new WalkWentOn({ requests, mostRequests }))
  )
}

/** Who stopped waiting got an answer, or left something behind. */
export class NotStopped extends Data.TaggedError("NotStopped")<{ readonly found: string }> {
  override get message(): string {
    return `The request under way was stopped, and ${this.found}.`
  }
}

/** Fails where requests that nobody waits for any more are still under way. */
export const mustBeCutOff = (signals: ReadonlyArray<AbortSignal | null | undefined>): Effect.Effect<void, NotStopped> =>
  signals.at(-1)?.aborted === true ? Effect.void : Effect.fail(new NotStopped({ found: "goes on" }))

/** Why no client puts a scenario's question; nothing where clients do. */
export const notByClients = ({ isByHand, setting }: Scenario): Option.Option<string> => {
  if (isByHand === true) return Option.some("no client writes such a request")
  return setting.addressKey === undefined
    ? Option.none()
    : Option.some("a client sends its key in the header, and nowhere else")
}
