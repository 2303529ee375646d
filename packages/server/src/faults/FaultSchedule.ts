import { Schema } from "effect"

const positiveInt = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))

/** Which requests a fault meets; every condition given must hold. */
const FaultCondition = Schema.Struct({
  /** Exact, or a prefix that ends in `/*`; without one, both collections. */
  path: Schema.optionalKey(Schema.NonEmptyString),
  /** Numbers, from 1, of the requests that match `path`. */
  requests: Schema.optionalKey(Schema.Array(positiveInt)),
  every: Schema.optionalKey(positiveInt),
  probability: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })))
})

const statusCode = Schema.Int.check(Schema.isBetween({ minimum: 200, maximum: 599 }))

/**
 * One fault: when it strikes (`on`) and what it does (`do`).
 *
 * **Units** `ms` milliseconds; `retryAfter` whole seconds, or the text to send.
 */
export const Fault = Schema.Struct({
  on: Schema.optionalKey(FaultCondition),
  do: Schema.Literals([
    "status",
    "delay",
    "stall",
    "truncate",
    "reset",
    "malformed",
    "html",
    "overlap",
    "duplicate",
    "mutate"
  ]),
  status: Schema.optionalKey(statusCode),
  retryAfter: Schema.optionalKey(Schema.Union([Schema.Finite, Schema.String])),
  headers: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  body: Schema.optionalKey(Schema.String),
  ms: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 2_147_483_647 })))
}).check(
  Schema.makeFilter((fault) => fault.do !== "status" || fault.status !== undefined, {
    expected: 'a "status" for "do": "status"'
  }),
  Schema.makeFilter((fault) => fault.do !== "delay" || fault.ms !== undefined, {
    expected: 'a number of milliseconds "ms" for "do": "delay"'
  })
)
export type Fault = typeof Fault.Type

/**
 * The faults that a server plays, in the order of the file; the same seed and requests give the same faults.
 *
 * **Wire** `{ "seed": 7, "faults": [{ "on": { "every": 5 }, "do": "delay", "ms": 300 }] }`.
 */
export const FaultSchedule = Schema.Struct({
  seed: Schema.optionalKey(Schema.Int),
  faults: Schema.Array(Fault)
})
export type FaultSchedule = typeof FaultSchedule.Type
