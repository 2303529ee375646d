import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { CallOptions, Priority } from "../CallOptions.ts"
import { DeadlineExceeded, InvalidOptions } from "../PublicRecordsError.ts"

/** A function that sends a request for a call. Each guard of the pipeline takes a `Send` and returns one. */
export type Send<Request, A, E> = (request: Request, call: Call) => Effect.Effect<A, E>

/** A call in progress. **Units** `deadlineAt` in milliseconds since 1970, `Infinity` without a deadline. */
export class Call {
  isInteractive: boolean
  deadlineAt: number
  readonly maxAttempts: number

  constructor(priority: Priority, deadlineAt: number, maxAttempts = 5) {
    this.isInteractive = priority === "interactive"
    this.deadlineAt = deadlineAt
    this.maxAttempts = maxAttempts
  }

  copy(): Call {
    return new Call(this.isInteractive ? "interactive" : "bulk", this.deadlineAt, this.maxAttempts)
  }

  /** Adds a caller of the same request. The higher priority and the later deadline apply. */
  merge(other: Call): void {
    this.isInteractive ||= other.isInteractive
    this.deadlineAt = Math.max(this.deadlineAt, other.deadlineAt)
  }

  /** **Fails with** `DeadlineExceeded` if `time` is after the deadline. */
  ensureBeforeDeadline(time: number, detail: string): Effect.Effect<void, DeadlineExceeded> {
    return time > this.deadlineAt ? Effect.fail(new DeadlineExceeded({ detail })) : Effect.void
  }
}

/** Interrupts a call at its deadline. */
export const withDeadline =
  <Request, A, E>(send: Send<Request, A, E>): Send<Request, A, E | DeadlineExceeded> =>
  (request, call) =>
    call.deadlineAt === Number.POSITIVE_INFINITY
      ? send(request, call)
      : Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Effect.timeoutOrElse(send(request, call), {
            duration: Duration.millis(Math.max(0, call.deadlineAt - now)),
            orElse: () => Effect.fail(new DeadlineExceeded({ detail: "the deadline passed" }))
          })
        )

/** Makes a call. **Fails with** `InvalidOptions` if its deadline is not a positive duration. */
export const makeCall = Effect.fnUntraced(function* (
  options: CallOptions,
  defaults: { readonly priority: Priority; readonly deadline: Duration.Duration },
  maxAttempts?: number
): Effect.fn.Return<Call, InvalidOptions> {
  const deadline = Option.getOrUndefined(Duration.fromInput(options.deadline ?? defaults.deadline))
  if (deadline === undefined || !(Duration.toMillis(deadline) > 0)) {
    const message = 'The deadline must be a positive duration, such as "30 seconds" or "2 minutes".'
    return yield* Effect.fail(new InvalidOptions({ message }))
  }
  const now = yield* Clock.currentTimeMillis
  return new Call(options.priority ?? defaults.priority, now + Duration.toMillis(deadline), maxAttempts)
})
