import { Schema } from "effect"
import { hasNoBody } from "../requests/Reply.ts"
import { FaultKind, faultMembers, memberProblem } from "./faultKinds.ts"
import { headerProblem } from "./headerProblem.ts"

const positiveInt = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))

const Path = Schema.String.check(
  Schema.isPattern(/^\/[^?#]*$/, { expected: 'a path that begins with "/" and has no query' })
)

/** The conditions that select requests. All given conditions must hold. */
const FaultCondition = Schema.Struct({
  /** An exact path, or a prefix that ends in `/*`. By default both collections, but not the web site. */
  path: Schema.optionalKey(Path),
  /** Numbers, from 1, of the requests that match `path`. */
  requests: Schema.optionalKey(Schema.Array(positiveInt)),
  every: Schema.optionalKey(positiveInt),
  probability: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })))
})

const work = { do: FaultKind, ...faultMembers }
const Work = Schema.Struct(work)
type Work = typeof Work.Type

const headersProblem = ({ headers = {}, retryAfter }: Work): string | undefined =>
  [...Object.entries(headers), ["Retry-After", String(retryAfter ?? "")] as const]
    .map(([name, value]) => headerProblem(name, value))
    .find((problem) => problem !== undefined)

/** Returns why a fault cannot be used, otherwise `undefined`. */
const problemOf = (fault: Work): string | undefined => {
  const isBodyLost = fault.body !== undefined && hasNoBody(fault.status ?? 200)
  const bodyProblem = isBodyLost ? `a response with status ${fault.status} has no body` : undefined
  return memberProblem(fault) ?? bodyProblem ?? headersProblem(fault)
}

/**
 * One fault: the requests that it affects (`on`) and its effect (`do`).
 *
 * **Units** `ms` in milliseconds, `retryAfter` in seconds or as the string to send.
 */
export const Fault = Schema.Struct({ on: Schema.optionalKey(FaultCondition), ...work }).check(
  Schema.makeFilter(problemOf)
)
export type Fault = typeof Fault.Type

/** A fault for a single request: the next one, or the next one with the path in `on`. */
export const NextFault = Schema.Struct({
  on: Schema.optionalKey(Schema.Struct({ path: Schema.optionalKey(Path) })),
  ...work
}).check(Schema.makeFilter(problemOf))
export type NextFault = typeof NextFault.Type

/**
 * The faults of a server. The same seed and requests produce the same faults.
 *
 * **Wire** `{ "seed": 7, "faults": [{ "on": { "every": 5 }, "do": "delay", "ms": 300 }] }`.
 */
export const FaultSchedule = Schema.Struct({
  seed: Schema.optionalKey(Schema.Int),
  faults: Schema.Array(Fault)
})
export type FaultSchedule = typeof FaultSchedule.Type
