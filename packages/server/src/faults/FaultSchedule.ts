import { hasNoBody } from "../requests/Response.ts"
import { Schema } from "effect"
import { headerProblem } from "./FaultHeaders.ts"
import { FaultKind } from "./FaultKind.ts"

const positiveInt = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))

const Path = Schema.String.check(
  Schema.isPattern(/^\/[^?#]*$/, { expected: 'a path that begins with "/" and has no query' })
)

/** The conditions that select requests. All given conditions must hold. */
const FaultCondition = Schema.Struct({
  /** An exact path, or a prefix that ends in `/*`. Matches both collections by default. */
  path: Schema.optionalKey(Path),
  /** Numbers, from 1, of the requests that match `path`. */
  requests: Schema.optionalKey(Schema.Array(positiveInt)),
  every: Schema.optionalKey(positiveInt),
  probability: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })))
})

/** The longest delay that fits into a timer. */
export const maxDelayMillis = 2_147_483_647

const work = {
  do: FaultKind,
  status: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 200, maximum: 599 }))),
  retryAfter: Schema.optionalKey(Schema.Union([Schema.Finite, Schema.String])),
  headers: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  body: Schema.optionalKey(Schema.String),
  ms: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: maxDelayMillis })))
}
const Work = Schema.Struct(work)
type Work = typeof Work.Type

/** Members that only some kinds of fault accept, with those kinds. */
const kindsWith: ReadonlyArray<readonly [Exclude<keyof Work, "do">, ReadonlyArray<FaultKind>]> = [
  ["status", ["status", "html"]],
  ["retryAfter", ["status", "html"]],
  ["headers", ["status", "html", "malformed"]],
  ["body", ["status", "html", "malformed"]],
  ["ms", ["delay"]]
]

const headersProblem = ({ headers = {}, retryAfter }: Work): string | undefined =>
  [...Object.entries(headers), ["Retry-After", String(retryAfter ?? "")] as const]
    .map(([name, value]) => headerProblem(name, value))
    .find((problem) => problem !== undefined)

/** Returns why a fault cannot be used, otherwise `undefined`. */
const problemOf = (fault: Work): string | undefined => {
  if (fault.do === "status" && fault.status === undefined) return '"do": "status" needs a "status"'
  if (fault.do === "delay" && fault.ms === undefined) return '"do": "delay" needs a number of milliseconds, "ms"'
  const [stray] = kindsWith.find(([member, kinds]) => fault[member] !== undefined && !kinds.includes(fault.do)) ?? []
  if (stray !== undefined) return `"do": "${fault.do}" takes no "${stray}"`
  if (fault.body !== undefined && hasNoBody(fault.status ?? 200))
    return `a response with status ${fault.status} has no body`
  return headersProblem(fault)
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
